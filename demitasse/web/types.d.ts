/** What the server sends and is sent. `make types` makes it from core and server/shapes.py. */

/** A number with what it counts: `value` of `of`, and what it would be `after` the choice in focus. */
export interface Fact {
  label: string;
  value: string;
  symbol?: string;
  of?: string;
  after?: string;
  tone?: string;
  words?: string;
  told?: boolean;
}

/** So many of a thing out of the most there can be: cups to act, paws, points on the way to the end, rounds. */
export interface Track {
  id: string;
  label: string;
  now: number;
  most: number;
  symbol?: string;
  used?: number;
  full?: string;
  gone?: string;
  say?: string;
  head?: string;
}

/** How a number is made up: "2 × 2 + 3" and 7. */
export interface Sum {
  id: string;
  label: string;
  terms: string;
  total: number;
  symbol?: string;
}

/** A line of a sheet: what it is, what it costs now, what it has brought so far. */
export interface SheetRow {
  id: string;
  label: string;
  symbol?: string;
  price?: string;
  price_symbol?: string;
  tone?: string;
  now?: string;
  line?: string;
  mark?: string;
  value?: string;
  state?: string;
  key?: string;
  then?: string;
  worth?: string;
}

/** A table to choose from: rows with price, now and gain. */
export interface Sheet {
  id: string;
  label: string;
  heads: string[];
  rows: SheetRow[];
  total?: string;
  sum?: number;
  abreast?: boolean;
}

/** One of the ways a thing can lie: what it then says, and what it costs to make it so. */
export interface Face {
  value: string;
  symbol: string;
  price?: string;
}

/** What one of several things counts as: the item, the floor; and which of its faces lies up. */
export interface Role {
  label: string;
  owner: string;
  faces: Face[];
  now: number;
  tint?: string;
}

/** One way to read the things that lie there; `picks` is what it proposes, by id. */
export interface Reading {
  roles: Role[];
  picks?: string;
}

/**
 * The ways to read what lies there, one of them shown; a button and a key change over. An action's `reads` says which
 * of them it is, and which face each thing would show.
 */
export interface Readings {
  id: string;
  label: string;
  ways: Reading[];
  key?: string;
  price_symbol?: string;
}

/** The phases of a round, and which one it is. */
export interface PhaseStrip {
  steps: string[];
  now: number;
  round?: Track;
  has?: Tile[];
}

/** One kind of action: what it would do in a few words, or why it is not possible now. */
export interface Kind {
  id: string;
  label: string;
  symbol?: string;
  key?: string;
  say?: string;
  why?: string;
  open?: boolean;
  ask?: string;
  so?: string;
}

/** The kinds of action of this game, always in the same order. */
export interface Bar {
  id: string;
  label: string;
  kinds: Kind[];
  soon?: boolean;
}

/** A word of a phrase in symbols: a symbol, a few letters, or both; a ring is around what sets the rest off. */
export interface Sign {
  text?: string;
  symbol?: string;
  ring?: boolean;
}

/** A line of a list: symbol, words, a number at its end. */
export interface Item {
  label: string;
  value?: string;
  symbol?: string;
  symbols?: string[];
  lacking?: number[];
  tone?: string;
  id?: string;
  note?: string;
  does?: Sign[];
}

/** A list to look things up in: my cafés and what they lack, what I did this turn, effects in force. */
export interface Listing {
  id: string;
  label: string;
  items: Item[];
  note?: string;
}

/** One cell of a small map, in cells from its upper left corner: its ground, its drawing, what lies on it. */
export interface Cell {
  x: number;
  y: number;
  w?: number;
  h?: number;
  ground?: string;
  symbol?: string;
  tint?: string;
  piece?: string;
  count?: number;
  text?: string;
  state?: string;
}

/** A small box in a row of boxes: symbols in it, words or a number, a little card each for `marks`. */
export interface Tile {
  label: string;
  symbols?: string[];
  text?: string;
  marks?: string[];
  tone?: string;
  tint?: string;
}

