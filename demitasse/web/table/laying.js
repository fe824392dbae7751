/** What is in hand and is laid: brought to a place, turned, sent to the next place, and held where it does not fit. */

import { say } from "../ui/language.js";
import { nearest, sizeOf } from "./spots.js";

/** @import { Scene } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Picker } from "./picker.js" */

const NEAR = 0.6; // how far from a place, in its own size, what is in hand still snaps to it

export class Laying {
  /** @param {Board} board @param {Picker} picker */
  constructor(board, picker) {
    this.board = board;
    this.picker = picker;
    /** Where it is held, if it fits nowhere near. @type {{x: number, y: number} | null} */ this.wrong = null;
  }

  /** @param {Scene} scene */
  show(scene) {
    const { aimed, ghost, actions } = this.picker;
    const piece = scene.ghosts?.find(({ id }) => id === ghost) ?? null;
    const place = this.board.spot(aimed?.on ?? "");
    const group = place?.group ?? this.board.spot(actions[0]?.on ?? "")?.group ?? "";
    const at = this.wrong ?? place?.item;
    const words = this.wrong ? say("not here") : (aimed?.badge ?? "");
    this.board.hold(group, at ? piece : null, at ?? { x: 0, y: 0 }, words, this.wrong === null);
  }

  /** How large it is as it is turned now. @param {Scene} scene */
  size(scene) {
    const piece = scene.ghosts?.find(({ id }) => id === this.picker.ghost);
    return piece ? sizeOf(piece) : { w: 0, h: 0 };
  }

  /** Brings its middle to a point of its group. @param {number} x @param {number} y @param {Scene | null} scene */
  put(x, y, scene) {
    const { w, h } = scene ? this.size(scene) : { w: 0, h: 0 };
    this.bring(x - w / 2, y - h / 2);
  }

  /** Where it could lie as it is turned now. */
  spots() {
    return this.picker.laid().flatMap((action) => {
      const item = this.board.spot(action.on)?.item;
      return item ? [{ action, at: { x: item.x, y: item.y }, size: sizeOf(item).w }] : [];
    });
  }

  /** The place nearest to a point of its group. @param {{x: number, y: number}} to */
  near(to) {
    let best = null;
    let least = Infinity;
    for (const spot of this.spots()) {
      const far = Math.hypot(spot.at.x - to.x, spot.at.y - to.y);
      if (far < least) [best, least] = [spot, far];
    }
    return best && { ...best, far: least };
  }

  /** Brings it to a point of its group: it snaps to a place that is near. @param {number} x @param {number} y */
  bring(x, y) {
    const best = this.near({ x, y });
    const fits = best !== null && best.far < best.size * (1 + NEAR);
    this.wrong = fits ? null : { x, y };
    if (best && fits) this.picker.aimed = best.action;
  }

  /** @param {number} by */
  turn(by) {
    const was = this.board.spot(this.picker.turn(by))?.item;
    if (!this.picker.aimed && was) this.picker.aimed = this.near(was)?.action ?? null;
    this.wrong = null;
  }

  /** @param {number} by */
  next(by) {
    this.picker.next(by);
    this.wrong = null;
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const from = this.board.spot(this.picker.aimed?.on ?? "")?.item;
    const found = from && nearest(from, this.spots(), dx, dy);
    if (!found) return;
    this.picker.aimed = found.action;
    this.wrong = null;
  }
}
