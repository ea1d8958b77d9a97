/* game.ts -- the game on the table: what the server says of it, and what of it is looked at.
 *
 * The server owns the game. Here is only the last state it told, the position that is looked at
 * (`shown`: any ply, or a line that is played out for a moment), and the commands. */
import type { Board, Choice, GameState, Mistake, Routes, Thinking } from '../api'
import { ask } from '../ask'
import { listen, onConnection } from '../live/live'
import { announce } from '../ui/announce'
import { remember, remembered } from '../ui/remember'
import { wrong } from '../ui/toast'
import { words } from '../words/words'
import { seatName, resultText } from './seats'

type Command = {
  [R in keyof Routes]: R extends `POST /api/games/{id}/${infer C}` ? C : never
}[keyof Routes]

type BodyOf<C extends Command> = Routes[`POST /api/games/{id}/${C}`]['body']

export class Game {
  thinking: Thinking | null
  shown: number
  board: Board
  preview: Board | null = null
  /** The move of the mistake that is looked at. */
  better: Choice | null = null
  closed = false
  private versionHolds = true
  private readonly boards = new Map<string, Board>()
  private readonly watchers = new Set<() => void>()
  private readonly stopListening: () => void

  constructor(
    public state: GameState,
    readonly key: string | null,
  ) {
    this.thinking = state.thinking
    this.shown = state.board.ply
    this.board = state.board
    const topic = key ? `game:${state.id}:${key}` : `game:${state.id}`
    const stopConnection = onConnection(open => {
      if (open) this.versionHolds = false
    })
    const stopTopic = listen(topic, {
      state: told => {
        if (told.topic === topic) this.take(told.state)
      },
      thinking: thinking => this.think(thinking),
      closed: () => {
        this.closed = true
        this.changed()
      },
    })
    this.stopListening = () => {
      stopConnection()
      stopTopic()
    }
  }

  leave(): void {
    this.stopListening()
    this.watchers.clear()
  }

  watch(watcher: () => void): void {
    this.watchers.add(watcher)
  }

  changed(): void {
    for (const watcher of this.watchers) watcher()
  }

  /* ---- what comes from the server ---- */

  take(state: GameState): void {
    // What comes late is older and does not count. After a loss of the connection the server may
    // be another one, which counts anew.
    if (this.versionHolds && state.version < this.state.version) return
    this.versionHolds = true
    const before = this.state
    this.state = state
    const moved = state.board.ply !== before.board.ply || !sameMoves(before, state)
    if (moved) {
      this.forget(before, state)
      this.tell(before)
      this.preview = null
      this.better = null
    }
    if (moved || this.shown === state.board.ply) {
      this.shown = state.board.ply
      this.board = state.board
    }
    this.thinking = state.thinking ?? (moved ? null : this.thinking)
    this.changed()
  }

  private think(thinking: Thinking): void {
    if (thinking.id !== this.state.id) return
    if (thinking.ply !== this.state.board.ply && thinking.purpose !== 'judge') return
    if (thinking.purpose === 'judge' && thinking.ply !== this.shown) return
    this.thinking = thinking
    this.changed()
  }

  /** Boards that were looked at hold as long as the moves before them are the same. */
  private forget(before: GameState, after: GameState): void {
    const same = before.history.findIndex((played, i) => played.move !== after.history[i]?.move)
    if (before.viewer !== after.viewer || same >= 0 || after.history.length < before.history.length)
      this.boards.clear()
  }

  private tell(before: GameState): void {
    const { state } = this
    const played = state.history[state.board.ply - 1]
    if (state.board.ply > before.board.ply && played)
      announce(
        [
          words().plays(
            played.player < 0 ? words().chance : seatName(state, played.player),
            played.move ?? words().hidden,
          ),
          state.result ? resultText(state) : state.legal.length > 0 ? words().yourTurn : '',
        ].join('. '),
      )
    else announce(words().takenBack(state.board.ply))
  }

  /* ---- looking ---- */

  /** Is the position that is looked at the one where the game stands? */
  get live(): boolean {
    return this.shown === this.state.board.ply
  }

  /** Look at the position after so many moves. */
  async look(ply: number): Promise<void> {
    const to = Math.max(0, Math.min(this.state.history.length, ply))
    this.shown = to
    this.better = null
    this.preview = null
    try {
      const board = to === this.state.board.ply ? this.state.board : await this.boardAt(to)
      if (this.shown !== to) return
      this.board = board
    } catch (reason) {
      wrong(reason)
    }
    this.changed()
  }

  private async boardAt(ply: number): Promise<Board> {
    const name = String(ply)
    const known = this.boards.get(name)
    if (known) return known
    const board = await ask('GET /api/games/{id}/at', { id: this.state.id, ply, key: this.key })
    this.boards.set(name, board)
    return board
  }

  /** The boards along a line of moves from the position that is looked at. */
  async line(moves: string[]): Promise<Board[]> {
    const { boards } = await ask('GET /api/games/{id}/line', {
      id: this.state.id,
      ply: this.shown,
      moves: moves.join(' '),
      key: this.key,
    })
    return boards
  }

  setPreview(board: Board | null): void {
    this.preview = board
    this.changed()
  }

  async lookAtMistake(mistake: Mistake): Promise<void> {
    await this.look(mistake.ply)
    const cells =
      this.thinking?.ply === mistake.ply
        ? this.thinking.moves.find(move => move.move === mistake.better)?.cells
        : undefined
    this.better = { move: mistake.better, cells: cells ?? (await this.cellsOf(mistake)) }
    this.changed()
  }

  private async cellsOf(mistake: Mistake): Promise<number[]> {
    const [board] = await this.line([mistake.better]).catch(() => [])
    return board?.last ?? []
  }

  /* ---- commands ---- */

  async command<C extends Command>(name: C, more: Omit<BodyOf<C>, 'key'>): Promise<void> {
    const route = `POST /api/games/{id}/${name}` as 'POST /api/games/{id}/move'
    const body = {
      ...more,
      ...(this.key ? { key: this.key } : {}),
    } as unknown as Routes[typeof route]['body']
    try {
      const answer = await ask(route, { id: this.state.id }, body)
      if ('version' in answer) this.take(answer)
    } catch (reason) {
      wrong(reason)
      this.changed()
    }
  }

  move(choice: Choice): void {
    void this.command('move', { move: choice.move, ply: this.state.board.ply })
  }
}

const sameMoves = (a: GameState, b: GameState): boolean =>
  a.board.ply === b.board.ply &&
  a.history.slice(0, a.board.ply).every((played, i) => played.move === b.history[i]?.move)

/* ---- choices of this browser that hold for all games ---- */

/** Are values, lines and the bar shown? The graph stays in any case. */
export const hintsShown = (): boolean => remembered('hints') !== 'hidden'
export const showHints = (shown: boolean): void => remember('hints', shown ? 'shown' : 'hidden')
