// Made by web/api/types.sh from web/api/api.txt: change that file, then run `make api`.

export interface Problem {
  /** one sentence for people, in French if Accept-Language begins with fr */
  error: string;
}

export interface Grid {
  rows: number;
  columns: number;
  kind: "squares" | "points" | "hexes";
  /** coordinates, where the names of the moves tell them */
  rowNames: string[] | null;
  columnNames: string[] | null;
}

export interface GameInfo {
  /** what NewGame.game takes: "connect4", or a plug-in's name */
  game: string;
  /** "Connect Four" */
  title: string;
  /** "size=7x6": what options there are, with their usual values */
  options: string;
  players: number;
  traits: Trait[];
  /** null: no board; show Board.text */
  grid: Grid | null;
  plugin: boolean;
  /** the letter each player puts on the board; [] where not so simple */
  marks: string[];
  /** files for alphazero that fit, of those the server was given */
  nets: string[];
  /** the searches that can play it */
  searches: string[];
  /** the one that suits it best */
  suits: string;
  /** a net can learn it (NewRun) */
  learns: boolean;
  /** has a notation for positions (FEN and such) */
  reads: boolean;
  /** what its games can be saved as: "zermelo", "sgf", "ggf", "pgn" */
  formats: string[];
}

export type Trait = "zero-sum" | "alternate" | "chance" | "hidden" | "simultaneous" | "cycles" | "margin";

export interface SearchInfo {
  /** "alphabeta" */
  name: string;
  title: string;
  /** "depth=N time=S ...", for people */
  options: string;
}

export interface Library {
  version: string;
  games: GameInfo[];
  searches: SearchInfo[];
  /** level:1 .. level:N play every game */
  levels: number;
  most: Limits;
}

export interface Limits {
  /** open at a time */
  games: number;
  /** of thinking for one move */
  seconds: number;
  /** of memory for one search */
  megabytes: number;
  /** of a body */
  bytes: number;
  /** searches that run at a time */
  workers: number;
}

export interface NewGame {
  /** one of GameInfo.game; may be left out with text, share or stored */
  game?: string;
  /** "size=9 komi=5.5" */
  options?: string;
  /** for each player "human", "level:1" .. "level:10", or a search */
  seats?: string[];
  // with its options: "alphabeta:depth=8", "mcts:time=2"; a net
  // of a run is named so: "alphazero:net=RUN@GENERATION,sims=200"
  clock?: ClockSetting | null;
  /** begin at this position, in the game's notation */
  position?: string;
  /** then play these: "4 4 4", "444" */
  moves?: string;
  /** any notation: a record, SGF, GGF, PGN, a position, moves; where */
  text?: string;
  // it does not name its game, `game` is tried first, then all
  /** what GameState.share was */
  share?: string;
  /** a game of the store, to be replayed */
  stored?: number;
  /** offer to take back a blunder */
  teach?: boolean;
  /** analyse every position */
  analyse?: boolean;
}

export interface ClockSetting {
  /** of each player, for the game */
  seconds: number;
  /** added with every move */
  increment: number;
}

export interface Created {
  id: string;
  /** for each seat, what proves who sits there (null: no person); */
  keys: (string | null)[];
  // whoever makes the game gets all of them
  /** as the first person sees it */
  state: GameState;
}

export interface Seat {
  /** "human", "level:3", "mcts:time=2" */
  player: string;
  /** how it plays, in English and in French; null: `player` says it all */
  about: string[] | null;
  person: boolean;
}

export interface Choice {
  move: string;
  /** to click, in this order; [] is a move that is not made on the board */
  cells: number[];
}

export interface Board {
  ply: number;
  turn: number;
  /** one letter for each cell, '.' empty, '?' unseen; null: no grid */
  cells: string | null;
  /** the diagram, or what the viewer knows */
  text: string;
  /** the cells of the move that led here */
  last: number[];
  /** the cells that it changed */
  changed: number[];
}

export interface Played {
  /** null: hidden from the viewer */
  move: string | null;
  player: number;
  cells: number[];
  /** thought */
  seconds: number | null;
}

export type Kind = "exact" | "bound" | "estimate";

export interface Point {
  ply: number;
  /** in points, for the first player */
  value: number;
  /** expected score of the first player, 0 to 1 */
  score: number;
  kind: Kind;
  /** the search or method: "alphabeta", "questions", "mcts:time=1" */
  by: string;
  /** 0: not a matter of depth */
  depth: number;
  nodes: number;
  /** found by a player who chose a move; false: by the analysis */
  player: boolean;
}

