/** Which action is meant: narrows the legal ones by the places and pieces picked, in any order. Knows no page. */

/** @import { Action } from "../types.js" */

/** Whether an action is several decisions at once. @param {Action} action */
export const isWay = (action) => action.text.includes(" / ");

export class Picker {
  /**
   * @param {Action[]} actions
   * @param {(id: string) => boolean} isSpot whether it can be clicked; a group cannot: its actions are in the dock
   */
  constructor(actions, isSpot) {
    this.actions = actions;
    this.isSpot = isSpot;
    /** @type {string[]} */ this.picks = [];
    /** @type {Action | null} */ this.aimed = this.isLaying() ? gentlest(actions) : null;
    this.ghost = this.aimed?.ghost ?? ""; // turned so that it hurts least
  }

  /** The actions that fit what is picked; what belongs to no kind and no place is always possible. */
  left() {
    const isApart = (/** @type {Action} */ action) => !action.kind && !action.quiet && !this.spots(action).length;
    return this.actions.filter((action) =>
      this.picks.every((id) => this.fits(action, id) || (this.isKind(id) && isApart(action))),
    );
  }

  /** Whether a bar shows the kinds of action that there are. */
  get hasKinds() {
    return this.actions.some(({ kind }) => kind);
  }

  /** Whether something is a kind of action, not a place or piece. @param {string} id */
  isKind(id) {
    return this.actions.some((action) => action.kind === id);
  }

  /** The kind that is picked. */
  get kind() {
    return this.picks.find((id) => this.isKind(id)) ?? "";
  }

  /**
   * Whether an action can be meant now: the last click of a way is asked for only after the others.
   * @param {Action} action
   */
  isOpen(action) {
    return !isWay(action) || !action.then || this.picks.includes(action.on);
  }

  /** Whether something belongs to an action. @param {Action} action @param {string} id */
  fits(action, id) {
    return action.kind === id || this.spots(action).includes(id);
  }

  /** Whether what is in hand is laid and turned: then picking only aims. */
  isLaying() {
    return this.actions.length > 0 && this.actions.every((action) => action.ghost);
  }

  /** The actions that lay what is in hand as it is turned now. */
  laid() {
    return this.actions.filter((action) => action.ghost === this.ghost);
  }

  /**
   * What can be picked next, with the actions it leads to. What all of them share is implied.
   * @returns {Map<string, Action[]>}
   */
  lit() {
    if (this.isLaying()) return index(this.laid(), (action) => [action.on]);
    if (!this.picks.length && this.hasKinds) return index(this.actions, ({ kind }) => (kind ? [kind] : []));
    return this.onTable();
  }

  /** What can be picked next on the table itself. */
  onTable() {
    const left = this.left().filter((action) => !action.quiet);
    const single = left.filter((action) => !isWay(action));
    const sure = single.length ? single : left; // a way does not light what a single decision implies
    const implied =
      left.length > 1
        ? this.spots(sure[0]).filter((id) => sure.every((action) => this.spots(action).includes(id)))
        : [];
    const open = index(left, (action) => this.open(action, implied));
    return open.size || left.length !== 1 ? open : index(left, (action) => this.spots(action).slice(0, 1));
  }

  /** What could be picked instead, from the start. @returns {Map<string, Action[]>} */
  others() {
    if (this.isLaying()) return new Map();
    const anew = new Picker(this.actions, this.isSpot);
    if (this.picks.length) return anew.lit();
    return this.hasKinds ? anew.onTable() : new Map();
  }

  /**
   * Where else what is picked could go, once no more than the last click is left; and what else that could be.
   * @returns {Map<string, Action[]>}
   */
  instead() {
    const { picks } = this;
    const left = this.left();
    const isPicked = (/** @type {Action} */ action) =>
      this.spots(action).every((id) => picks.includes(id) || id === action.then);
    const without = (/** @type {string | undefined} */ last, isSure = true) => {
      const rest = picks.filter((id) => id !== last);
      if (this.isLaying() || !rest.length || rest.length === picks.length || !isSure) return [];
      return Object.assign(new Picker(this.actions, this.isSpot), { picks: rest }).lit();
    };
    return new Map([...without(left[0]?.then), ...without(left[0]?.on, left.every(isPicked))]);
  }

  /** One of the actions that differ only in what is asked last; none where more is open. @returns {Action | null} */
  begun() {
    const [first, ...more] = this.left();
    const isSure = first?.then && this.picks.includes(first.on);
    return isSure && more.every(({ start, on }) => start === first.start && on === first.on) ? first : null;
  }

