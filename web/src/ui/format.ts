/* format.ts -- numbers as people read them, in their language. */
import type { Kind } from '../api'
import { language } from '../words/words'

/** 1234567 as 1.2 M. */
export function short(number: number): string {
  return Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(
    number,
  )
}

export function whole(number: number): string {
  return Intl.NumberFormat(language()).format(number)
}

export function percent(part: number): string {
  return Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(part)
}

/** +1.25, with a sign and no more digits than mean something. */
export function signed(value: number, most = 2): string {
  const digits = Math.min(most, Math.abs(value) < 10 ? 2 : 1)
  const text = Intl.NumberFormat(language(), {
    signDisplay: 'exceptZero',
    maximumFractionDigits: digits,
  }).format(value)
  return text.replace('-', '−')
}

interface Valued {
  value: number
  kind: Kind
  low?: number | null
  high?: number | null
}

/** A value with its kind, never told by colour alone: +3 is exact, ≥+1 a bound, ≈+0.4 a guess. */
export function valued({ value, kind, low, high }: Valued, digits = 2): string {
  if (kind === 'exact') return signed(value, digits)
  if (kind === 'estimate') return `≈${signed(value, digits)}`
  if (low !== null && low !== undefined && (high === null || high === undefined || high > low)) {
    if (high === null || high === undefined || value <= low) return `≥${signed(low, digits)}`
  }
  return high !== null && high !== undefined
    ? `≤${signed(high, digits)}`
    : `≥${signed(value, digits)}`
}

/** Seconds as 4:05, and as 9.4 when they get few. */
export function clockTime(seconds: number): string {
  const left = Math.max(0, seconds)
  if (left < 10) return left.toFixed(1)
  const minutes = Math.floor(left / 60)
  return `${minutes}:${String(Math.floor(left % 60)).padStart(2, '0')}`
}

export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(language(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
}