export interface Mistake {
  /** the position before the move */
  ply: number;
  player: number;
  move: string;
  better: string;
  /** value for that player before the move ... */
  before: number;
  /** ... and after it */
  after: number;
  /** of expected score, 0 to 1 */
  loss: number;
  kind: Kind;
  /** a blunder: teaching offers to take it back */
  grave: boolean;
}

export interface Result {
  points: number[];
  /** -1: a draw, or nobody alone */
  winner: number;
  ending: "rules" | "time" | "resigned";
  /** who resigned or overstepped the time; -1: nobody */
  loser: number;
}

export interface Clock {
  /** seconds of each player, at the moment this was written */
  left: number[];
  increment: number;
  /** whose clock runs; -1: none */
  running: number;
}

export interface GameState {
  id: string;
  /** rises with every change */
  version: number;
  /** of this very game: grid and players as its options have them */
  game: GameInfo;
  options: string;
  seats: Seat[];
  /** the seat whose view this is; -1: somebody who sees what all see */
  viewer: number;
  board: Board;
  /** [] if it is not a person's turn, or not the viewer's */
  legal: Choice[];
  /** all moves; board.ply of them are played, the rest can be redone */
  history: Played[];
  result: Result | null;
  clock: Clock | null;
  paused: boolean;
  busy: "" | "move" | "hint" | "analysis" | "judge";
  /** what was told last of the present position */
  thinking: Thinking | null;
  points: Point[];
  mistakes: Mistake[];
  /** teaching: take this back? */
  offer: Mistake | null;
  hint: Choice | null;
  teach: boolean;
  analyse: boolean;
  /** in the game's notation */
  position: string | null;
  /** the whole game, as text for an address */
  share: string;
  /** why the computer could not move, in English and in French */
  error: string[] | null;
}

export interface GameSummary {
  id: string;
  game: string;
  title: string;
  options: string;
  seats: string[];
  plies: number;
  turn: number;
  result: Result | null;
  /** seconds since 1970 */
  touched: number;
}

export interface Done {
  done: boolean;
}

export interface Keyed {
  /** of a seat; needed only where information is hidden, and then */
  key?: string;
  // it decides who moves and what is shown
}

export interface MoveBody {
  key?: string;
  move: string;
  /** the position it is meant for: if it is another one now, refused */
  ply?: number;
}

export interface GotoBody {
  key?: string;
  ply: number;
}

export interface SeatsBody {
  key?: string;
  seats: string[];
}

export interface SwitchBody {
  key?: string;
  on: boolean;
}

export interface AnalyseBody {
  key?: string;
  on: boolean;
  /** a search with options; left out: what suits the game */
  by?: string;
}

export interface Line {
  boards: Board[];
}

export interface MoveValue {
  move: string;
  cells: number[];
  /** for the player to move */
  value: number;
  kind: Kind;
  /** what is proven: the value lies in low .. high */
  low: number | null;
  high: number | null;
  /** of the tree */
  visits: number | null;
  /** mean reward, 0 to 1 (tree) */
  win: number | null;
  prior: number | null;
  line: string[];
}

export interface Thinking {
  /** of the game */
  id: string;
  ply: number;
  purpose: "move" | "hint" | "analysis" | "judge";
  by: string;
  /** who moves there */
  player: number;
  depth: number;
  nodes: number;
  seconds: number;
  /** for `player` */
  value: number | null;
  /** expected score of the FIRST player, 0 to 1: the bar */
  score: number | null;
  /** win, draw, loss of the first player, where known; sum 1 */
  wdl: number[] | null;
  kind: Kind;
  /** plies to the end, where a sooner win counts; 0: not known */
  distance: number;
  line: string[];
  /** as many as are known */
  moves: MoveValue[];
  done: boolean;
}

export interface TreeNode {
  /** "" at the root */
  move: string;
  /** -1 at the root */
  parent: number;
  turn: number;
  /** whose the value is */
  player: number;
  visits: number;
  value: number | null;
  win: number;
  prior: number;
  kind: Kind;
  low: number | null;
  high: number | null;
}

export interface Tree {
  id: string;
  ply: number;
  by: string;
  /** parents first, the most visited of all */
  nodes: TreeNode[];
}

export interface Subscribe {
  client: string;
  topics: string[];
}

export interface Subscribed {
  /** those that exist */
  topics: string[];
  unknown: string[];
}

export interface Hello {
  /** another one than before: the server was started anew */
  server: string;
}

export interface GameList {
  games: GameSummary[];
}

export interface TopicState {
  /** as it was subscribed to */
  topic: string;
  state: GameState;
}

export interface Closed {
  id: string;
}

