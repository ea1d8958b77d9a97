/* words.ts -- what the page says, in the language of the one who reads it. A dictionary is one
 * file; the English one says what there is to be said, and the type forces the others to say all
 * of it. */
import { remember, remembered } from '../ui/remember'
import { en } from './en'
import { fr } from './fr'

type Said<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T extends string[]
      ? string[]
      : { [K in keyof T]: Said<T[K]> }
export type Words = Said<typeof en>

const languages = { en, fr } satisfies Record<string, Words>
export type Language = keyof typeof languages

export function language(): Language {
  const chosen = remembered('language') ?? navigator.language.slice(0, 2)
  return chosen === 'fr' ? 'fr' : 'en'
}

/** Of a text that the server tells everybody, in English and in French, ours. */
export const told = (both: string[] | null | undefined): string =>
  both?.[language() === 'fr' ? 1 : 0] ?? ''

export const words = (): Words => languages[language()]

export function setLanguage(to: Language): void {
  remember('language', to)
  document.documentElement.lang = to
  dispatchEvent(new CustomEvent('zermelo-language'))
}
