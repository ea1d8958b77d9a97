/* dom.ts -- elements from one call: h('button', { class: 'plain', onclick: go }, 'Go'). */

export type Child = Node | string | number | null | undefined | false | Child[]
type Value = string | number | boolean | null | undefined | ((event: never) => void)
export type Properties = Record<string, Value>

function set(element: Element, name: string, value: Value): void {
  if (value === null || value === undefined || value === false) return
  if (typeof value === 'function')
    element.addEventListener(name.slice(2), value as (event: Event) => void)
  else if (name === 'value' && 'value' in element) element.value = String(value)
  else element.setAttribute(name, value === true ? '' : String(value))
}

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, ...child)
    else if (child instanceof Node) parent.appendChild(child)
    else if (child !== null && child !== undefined && child !== false)
      parent.appendChild(document.createTextNode(String(child)))
  }
}

function fill<E extends Element>(element: E, properties: Properties, children: Child[]): E {
  append(element, ...children)
  for (const [name, value] of Object.entries(properties)) set(element, name, value)
  return element
}

/** An element of HTML. Properties that begin with `on` are listeners, all others attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), properties, children)
}

/** An element of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children)
}

/** Put these children in the place of all that an element held. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren()
  append(element, ...children)
}

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
