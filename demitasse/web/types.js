/**
 * The shapes the server sends, for readers and editors; nothing runs here.
 *
 * @typedef {{x: number, y: number, w: number, h: number, symbol?: string, ground?: string, text?: string, tint?: string}} Part
 * @typedef {{id: string, x: number, y: number, w?: number, h?: number, symbol?: string, title?: string, symbols?: string[], corner?: string,
 *   note?: string, label?: string, letter?: string, count?: number, tint?: string, ground?: string, state?: string, turn?: number, layer?: number,
 *   face?: Part[], worth?: string, lacking?: number[], group?: string}} Piece
 * @typedef {{id: string, x: number, y: number, w: number, h: number, label?: string, ground?: string, shape?: string, symbol?: string, text?: string,
 *   count?: number, state?: string, corner?: string, tint?: string, title?: string, note?: string}} Place
 * @typedef {{id: string, d: string, ground?: string, label?: string}} Outline
 * @typedef {{label: string, value: string, symbol?: string}} Row
 * @typedef {{id: string, label: string, width: number, height: number, places?: Place[], pieces?: Piece[], size?: string, seat?: number,
 *   facts?: Row[], left?: number, top?: number, outlines?: Outline[], plane?: boolean}} Group
 * @typedef {{id: string, label: string, rows: Row[]}} Panel
 * @typedef {{text: string, label: string, on: string, start?: string, key?: string, price?: string, then?: string, short?: string, badge?: string, ghost?: string,
 *   covers?: string[], quiet?: boolean}} Action
 * @typedef {{label: string, value: string, symbol?: string, of?: string, after?: string, tone?: string, words?: string}} Fact
 * @typedef {{label: string, symbols?: string[], text?: string, marks?: string[], tone?: string}} Tile
 * @typedef {{x: number, y: number, w?: number, h?: number, ground?: string, symbol?: string, tint?: string, piece?: string, count?: number, text?: string,
 *   state?: string}} Cell
 * @typedef {{text?: string, symbol?: string, ring?: boolean}} Sign
 * @typedef {{label: string, value?: string, symbol?: string, symbols?: string[], lacking?: number[], tone?: string, id?: string, note?: string,
 *   does?: Sign[]}} Item
 * @typedef {{id: string, label: string, now: number, most: number, symbol?: string}} Track
 * @typedef {{kind: string, tiles?: Tile[], cells?: Cell[], items?: Item[], track?: Track, facts?: Fact[], beside?: boolean}} Line
 * @typedef {{seat: number, name: string, score: number, label: string, lines?: Line[], facts?: Fact[], chip?: Fact[], badges?: Tile[], now?: string}} Summary
 * @typedef {{game: string, title: string, seat: number | null, actor: number | string | null, ask: string, question?: string, so: string, groups: Group[],
 *   actions: Action[], panels?: Panel[], grounds?: Record<string, string>, ghosts?: Piece[], secret?: boolean, lines?: string[],
 *   summaries?: Summary[]}} Scene
 * @typedef {{seat: number, kind: string, name: string, level?: string, connected?: boolean, yours: boolean, conceded?: boolean}} Seat
 * @typedef {{text: string, label: string, weight: number}} Draw
 * @typedef {{id: string, game: string, title: string, stage: "open" | "playing" | "over", by_hand: boolean, options: Record<string, any>, host: boolean,
 *   seats: Seat[], yours: number[], head: number, ply: number, waiting: number[], draws?: Draw[], undo: boolean, restart: boolean, winners?: number[],
 *   scores: Record<string, number>[], watching?: number, seed?: string, commit?: string, rematch?: string, seat: number | null, scene: Scene}} Table
 * @typedef {{seq: number, kind: string, ply: number, seat?: number, text: string, say: string, scene?: Scene,
 *   reveals?: {seq: number, say: string}[]}} LogRow
 * @typedef {{person: string, name: string, csrf: string}} Session
 */
export {};