export interface MatchList {
  matches: MatchSummary[];
}

export interface RunList {
  runs: RunSummary[];
}

export interface NewMatch {
  game: string;
  options?: string;
  /** two or more, as in NewGame.seats but no person */
  players: string[];
  kind?: "round-robin" | "gauntlet" | "knockout";
  /** of each encounter */
  games?: number;
  parallel?: number;
  /** limits of every move */
  nodes?: number;
  depth?: number;
  seconds?: number;
  clock?: ClockSetting | null;
  /** openings of so many moves by lot */
  random?: number;
  /** or the text of a file of openings */
  openings?: string;
  /** elo0, elo1[, alpha, beta] */
  sprt?: number[];
  seed?: number;
}

export interface MatchSummary {
  id: number;
  game: string;
  options: string;
  kind: string;
  players: string[];
  played: number;
  /** 0: not known */
  total: number;
  begun: string;
  finished: string | null;
  running: boolean;
}

export interface Standing {
  /** its place in MatchState.players */
  player: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  elo: number | null;
  /** 95 %: elo +- error */
  error: number | null;
}

export interface EloPoint {
  /** played by then */
  games: number;
  /** of each player */
  elo: number[];
  error: number[];
}

export interface Encounter {
  a: number;
  b: number;
  /** of a */
  wins: number;
  draws: number;
  losses: number;
  /** a above b ... */
  elo: number | null;
  /** ... in 95 cases of 100 between these */
  low: number | null;
  high: number | null;
}

export interface MatchState {
  id: number;
  game: GameInfo;
  options: string;
  kind: string;
  players: string[];
  played: number;
  total: number;
  begun: string;
  finished: string | null;
  running: boolean;
  /** seconds, about */
  left: number | null;
  /** best first */
  table: Standing[];
  cross: Encounter[];
  history: EloPoint[];
  /** games being played */
  boards: MatchBoard[];
  /** of the sequential test */
  verdict: string | null;
  /** in English and in French */
  error: string[] | null;
}

export interface MatchBoard {
  match: number;
  /** of the game */
  number: number;
  seats: string[];
  plies: number;
  board: Board;
  /** what each seat said last, for itself */
  values: (number | null)[];
  over: boolean;
}

export interface StoredGame {
  id: number;
  match: number;
  number: number;
  game: string;
  options: string;
  seats: string[];
  points: number[];
  ending: string;
  reason: string;
  ended: string;
  plies: number;
}

export interface StoredGames {
  total: number;
  games: StoredGame[];
}

export interface Nothing {
}

export interface NewRun {
  /** one that GameInfo.learns */
  game: string;
  options?: string;
  /** "64x4": channels x blocks; this and the rest: what suits the game */
  net?: string;
  /** simulations of each move of self-play */
  sims?: number;
  /** of each round */
  games?: number;
  rounds?: number;
  /** score that a candidate needs: "0.55", "always", "sprt" */
  gate?: string;
  /** at most Limits.workers */
  threads?: number;
  seed?: number;
}

export interface ResumeRun {
  /** in all; left out: as before */
  rounds?: number;
  threads?: number;
}

export type RunWord = "running" | "pausing" | "elsewhere" | "paused" | "finished";

export interface RunSummary {
  /** of its folder */
  name: string;
  game: string;
  options: string;
  net: string;
  /** elsewhere: another program trains it */
  state: RunWord;
  /** that is to come */
  generation: number;
  rounds: number;
  /** generation */
  champion: number;
  /** of the champion */
  elo: number;
  /** played against itself */
  games: number;
  /** seconds, about */
  left: number | null;
}

export interface RunProgress {
  phase: "playing" | "training" | "gating";
  generation: number;
  /** of this round, or of the match with the champion ... */
  games: number;
  /** ... of so many */
  wanted: number;
  step: number;
  steps: number;
  /** to learn from */
  positions: number;
  /** losses, of the last steps */
  policy: number | null;
  value: number | null;
  /** in the match, so far */
  score: number | null;
}

export interface Generation {
  /** that it learned from */
  games: number;
  positions: number;
  /** losses; null: it has not learned */
  policy: number | null;
  value: number | null;
  /** in the match with the champion before it ... */
  score: number | null;
  /** ... of so many games */
  played: number;
  elo: number;
  /** it became champion */
  better: boolean;
  /** share of the positions that a solver knows */
  mistakes: number | null;
  /** the same of the net without search */
  alone: number | null;
  /** losses of the further heads; null: it has none */
  scoreLoss: number | null;
  ownerLoss: number | null;
  /** Elo beside fixed searches, where no solver can grade */
  ladder: number | null;
  /** within so much, 95 % */
  ladderError: number | null;
  /** since the run began */
  seconds: number;
}

