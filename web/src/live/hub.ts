/* hub.ts -- the one stream of this browser and who listens to what.
 *
 * A browser opens six connections to a server, all tabs together: a stream for each tab would
 * leave none for the seventh. So the hub, one for all tabs, holds one EventSource and passes on
 * what comes. It asks the server for the topics that anybody wants, and keeps the last event of
 * each, for a tab that comes later. */
import type { Events } from '../api'
import { post } from '../token'

export type EventName = keyof Events
export interface LiveEvent {
  name: EventName
  topic: string
  data: unknown
}

/** From a tab to the hub. */
export type Wish =
  { say: 'hello'; token: string } | { say: 'topics'; topics: string[] } | { say: 'bye' }
/** From the hub to a tab. */
export type Word = LiveEvent | { name: 'connection'; topic: ''; data: boolean }

export interface Listener {
  topics: Set<string>
  tell: (word: Word) => void
}

const NAMES: EventName[] = [
  'hello',
  'games',
  'state',
  'thinking',
  'tree',
  'closed',
  'matches',
  'match',
  'board',
  'runs',
  'run',
]

/** What topic an event belongs to. A game seen from a seat is `game:ID:KEY`: all who watch the
 * game in any way want to hear its thinking. */
function topicOf(name: EventName, data: unknown): string {
  const it = data as { topic?: string; id?: string | number; match?: number; name?: string }
  if (name === 'state') return it.topic ?? ''
  if (name === 'thinking' || name === 'closed') return `game:${it.id}`
  if (name === 'tree') return `tree:${it.id}`
  if (name === 'match') return `match:${it.id}`
  if (name === 'run') return `run:${it.name}`
  if (name === 'board') return `match:${it.match}`
  return name
}

const wants = (listener: Listener, topic: string): boolean =>
  topic === 'hello' ||
  [...listener.topics].some(wish => wish === topic || wish.startsWith(`${topic}:`))

export class Hub {
  private readonly listeners = new Set<Listener>()
  private readonly client = Array.from(crypto.getRandomValues(new Uint8Array(12)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  private readonly kept = new Map<string, LiveEvent>()
  private source: EventSource | null = null
  private asked = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  readonly token = { value: '' }

  add(listener: Listener): void {
    this.listeners.add(listener)
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener)
    this.renew()
  }

  want(listener: Listener, topics: string[]): void {
    const before = listener.topics
    listener.topics = new Set(topics)
    for (const event of this.kept.values())
      if (wants(listener, event.topic) && !wants({ ...listener, topics: before }, event.topic))
        listener.tell(event)
    this.renew()
  }

  /** Close the stream for as long as nobody looks, or open it again. */
  rest(on: boolean): void {
    if (on) {
      this.source?.close()
      this.source = null
      this.asked = ''
    } else this.renew()
  }

  /** Tell the server what is wanted now; wishes that come together are told together. */
  private renew(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.subscribe(), 10)
  }

  private async subscribe(again = false): Promise<void> {
    const topics = [...new Set([...this.listeners].flatMap(one => [...one.topics]))].sort()
    if (topics.length > 0 && !this.source) this.open()
    if (!this.source || (!again && topics.join() === this.asked)) return
    this.asked = topics.join()
    for (const key of this.kept.keys()) {
      const topic = key.slice(key.indexOf(' ') + 1)
      if (![...this.listeners].some(one => wants(one, topic))) this.kept.delete(key)
    }
    const answer = await post('/api/subscribe', { client: this.client, topics }, this.token).catch(
      () => null,
    )
    if (!answer?.ok) this.asked = '' // told again when the stream is open again
  }

  private open(): void {
    const source = (this.source = new EventSource(`/api/events?client=${this.client}`))
    source.onopen = () => {
      this.tellAll({ name: 'connection', topic: '', data: true })
      void this.subscribe(true)
    }
    source.onerror = () => {
      this.tellAll({ name: 'connection', topic: '', data: false })
      if (source.readyState !== EventSource.CLOSED) return // the browser tries again by itself
      this.source = null
      this.asked = ''
      setTimeout(() => this.renew(), 2000)
    }
    for (const name of NAMES)
      source.addEventListener(name, event => this.pass(name, JSON.parse(event.data as string)))
  }

  private pass(name: EventName, data: unknown): void {
    const event: LiveEvent = { name, topic: topicOf(name, data), data }
    if (name !== 'board') this.kept.set(`${name} ${event.topic}`, event)
    for (const listener of this.listeners) if (wants(listener, event.topic)) listener.tell(event)
  }

  private tellAll(word: Word): void {
    for (const listener of this.listeners) listener.tell(word)
  }
}
