/* player.ts -- the steps go by: forward, back, by themselves, to any of them. With two searches the
 * clock counts nodes: both have visited as many, and who is done waits for the other. */
import type { Lesson } from '../api'
import { announce } from '../ui/announce'
import { h, refill } from '../ui/dom'
import { icon, type IconName } from '../ui/icons'
import { percent } from '../ui/format'
import { useKeys } from '../ui/keys'
import { signs } from './drawing'
import { Pane } from './pane'
import { stepsUntil, visitsOf } from './replay'
import { say } from './words'

const speeds = [0.5, 1, 2, 4, 8, 16]

export class Player {
  readonly element: HTMLElement
  private readonly panes: Pane[]
  private readonly last: number
  private at = 0
  private timer: ReturnType<typeof setInterval> | null = null
  private readonly slider: HTMLInputElement
  private readonly shownStep = h('output', { class: 'step-number' })
  private readonly playButton: HTMLButtonElement
  private readonly saving = h('p', { class: 'saving', role: 'status' })
  private speed = 2
  private readonly dropKeys: () => void

  constructor(lessons: Lesson[]) {
    const two = lessons.length > 1
    this.panes = lessons.map(lesson => new Pane(lesson, two ? lesson.search : null))
    this.last = two ? Math.max(...lessons.map(visitsOf)) : lessons[0]!.steps.length
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: this.last,
      value: 0,
      'aria-label': say().jump,
      oninput: () => this.go(Number(this.slider.value)),
    })
    this.playButton = h('button', { class: 'icon', onclick: () => this.toggle() })
    const button = (name: IconName, label: string, press: () => void): HTMLElement =>
      h('button', { class: 'icon', 'aria-label': label, title: label, onclick: press }, icon(name))
    const speed = h(
      'select',
      {
        'aria-label': say().speed,
        onchange: () => {
          this.speed = Number(speed.value)
          if (this.timer) this.play()
        },
      },
      speeds.map(one => h('option', { value: one, selected: one === this.speed }, `${one}×`)),
    )
    const cuts = !two && lessons[0]!.steps.some(step => step.kind === 'cut')
    this.element = h(
      'div',
      { class: 'player' },
      h(
        'div',
        { class: 'controls' },
        button('first', say().first, () => this.go(0)),
        button('previous', say().back, () => this.go(this.at - 1)),
        this.playButton,
        button('next', say().forward, () => this.go(this.at + 1)),
        button('last', say().last, () => this.go(this.last)),
        this.slider,
        this.shownStep,
        speed,
        cuts && h('button', { onclick: () => this.nextCut() }, say().nextCut),
      ),
      two && this.saving,
      h(
        'div',
        { class: two ? 'panes two' : 'panes' },
        this.panes.map(pane => pane.element),
      ),
      signs(),
    )
    this.dropKeys = useKeys(() => [
      { key: 'ArrowRight', shown: '← →', does: say().keySteps, press: () => this.go(this.at + 1) },
      { key: 'ArrowLeft', shown: '←', does: say().back, press: () => this.go(this.at - 1) },
      { key: 'Home', does: say().first, press: () => this.go(0) },
      { key: 'End', does: say().last, press: () => this.go(this.last) },
      { key: ' ', shown: say().play, does: say().play, press: () => this.toggle() },
      { key: 'c', does: say().nextCut, press: () => this.nextCut() },
      { key: 'w', does: say().why, press: () => this.panes[0]!.explain(null) },
    ])
  }

  start(at = 0): void {
    for (const pane of this.panes) pane.fit()
    this.go(at, false)
  }

  end(): void {
    this.stop()
    this.dropKeys()
    for (const pane of this.panes) pane.end()
  }

  private go(to: number, told = true): void {
    this.at = Math.max(0, Math.min(this.last, to))
    if (this.at === this.last) this.stop()
    for (const pane of this.panes)
      pane.show(this.panes.length > 1 ? stepsUntil(pane.lesson, this.at) : this.at)
    this.slider.value = String(this.at)
    this.shownStep.textContent = `${this.at} / ${this.last}`
    this.drawPlay()
    this.compare()
    if (told && !this.timer) announce(this.panes.map(pane => pane.frame.step?.text ?? '').join(' '))
  }

  private compare(): void {
    const [a, b] = this.panes
    if (!a || !b) return
    const total = [visitsOf(a.lesson), visitsOf(b.lesson)] as const
    const done = Math.min(this.at, total[0]) - Math.min(this.at, total[1])
    const saved = Math.abs(done)
    const who = done > 0 ? b : a
    const share = saved / Math.max(1, Math.min(this.at, Math.max(...total)))
    this.saving.textContent =
      saved === 0 ? say().even : say().saved(saved, percent(share), who.lesson.search)
  }

  private nextCut(): void {
    const lesson = this.panes[0]!.lesson
    if (this.panes.length > 1) return
    const found = lesson.steps.findIndex((step, i) => i >= this.at && step.kind === 'cut')
    if (found >= 0) this.go(found + 1)
  }

  private toggle(): void {
    if (this.timer) this.stop()
    else this.play()
    this.drawPlay()
  }

  private play(): void {
    this.stop()
    if (this.at === this.last) this.go(0)
    this.timer = setInterval(() => this.go(this.at + 1), 1000 / this.speed)
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  private drawPlay(): void {
    const label = this.timer ? say().pause : say().play
    this.playButton.setAttribute('aria-label', label)
    this.playButton.title = label
    refill(this.playButton, icon(this.timer ? 'pause' : 'play'))
  }
}