export interface RunState {
  /** these as in RunSummary */
  name: string;
  game: string;
  options: string;
  net: string;
  state: RunWord;
  generation: number;
  rounds: number;
  champion: number;
  elo: number;
  games: number;
  left: number | null;
  search: string;
  gate: string;
  /** games of a round */
  each: number;
  threads: number;
  progress: RunProgress | null;
  /** 0 has learned nothing */
  generations: Generation[];
  /** why it ended, in English and in French */
  error: string[] | null;
}

export interface Lecture {
  /** "two-ply" */
  name: string;
  title: string;
  /** what it is about: "alphabeta" */
  search: string;
  /** ... compared with */
  other: string | null;
  /** the tree (zermelo-tree(5)) */
  text: string;
}

export interface TreeText {
  text: string;
}

export interface LessonBody {
  /** the text of a tree; left out: game, options, position, moves */
  tree?: string;
  game?: string;
  options?: string;
  position?: string;
  moves?: string;
  /** "alphabeta:order=best,depth=3"; left out: the textbook's */
  search?: string;
  /** "en" or "fr" */
  language?: string;
}

export interface LessonNode {
  /** its place in the list, before this one; -1 at the root */
  parent: number;
  turn: number;
  /** that leads here */
  move?: string;
  name?: string;
  /** probability of the outcome that leads here: "1/6" */
  chance?: string;
  /** of a leaf */
  payoff?: string;
  /** what the search returned */
  value?: string;
  visits?: number;
  mean?: number;
  /** the depth limit ended the search here */
  horizon?: boolean;
  /** on the line that the search expects */
  best?: boolean;
  /** in the end */
  state: "unseen" | "seen" | "cut";
}

export interface LessonStep {
  kind: "move" | "enter" | "leaf" | "better" | "window" | "cut" | "average" | "return" | "simulation" | "candidate" | "select" | "expand" | "playout" | "backup" | "question" | "numbers" | "bounds";
  /** where it happens */
  node: number;
  /** of Lesson.code */
  line: number;
  /** one sentence */
  text: string;
  child?: number;
  /** a number, a tuple "(1, 2, 6)", "2:5", positions left for yes:no, or "-1..4", bounds */
  value?: string;
  /** of a return: one move alone was tried, the value is a bound */
  probe?: "least" | "most";
  /** null: none yet */
  alpha?: number | null;
  beta?: number | null;
  /** the children that are not looked at */
  cut?: number[];
  /** because of the bound that this node set; -1: the first window */
  by?: number;
  bound?: "alpha" | "beta";
  visits?: number;
  mean?: number;
  /** exploration */
  bonus?: number;
  rewards?: number[];
}

export interface LessonResult {
  value: number | null;
  values: (number | null)[];
  exact: boolean;
  stopped: boolean;
  nodes: number;
  leaves: number;
  line: string[];
}

export interface Lesson {
  search: string;
  algorithm: string;
  players: number;
  /** the players are called MAX and MIN */
  maxAndMin: boolean;
  /** the search has any */
  windows: boolean;
  simulates: boolean;
  /** what can be asked in an exercise */
  asks: string[];
  /** lines of pseudo-code */
  code: string[];
  /** pre-order */
  nodes: LessonNode[];
  steps: LessonStep[];
  result: LessonResult;
}

export interface ExerciseBody {
  /** these as in LessonBody */
  tree?: string;
  game?: string;
  options?: string;
  position?: string;
  moves?: string;
  search?: string;
  language?: string;
  /** "values,windows,cuts" or "choices" */
  ask: string;
  /** one for each blank: they are judged */
  answers?: string[];
  /** tell the right answers */
  solution?: boolean;
}

export interface Candidate {
  child: number;
  move: string;
  visits: number;
  mean: number;
}

export interface Blank {
  ask: "values" | "windows" | "cuts" | "choices";
  /** of a cut: that the arc leads to */
  node: number;
  /** of a choice */
  candidates?: Candidate[];
  /** of a choice: of the node */
  visits?: number;
  verdict?: "right" | "wrong" | "unreadable";
  /** it is not right */
  why?: string;
  solution?: string;
}

export interface Exercise {
  blanks: Blank[];
  right: number;
}

export interface SheetBody {
  /** these as in ExerciseBody */
  tree?: string;
  game?: string;
  options?: string;
  position?: string;
  moves?: string;
  search?: string;
  language?: string;
  /** left out: all that can be asked */
  ask?: string;
  solution?: boolean;
  /** "svg" or "pdf" */
  format?: string;
}