  /** Where something can be picked up to be dragged. @returns {Set<string>} */
  starts() {
    return new Set(
      this.actions.flatMap((action) =>
        action.start && !action.ghost && this.isSpot(action.start) ? [action.start] : [],
      ),
    );
  }

  /**
   * Picks a place or piece. Gives the action if there is only one left, and picks it up otherwise.
   * @param {string} id
   * @returns {Action | null}
   */
  pick(id) {
    if (this.isLaying()) {
      this.aimed = this.laid().find((action) => action.on === id) ?? this.aimed;
      return null;
    }
    if (this.picks.includes(id)) return this.drop(id);
    const isLast = (/** @type {Action} */ action) => action.then === id && !this.isOpen(action);
    const fitting = () => this.left().filter((action) => !action.quiet && this.fits(action, id) && !isLast(action));
    const goes = (/** @type {string} */ pick) =>
      this.actions.some((action) => !action.quiet && this.fits(action, pick) && this.fits(action, id));
    if (!fitting().length) this.picks = this.isKind(id) ? [] : this.picks.filter(goes); // an item goes to another cell
    if (!fitting().length) this.picks = [];
    const left = fitting();
    this.picks.push(id);
    const usual = this.isKind(id) ? dearest(left) : left.find((action) => action.usual);
    this.aimed = (left.length === 1 ? left[0] : usual) ?? null;
    return this.aimed;
  }

  /** Narrows by a key as printed. @param {string} key @returns {Action | null} */
  press(key) {
    const isPrinted = (/** @type {Action} */ action) => action.key?.toLowerCase() === key && this.isOpen(action);
    const left = this.left().filter(isPrinted);
    const found = left.length ? left : this.actions.filter(isPrinted);
    if (!found.length) return null;
    if (found.length === 1) return (this.aimed = found[0]);
    const shared = this.spots(found[0]).find((id) => found.every((action) => this.spots(action).includes(id)));
    this.picks = shared
      ? [...this.picks.filter((id) => found.some((action) => this.spots(action).includes(id)) && id !== shared), shared]
      : this.picks;
    const rest = this.left().filter((action) => !action.quiet);
    this.aimed = rest.length === 1 ? rest[0] : null; // a button does it
    return null;
  }

  /** Turns what is in hand. @param {number} by quarters, or whatever the ways to turn it are */
  turn(by) {
    const ghosts = [...new Set(this.actions.flatMap((action) => action.ghost ?? []))].sort();
    const on = this.aimed?.on;
    this.ghost = ghosts[(ghosts.indexOf(this.ghost) + by + ghosts.length) % ghosts.length];
    this.aimed = this.laid().find((action) => action.on === on) ?? null;
    return on ?? "";
  }

  /** The next place for what is in hand. @param {number} by */
  next(by) {
    const laid = this.laid();
    const at = laid.findIndex((action) => action === this.aimed);
    this.aimed = laid[(at + by + laid.length) % laid.length] ?? null;
  }

  clear() {
    this.picks = [];
    if (!this.isLaying()) this.aimed = null;
  }

  /** @param {string} id @returns {null} */
  drop(id) {
    this.picks = this.picks.filter((pick) => pick !== id);
    this.aimed = null;
    return null;
  }

  /** Everything an action is clicked on. @param {Action} action */
  spots(action) {
    return [action.start, action.on, action.then]
      .filter((id) => id !== undefined && id !== "" && this.isSpot(id))
      .map(String);
  }

  /**
   * What of an action is neither picked yet nor implied; the last click is asked for after the others.
   * @param {Action} action @param {string[]} implied
   */
  open(action, implied) {
    const rest = this.spots(action).filter((id) => !this.picks.includes(id) && !implied.includes(id));
    return rest.length > 1 && action.then ? rest.filter((id) => id !== action.then) : rest;
  }
}

/** What hurts least. @param {Action[]} actions */
export function gentlest(actions) {
  const harm = (/** @type {Action} */ action) => action.harm ?? 0;
  return actions.reduce(
    (best, next) => (!best || harm(next) < harm(best) ? next : best),
    /** @type {Action | null} */ (null),
  );
}

/** @param {Action[]} actions @param {(action: Action) => string[]} spots @returns {Map<string, Action[]>} */
function index(actions, spots) {
  const found = new Map();
  for (const action of actions) for (const id of spots(action)) found.set(id, [...(found.get(id) ?? []), action]);
  return found;
}

/** What brings most, where all of them say what they bring. @param {Action[]} actions @returns {Action | null} */
function dearest(actions) {
  const gain = (/** @type {Action} */ { badge }) => Number(badge || NaN);
  if (!actions.every((action) => gain(action) > 0)) return null;
  return actions.reduce((best, other) => (gain(other) > gain(best) ? other : best));
}
