/* plot.ts -- curves: uPlot in the colours of the theme, as wide as its place. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { h, s } from './dom'

const HEIGHT = 260
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000]

export const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name)

export type Data = uPlot.AlignedData
/** What is another one from plot to plot: the rest is made here. */
export interface Shape extends Pick<uPlot.Options, 'series' | 'bands' | 'hooks' | 'cursor'> {
  x: string
  y?: string
  values?: (value: number) => string
  height?: number
}

/** How a curve looks, and what it is. */
export function legendLine(name: string, stroke: string, dash: number[] = []): HTMLElement {
  const line = s('path', {
    d: 'M0 5H34',
    stroke,
    'stroke-width': 2.5,
    'stroke-dasharray': dash.join(' '),
  })
  return h('span', {}, s('svg', { viewBox: '0 0 34 10', 'aria-hidden': 'true' }, line), name)
}

export class Plot {
  readonly element = h('div', { class: 'elo', role: 'img' })
  private plot: uPlot | null = null
  private data: Data | null = null
  readonly redraw = (): void => {
    this.plot?.destroy()
    this.plot = null
    if (this.data) this.show(this.data)
  }
  private readonly observer = new ResizeObserver(() => {
    const { clientWidth } = this.element
    if (clientWidth > 0 && clientWidth !== this.plot?.width) this.redraw()
  })

  constructor(private readonly shape: () => Shape) {
    this.observer.observe(this.element)
    addEventListener('zermelo-theme', this.redraw)
  }

  show(data: Data): void {
    this.data = data
    if (this.plot) {
      this.plot.setData(data)
      return
    }
    const { x, y, values, height = HEIGHT, ...shape } = this.shape()
    const axis = {
      stroke: css('--muted'),
      grid: { stroke: css('--line'), width: 1 },
      ticks: { stroke: css('--line'), width: 1 },
      labelSize: 20,
    }
    this.plot = new uPlot(
      {
        width: Math.max(260, this.element.clientWidth),
        height,
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: x, size: 34, incrs: WHOLE },
          {
            ...axis,
            ...(y && { label: y }),
            ...(values && { values: (_, all) => all.map(values) }),
          },
        ],
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        ...shape,
      },
      data,
      this.element,
    )
  }

  remove(): void {
    this.observer.disconnect()
    removeEventListener('zermelo-theme', this.redraw)
    this.plot?.destroy()
  }
}
