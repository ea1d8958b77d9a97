/* live.ts -- what happens on the server, as it happens: listen('game:ID', { state: ... }). */
import type { Events } from '../api'
import { pageToken } from '../ask'
import { Hub, type Listener, type Wish, type Word } from './hub'

type Handlers = { [N in keyof Events]?: (data: Events[N]) => void }

const subscriptions = new Set<{ topic: string; handlers: Handlers }>()
const connection = new Set<(open: boolean) => void>()
let tell: (wish: Wish) => void = start

function start(wish: Wish): void {
  tell = connect()
  tell({ say: 'hello', token: pageToken() })
  tell(wish)
}

/** The hub of all tabs or, in a browser without SharedWorker, one of our own. There a tab holds a
 * stream only while it can be seen, which few tabs can at a time. */
function connect(): (wish: Wish) => void {
  if (typeof SharedWorker !== 'undefined') {
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'zermelo',
    })
    worker.port.onmessage = ({ data }: MessageEvent<Word>) => hear(data)
    addEventListener('pagehide', () => worker.port.postMessage({ say: 'bye' } satisfies Wish))
    addEventListener('pageshow', event => {
      if (!event.persisted) return
      worker.port.postMessage({ say: 'hello', token: pageToken() } satisfies Wish)
      renew()
    })
    return wish => worker.port.postMessage(wish)
  }
  const hub = new Hub()
  hub.token.value = pageToken()
  const listener: Listener = { topics: new Set(), tell: hear }
  hub.add(listener)
  document.addEventListener('visibilitychange', () => hub.rest(document.hidden))
  return wish => {
    if (wish.say === 'topics') hub.want(listener, wish.topics)
  }
}

function hear(word: Word): void {
  if (word.name === 'connection') {
    for (const handler of connection) handler(word.data as boolean)
    return
  }
  for (const { topic, handlers } of subscriptions)
    if (topic === word.topic || topic.startsWith(`${word.topic}:`))
      (handlers[word.name] as ((data: unknown) => void) | undefined)?.(word.data)
}

function renew(): void {
  tell({ say: 'topics', topics: [...new Set([...subscriptions].map(one => one.topic))] })
}

/** Hear of a topic until the returned function is called. */
export function listen(topic: string, handlers: Handlers): () => void {
  const subscription = { topic, handlers }
  subscriptions.add(subscription)
  renew()
  return () => {
    subscriptions.delete(subscription)
    renew()
  }
}

/** Hear whether the server can be reached. */
export function onConnection(handler: (open: boolean) => void): () => void {
  connection.add(handler)
  return () => connection.delete(handler)
}