/**
 * A line of a summary. `cups`, `zones` (the further right, the hotter), `counts`, `marks` (symbols with what they
 * brought) and `sums` are tiles side by side; `map` is cells; `way` is a track with facts at its end; `cards` and
 * `urgent` are items one below the other.
 */
export interface Line {
  kind: string;
  tiles?: Tile[];
  cells?: Cell[];
  items?: Item[];
  track?: Track;
  facts?: Fact[];
  beside?: boolean;
}

/** What one asks of another: how far, with what, how soon, and what could hurt me. */
export interface Summary {
  seat: number;
  name: string;
  score: number;
  label: string;
  lines?: Line[];
  facts?: Fact[];
  chip?: Fact[];
  badges?: Tile[];
  now?: string;
  matters?: string;
}

/**
 * A panel of the table: its head, and what stands in it from top to bottom, by id. `hand` is the area of what one
 * holds: it stands in the dock. An area of a seat that the arrangement does not name is opened beside one's own, from
 * that seat's summary.
 */
export interface Area {
  id: string;
  label: string;
  holds: string[];
  seat?: number;
  score?: number;
  note?: string;
  beside?: string;
  facts?: Fact[];
  symbol?: string;
  tone?: string;
  style?: string;
  cell?: string;
  idle?: boolean;
}

/**
 * Where the areas stand: rows of cells, as in a CSS grid, and the widths of the columns. `others` (everybody's
 * summaries) and `log` are cells that every table has; areas of one cell stand one below the other, and the log below
 * the others. What a form leaves out is not shown there. While another's board is pinned beside one's own, it stands in
 * the cell of the others, and the log makes room for it.
 */
export interface Arrangement {
  desk: string[];
  desk_columns: string;
  tablet: string[];
  tablet_columns: string;
  phone: string[];
  desk_rows?: string;
  pinned_columns?: string;
}

/** All furniture of a scene. */
export interface Furniture {
  areas?: Area[];
  arrangement?: Arrangement;
  tracks?: Track[];
  sums?: Sum[];
  sheets?: Sheet[];
  bars?: Bar[];
  listings?: Listing[];
  readings?: Readings[];
  phases?: PhaseStrip;
}

/** What is printed on a piece, at its place from the piece's upper left corner. */
export interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
  symbol?: string;
  ground?: string;
  text?: string;
  tint?: string;
  shape?: string;
  scale?: number;
  state?: string;
}

/** Something that moves: a symbol, or a card with a title and a row of symbols. */
export interface Piece {
  id: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  symbol?: string;
  title?: string;
  symbols?: string[];
  corner?: string;
  note?: string;
  label?: string;
  letter?: string;
  count?: number;
  tint?: string;
  ground?: string;
  state?: string;
  turn?: number;
  layer?: number;
  face?: Part[];
  worth?: string;
  lacking?: number[];
  at?: string;
  tag?: string;
  tone?: string;
  does?: Sign[];
}

/** Somewhere pieces lie: a cell, a cup, a zone. */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label?: string;
  ground?: string;
  shape?: string;
  symbol?: string;
  text?: string;
  count?: number;
  state?: string;
  corner?: string;
  tint?: string;
  title?: string;
  note?: string;
  mark?: string;
  says?: Item[];
  empty?: string;
  d?: string;
  seams?: string;
  at?: string;
  where?: string;
}

/**
 * Things that lie together, in coordinates of their own. `form` says how they are shown where there is room to choose:
 * as a picture by their coordinates (`board`, `plane`: one that grows without end, seen through a window), as a `grid`
 * of so many columns, or as a flow of places and pieces in reading order, whose look is named by the form: `cups`,
 * `zones` (rows with a name), `lanes` (columns with a name), `cards` (small ones), `tiles` (cards beside their symbol),
 * `faces` (cards beside their picture), `boards` (chalkboards on a rail), `offers` (cards to compare), `tokens`,
 * `stacks` (equal tokens on a pile), `piles` (upon each other, with how they count), `supply`, `badges`, `dice`,
 * `portraits` (who can be chosen: on a phone over what stands before them, while they are asked for, else in the dock).
 * Pictures in files use the coordinates of all; what is of the form `file` is shown there only, since furniture says it
 * better elsewhere.
 */
