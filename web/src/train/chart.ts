/* chart.ts -- curves over the generations of a run. Below stands what is known of the generation that
 * the pointer is nearest to; a click seats it. */
import { h, refill } from '../ui/dom'
import { css, legendLine, Plot, type Data } from '../ui/plot'
import { words } from '../words/words'

export interface Curve {
  name?: string
  colour: string
  dash?: number[]
  points?: 'filled' | 'hollow' // no line
}

export class Chart {
  private readonly plot: Plot
  readonly element: HTMLElement

  constructor(
    title: string,
    curves: Curve[],
    values: (value: number) => string,
    tell: (generation: number) => string,
    click: (generation: number) => void,
  ) {
    const text = h('p', { class: 'hint-text' })
    const legend = h('div', { class: 'legend' })
    let at = -1
    this.plot = new Plot(() => {
      refill(
        legend,
        curves.map(
          ({ name, colour, dash, points }) =>
            name && (points ? `● ${name}` : legendLine(name, css(colour), dash)),
        ),
      )
      return {
        x: words().generation,
        height: 210,
        values,
        series: [
          {},
          ...curves.map(({ colour, dash, points }) => ({
            stroke: css(colour),
            width: 2,
            ...(dash && { dash }),
            ...(points && {
              paths: () => null,
              points: {
                show: true,
                size: 9,
                fill: css(points === 'filled' ? colour : '--surface'),
              },
            }),
          })),
        ],
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        hooks: {
          setCursor: [
            plot => {
              const x = plot.data[0]?.[plot.cursor.idx ?? -1]
              at = x === undefined ? -1 : Math.round(x)
              text.textContent = at < 0 ? '' : tell(at)
            },
          ],
        },
      }
    })
    this.plot.element.setAttribute('aria-label', title)
    this.plot.element.addEventListener('click', () => click(at))
    this.element = h(
      'section',
      { class: 'card curves' },
      h('h2', {}, title),
      legend,
      this.plot.element,
      text,
    )
  }

  show(data: Data): void {
    this.plot.show(data)
  }

  remove(): void {
    this.plot.remove()
  }
}
