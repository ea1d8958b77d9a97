/* seats.ts -- how those who play are called, and how a game ended. */
import type { GameState, Seat } from '../api'
import { signed } from '../ui/format'
import { words } from '../words/words'

/** "level:3" as people say it. */
export function playerName(player: string): string {
  const level = /^level:(\d+)$/.exec(player)?.[1]
  const [, run, generation] = /net=([^,]*)@(\d+)/.exec(player) ?? []
  if (run) return `${run}, ${words().generation} ${generation}`
  return level ? words().level(level) : player.replace(/net=[^,]*\//, 'net=')
}

function name(seat: Seat, number: number, persons: number): string {
  if (!seat.person) return playerName(seat.player)
  return persons === 1 ? words().you : words().playerNumber(number + 1)
}

export function seatName(state: Pick<GameState, 'seats'>, player: number): string {
  const seat = state.seats[player]
  const persons = state.seats.filter(one => one.person).length
  return seat ? name(seat, player, persons) : words().nobody
}

export function resultText(state: GameState): string {
  const { result } = state
  if (!result) return ''
  const loser = seatName(state, result.loser)
  const how =
    result.ending === 'time'
      ? words().onTime(loser)
      : result.ending === 'resigned'
        ? words().byResigning(loser)
        : ''
  const seat = state.seats[result.winner]
  const persons = state.seats.filter(one => one.person).length
  const who = !seat
    ? words().draw
    : seat.person && persons === 1
      ? words().youWin
      : words().wins(seatName(state, result.winner))
  const margin =
    state.game.traits.includes('margin') && result.ending === 'rules' && seat
      ? ` (${signed(result.points[result.winner] ?? 0)})`
      : ''
  return [who + margin, how].filter(Boolean).join(', ')
}