export interface Group {
  id: string;
  label: string;
  width: number;
  height: number;
  places?: Place[];
  pieces?: Piece[];
  size?: string;
  seat?: number;
  facts?: Row[];
  left?: number;
  top?: number;
  form?: string;
  columns?: number;
}

/** A line of a panel: a symbol, what it is, how much. */
export interface Row {
  label: string;
  value: string;
  symbol?: string;
  told?: boolean;
}

/** Something to look up: a score and how it is made up, what is left. */
export interface Panel {
  id: string;
  label: string;
  rows: Row[];
}

/**
 * A legal action: its text, what it does in words, where it is clicked, and where a move of two clicks is picked up.
 */
export interface Action {
  text: string;
  label: string;
  on: string;
  start?: string;
  key?: string;
  price?: string;
  then?: string;
  short?: string;
  badge?: string;
  badge_symbol?: string;
  ghost?: string;
  covers?: string[];
  quiet?: boolean;
  symbol?: string;
  symbols?: string[];
  kind?: string;
  tone?: string;
  harm?: number;
  deed?: string;
  confirm?: boolean;
  usual?: boolean;
  reads?: number[];
  where?: string;
  path?: string[];
}

/**
 * A place where a piece on offer could lie later, shown while one compares: nothing is done by it. The ghost that is
 * drawn there is called ghost-{piece}-{turn}.
 */
export interface Trial {
  of: string[];
  turn: number;
  on: string;
  label: string;
  text: string;
  price?: string;
  short?: string;
  badge?: string;
  covers?: string[];
  first?: string[];
}

/** What is asked next, once something is picked and all that can be picked now lies in some groups or words. */
export interface Step {
  on: string;
  question: string;
  so?: string;
  picked?: string;
}

/** A whole table as one seat sees it. */
export interface Scene {
  game: string;
  title: string;
  seat: number | null;
  actor: number | string | null;
  ask: string;
  so: string;
  groups: Group[];
  actions: Action[];
  panels?: Panel[];
  grounds?: Record<string, string>;
  ghosts?: Piece[];
  lines?: string[];
  waits?: string;
  secret?: boolean;
  question?: string;
  summaries?: Summary[];
  furniture?: Furniture;
  symbol?: string;
  trials?: Trial[];
  rule?: string;
  steps?: Step[];
  touch?: string;
  ways?: Action[];
}

/**
 * What a scene says first: what is asked or the case, what follows from it, the question without a name, and what who
 * waits is told of who acts; `touch` as in a scene.
 */
export interface Prompt {
  ask: string;
  so?: string;
  question?: string;
  waits?: string;
  touch?: string;
}

/** What points are made of; every bar has its lines in this order. */
export interface ScoreLine {
  name: string;
  symbol: string;
}

/** A part of somebody's bar. */
export interface BarPart {
  line: number;
  points: number;
  label?: string;
}

/** Somebody's place, and the bar that their points make up. */
export interface Placing {
  seat: number;
  name: string;
  place: number;
  total: number;
  parts: BarPart[];
  mine?: boolean;
  conceded?: boolean;
}

/** What parted two who have the same points; the *verdict* stands between stars. */
export interface TieBreak {
  seats: number[];
  say: string;
}

/** A step of the ladder of ratings: the least points for it. */
export interface Rung {
  least: number;
  name: string;
}

/** How good a score is that was made alone. */
export interface Rating {
  rungs: Rung[];
  mine: number;
}

/** A turn that stands out, and the moment after it. */
export interface KeyTurn {
  round: number;
  seat: number;
  ply: number;
  say: string;
}

/** Every seat's score after every round if it had ended then, round 0 first. */
export interface ScoreCourse {
  scores: number[][];
  turn?: KeyTurn;
  reference?: number;
  reference_label?: string;
}

/** Something worth remembering. */
export interface Highlight {
  symbol: string;
  head: string;
  say: string;
  ply?: number;
}

export interface LegendEntry {
  symbol: string;
  say: string;
}

