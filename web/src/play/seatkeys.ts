/* seatkeys.ts -- what proves which seats of a game are ours. Needed only where information is
 * hidden; kept in this browser, and passed on in the address that invites somebody. */
import { remember, remembered } from '../ui/remember'

export function keepKeys(id: string, keys: (string | null)[]): void {
  remember(`seats.${id}`, JSON.stringify(keys))
}

export function keysOf(id: string): (string | null)[] {
  try {
    const keys: unknown = JSON.parse(remembered(`seats.${id}`) ?? '[]')
    return Array.isArray(keys) ? keys.map(key => (typeof key === 'string' ? key : null)) : []
  } catch {
    return []
  }
}
