/* ask.ts -- questions to the server, typed by the one description of the API (api.ts). */
import type { Problem, Routes } from './api'
import { post } from './token'
import { language } from './words/words'

type Parameters = Record<string, string | number | null | undefined>

const token = {
  value: document.querySelector<HTMLMetaElement>('meta[name="zermelo-token"]')?.content ?? '',
}
export const pageToken = (): string => token.value

/** The address of a route: {id} and the like are filled in, all else becomes a query. */
export function address(route: keyof Routes, parameters: Parameters = {}): string {
  const rest = { ...parameters }
  const path = (route.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return String(query) ? `${path}?${query}` : path
}

async function sentence(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as Problem).error
  } catch {
    return `${answer.status} ${answer.statusText}`
  }
}

/** In which language it is to be said what is wrong. */
export const spoken = (): Record<string, string> => ({ 'Accept-Language': language() })

/** Ask, and wait for the answer; what is wrong is thrown as an Error with one sentence. */
export async function ask<R extends keyof Routes>(
  route: R,
  parameters: Parameters = {},
  ...[body]: Routes[R]['body'] extends null ? [] : [Routes[R]['body']]
): Promise<Routes[R]['answer']> {
  const path = address(route, parameters)
  const answer = await (route.startsWith('POST')
    ? post(path, body ?? {}, token, spoken())
    : fetch(path, { headers: spoken() }))
  if (!answer.ok) throw new Error(await sentence(answer))
  const json = answer.headers.get('Content-Type')?.includes('json')
  return (await (json ? answer.json() : answer.text())) as Routes[R]['answer']
}