/** How a game ended. */
export interface GameResult {
  say: string;
  why: string;
  heading: string;
  symbol: string;
  rounds: number;
  lines: ScoreLine[];
  places: Placing[];
  course: ScoreCourse;
  scale: number;
  ties?: TieBreak[];
  rating?: Rating;
  facts?: Highlight[];
  legend?: LegendEntry[];
  summaries?: Summary[];
  shared?: string[];
}

export interface SessionAsked {
  name: string;
}

/** me; open for whoever has the link; a bot of a level; or another person at my screen. */
export interface SeatAsked {
  kind: "me" | "open" | "bot" | "screen";
  level?: string;
  name?: string;
}

export interface Origin {
  table: string;
  ply: number;
}

/**
 * A game with seats and options; or a record; or a table to go on from. In both of these, bots take the last seats
 * where none are named.
 */
export interface TableAsked {
  seats: SeatAsked[];
  game?: string;
  options?: Record<string, boolean | number>;
  box?: string;
  by_hand?: boolean;
  listed?: boolean;
  automatic?: boolean;
  hints?: boolean;
  undo?: boolean;
  chat?: boolean;
  record?: string;
  from?: Origin;
}

export interface JoinAsked {
  seat?: number;
  luck?: string;
}

/** Whether a table is shown to strangers in the lobby; whoever has its link can sit down in any case. */
export interface ListAsked {
  listed: boolean;
}

/** What may be done at a table; what is null stays as it is. */
export interface SettingsAsked {
  automatic?: boolean;
  hints?: boolean;
  undo?: boolean;
  chat?: boolean;
}

/** Words of one's own, one of a few phrases by its name, or a nudge for whom the table waits for (without text). */
export interface TalkAsked {
  kind: "words" | "phrase" | "nudge";
  text?: string;
}

export interface StartAsked {
  luck?: string;
}

/**
 * The text of a decision, of several that are said at once (with " / " between them: all are made or none), or beside a
 * real box of a draw; `seq` is the last row the sender knows, `nonce` names this attempt.
 */
export interface PlayAsked {
  seat: number;
  seq: number;
  text: string;
  nonce: string;
}

export interface UndoAsked {
  seat: number;
  seq: number;
  nonce: string;
  turn?: boolean;
}

/** Give a seat to a bot, take it back, or concede; before the game its host can also free a seat. */
export interface SeatChangeAsked {
  seat: number;
  seq: number;
  nonce: string;
  change: "bot" | "back" | "concede" | "free";
  level?: string;
}

/** What the page is told before it asks anything. */
export interface Constants {
  name: number;
  box: number;
  record: number;
  level: string;
  talk: number;
  phrases: string[];
  languages: Record<string, string>;
  busy: Record<string, string>;
}

export interface OptionShown {
  name: string;
  meaning: string;
  high: number;
}

export interface GameShown {
  name: string;
  title: string;
  credits: string;
  seats: number[];
  options: OptionShown[];
  pitch: string;
  minutes: number;
}

export interface Games {
  games: GameShown[];
  levels: Record<string, string>;
}

/** `person` is null for somebody who has not said a name yet. */
export interface Session {
  person: string | null;
  name: string;
  csrf: string;
}

export interface SeatShown {
  seat: number;
  kind: "person" | "open" | "bot";
  name: string;
  connected: boolean;
  yours: boolean;
  conceded: boolean;
  level: string | null;
}

/** A table in a list. */
export interface TableLine {
  id: string;
  game: string;
  title: string;
  stage: "open" | "playing" | "over" | "damaged";
  seats: SeatShown[];
  yours: number[];
  waiting: number[];
  created: number;
}

/** A symbol within a text, and its words. */
export interface IconShown {
  symbol: string;
  label: string;
}

/**
 * Something that a turn changed: a place or a piece by its id, or what a summary says, by where it stands in it:
 * `summary-SEAT-facts-NUMBER`, `summary-SEAT-LINE-NUMBER`, `summary-SEAT-score`.
 */
export interface MarkShown {
  on: string;
  kind: "trail" | "changed" | "new" | "gone";
  delta?: string;
  path?: string[];
}

