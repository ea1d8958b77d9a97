/* steps.ts -- the steps of one search, or of two on the same tree. */
import { ask } from '../ask'
import { h, refill } from '../ui/dom'
import { wrong } from '../ui/toast'
import { language } from '../words/words'
import { Player } from './player'
import { queryOf, subjectBar, subjectOf, type Subject } from './subject'

export function stepsView(root: HTMLElement, query: URLSearchParams): () => void {
  const bar = h('div', {})
  const place = h('div', { class: 'lesson' })
  let player: Player | null = null
  let ended = false
  root.append(bar, place)

  const load = async (subject: Subject): Promise<void> => {
    const lesson = (search: string) =>
      ask('POST /api/learn/lesson', {}, { tree: subject.text, search, language: language() })
    const lessons = await Promise.all([subject.search, subject.other].filter(Boolean).map(lesson))
    if (ended) return
    player?.end()
    player = new Player(lessons)
    refill(place, player.element)
    player.start()
  }

  const change = (subject: Subject): void => {
    history.replaceState(null, '', `#/learn/steps?${queryOf(subject)}`)
    void subjectBar(subject, true, change).then(element => ended || refill(bar, element))
    load(subject).catch((reason: unknown) => {
      refill(place, h('p', { class: 'problem', role: 'alert' }, (reason as Error).message))
    })
  }
  subjectOf(query).then(subject => ended || change(subject), wrong)
  return () => {
    ended = true
    player?.end()
  }
}