export interface WalkBody {
  game: string;
  options?: string;
  position?: string;
  moves?: string;
  /** left out: alphabeta, or what walks through the game's tree */
  search?: string;
  /** limits */
  nodes?: number;
  seconds?: number;
  depth?: number;
}

export interface WalkMark {
  /** number in the record: ask for it to see it larger */
  node: number;
  /** its place in the list, before this one; -1: the first */
  parent: number;
  /** positions visited in it */
  total: number;
  /** ... and by its parent before it */
  before: number;
  /** stands for so many brothers too small to be shown */
  rest?: number;
  move?: string;
  /** no move: a step of deepening, a pass, the same position again */
  by?: "step" | "pass" | "again";
  turn?: number;
  /** left */
  depth?: number;
  /** high: cut; low: all moves refuted */
  kind?: "exact" | "high" | "low" | "leaf" | "stopped";
  /** for the first player */
  value?: number;
}

export interface WalkPlace {
  node: number;
  move: string;
  by?: "step" | "pass" | "again";
}

export interface WalkTree {
  /** from the search as a whole to the first mark */
  path: WalkPlace[];
  marks: WalkMark[];
}

export interface Walk {
  id: string;
  search: string;
  nodes: number;
  /** nodes that can be looked at one by one */
  kept: number;
  /** subtrees smaller than this were dropped */
  least: number;
  depth: number;
  seconds: number;
  value: number | null;
  move: string;
  tree: WalkTree;
}

/** What each route takes and gives. */
export interface Routes {
  "GET /api/library": { body: null; answer: Library };
  "GET /api/games": { body: null; answer: GameSummary[] };
  "POST /api/games": { body: NewGame; answer: Created };
  "GET /api/games/{id}": { body: null; answer: GameState };
  "POST /api/games/{id}/close": { body: Keyed; answer: Done };
  "POST /api/games/{id}/move": { body: MoveBody; answer: GameState };
  "POST /api/games/{id}/undo": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/redo": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/takeback": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/goto": { body: GotoBody; answer: GameState };
  "POST /api/games/{id}/keep": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/restart": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/swap": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/seats": { body: SeatsBody; answer: GameState };
  "POST /api/games/{id}/pause": { body: SwitchBody; answer: GameState };
  "POST /api/games/{id}/resign": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/hint": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/now": { body: Keyed; answer: GameState };
  "POST /api/games/{id}/analyse": { body: AnalyseBody; answer: GameState };
  "POST /api/games/{id}/teach": { body: SwitchBody; answer: GameState };
  "GET /api/games/{id}/at": { body: null; answer: Board };
  "GET /api/games/{id}/line": { body: null; answer: Line };
  "GET /api/games/{id}/record": { body: null; answer: string };
  "GET /api/games/{id}/tree": { body: null; answer: Tree };
  "GET /api/events": { body: null; answer: string };
  "POST /api/subscribe": { body: Subscribe; answer: Subscribed };
  "GET /api/matches": { body: null; answer: MatchSummary[] };
  "POST /api/matches": { body: NewMatch; answer: MatchState };
  "GET /api/matches/{id}": { body: null; answer: MatchState };
  "POST /api/matches/{id}/pause": { body: Nothing; answer: MatchState };
  "POST /api/matches/{id}/resume": { body: Nothing; answer: MatchState };
  "GET /api/stored": { body: null; answer: StoredGames };
  "GET /api/runs": { body: null; answer: RunSummary[] };
  "POST /api/runs": { body: NewRun; answer: RunState };
  "GET /api/runs/{id}": { body: null; answer: RunState };
  "POST /api/runs/{id}/pause": { body: Nothing; answer: RunState };
  "POST /api/runs/{id}/resume": { body: ResumeRun; answer: RunState };
  "GET /api/learn/lectures": { body: null; answer: Lecture[] };
  "GET /api/learn/random": { body: null; answer: TreeText };
  "POST /api/learn/lesson": { body: LessonBody; answer: Lesson };
  "POST /api/learn/exercise": { body: ExerciseBody; answer: Exercise };
  "POST /api/learn/sheet": { body: SheetBody; answer: string };
  "POST /api/learn/walks": { body: WalkBody; answer: Walk };
  "GET /api/learn/walks/{id}": { body: null; answer: WalkTree };
}

/** What the stream carries. */
export interface Events {
  hello: Hello;
  games: GameList;
  state: TopicState;
  thinking: Thinking;
  tree: Tree;
  closed: Closed;
  matches: MatchList;
  match: MatchState;
  board: MatchBoard;
  runs: RunList;
  run: RunState;
}