/** A turn in a sentence or two: what was done (`say`, with symbols), what came of it (`so`); a log shows both. */
export interface TurnShown {
  turn: number;
  round: number | null;
  seat: number | null;
  first: number;
  last: number;
  say: (string | IconShown)[];
  so: string;
  mine: boolean;
  score: number[];
  marks: MarkShown[];
  brief: (string | IconShown)[];
  ended: boolean;
}

export interface DrawShown {
  text: string;
  label: string;
  weight: number;
}

/** A table as one seat (or, with `seat` null, anybody) may see it. */
export interface TableShown {
  id: string;
  game: string;
  title: string;
  stage: "open" | "playing" | "over";
  by_hand: boolean;
  options: Record<string, number>;
  box: boolean;
  host: boolean;
  seats: SeatShown[];
  yours: number[];
  head: number;
  ply: number;
  waiting: number[];
  draws: DrawShown[];
  undo: boolean;
  restart: boolean;
  winners: number[];
  scores: Record<string, number>[];
  watching: number;
  watchers: string[];
  luck: string[];
  commit: string;
  seed: string | null;
  rematch: string | null;
  seat: number | null;
  created: number;
  listed: boolean;
  variants: string[];
  automatic: boolean;
  hints: boolean;
  undo_allowed: boolean;
  undo_seat: number | null;
  chat: boolean;
  preparing: boolean;
  since: TurnShown[];
  scene: Scene | null;
  result: GameResult | null;
}

/** The row that was written, and the last row then. */
export interface Done {
  seq: number;
  head: number;
}

export interface Revealed {
  seq: number;
  seat: number | null;
  text: string;
  say: string;
  told: TurnShown | null;
}

/** A row of the log; what is still secret reads "?". */
export interface RowShown {
  seq: number;
  kind: "play" | "draw" | "undo" | "leave";
  ply: number;
  text: string;
  say: string;
  seat?: number;
  reveals?: Revealed[];
  turn?: number;
  round?: number;
  told?: TurnShown;
  scene?: Scene;
}

export interface Log {
  head: number;
  rows: RowShown[];
  view: string;
}

export interface Replay {
  ply: number;
  plies: number;
  say: string;
  scene: Scene;
  told: TurnShown | null;
  ends: number[];
}

export interface Preview {
  pieces: (Piece & { group: string })[];
  gone: string[];
  furniture: Furniture;
  summaries: Summary[];
  scores: number[];
}

export interface AdviceShown {
  text: string;
  label: string;
  share: number;
  lead: number;
}

/** Why, in words: what it gains (+), costs or leaves to the others (-), or what else is to be known. */
export interface ReasonShown {
  text: string;
  sign: "+" | "-" | "";
}

/** A good way to go on, as far as one's turn goes or a draw comes between. */
export interface WayShown {
  plies: string[];
  path: string[];
  walked: boolean;
  then: string[];
  say: (string | IconShown)[];
  why: ReasonShown[];
  chance: number | null;
  after: Preview;
}

export interface HintShown {
  actions: AdviceShown[];
  line: string[];
  best: string;
  ways: WayShown[];
}

export interface Token {
  token: string;
}

export interface TokensRevoked {
  revoked: number;
}

export interface Words {
  language: string;
  plural: string[];
  words: Record<string, string | string[]>;
}

export interface GuideShown {
  title: string;
  html: string;
}

/**
 * Something that was said at a table: words, the name of a phrase, a nudge (`text`: the seats it is for), or that
 * somebody has asked for a hint.
 */
export interface TalkShown {
  number: number;
  kind: "words" | "phrase" | "nudge" | "hint";
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** The number of the last line then. */
export interface Talked {
  talked: number;
}

/**
 * What a live connection says: news of the log, of the people at the table and of what they say, or that it is still
 * there.
 */
export interface Frame {
  kind: "rows" | "table" | "ping";
  head: number | null;
  view: string | null;
  rows: RowShown[] | null;
  table: TableShown | null;
  talk: TalkShown[] | null;
}
