/** A piece on offer that is tried where it could lie later. Nothing is done by it: the place is only remembered. */

import { Laying } from "./laying.js";
import { Picker } from "./picker.js";

/** @import { Scene, Trial } from "../types.js" */
/** @import { Board } from "./board.js" */

/** @typedef {{ghost: string, on: string}} Kept where something was tried, and how it was turned */

export class Trying {
  /** @param {Board} board @param {string} piece @param {Trial[]} trials @param {Kept | undefined} kept */
  constructor(board, piece, trials, kept) {
    this.board = board;
    this.piece = piece;
    this.meant = ""; // how it is to be paid for: the text of that action
    this.picker = new Picker(
      trials.map((trial) => ({
        ...trial,
        ghost: `ghost-${piece}-${trial.turn ?? 0}`,
        harm: Number(!trial.first?.includes(piece)),
      })),
      () => true,
    );
    recall(this.picker, kept);
    this.laying = new Laying(board, this.picker);
  }

  /** What is tried, if a piece is picked that can be. @param {Scene} scene @param {string[]} picks */
  static of(scene, picks) {
    const trials = scene.trials ?? [];
    const piece = picks.find((id) => trials.some(({ of }) => of.includes(id)));
    const own = trials.filter(({ of }) => piece !== undefined && of.includes(piece));
    return piece === undefined ? null : { piece, own };
  }

  /** Where it lies now. @returns {Kept | undefined} */
  get kept() {
    const { aimed, ghost } = this.picker;
    return aimed ? { ghost, on: aimed.on } : undefined;
  }

  /** What would lay it where it is now; nothing where it may not lie. */
  get text() {
    return (!this.laying.wrong && this.picker.aimed?.text) || "";
  }
}

/** Aims where something was tried before, if it may lie there. @param {Picker} picker @param {Kept | undefined} kept */
export function recall(picker, kept) {
  const found = picker.actions.find(({ ghost, on }) => ghost === kept?.ghost && on === kept?.on);
  if (!found) return;
  picker.ghost = found.ghost ?? "";
  picker.aimed = found;
}
