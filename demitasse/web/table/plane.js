/** A window into a group without end: dragged, zoomed by wheel, pinch and keys; two fingers that turn are a twist. */

const LEAST = 0.5; // of the fitting zoom
const MOST = 4;
const TWIST = 35; // degrees that two fingers turn before what is in hand does

/** @typedef {{x: number, y: number, w: number, h: number}} Window */

export class Plane {
  /** @param {SVGSVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {Window} */ this.fit = { x: 0, y: 0, w: 1, h: 1 };
    this.asked = ""; // what was to be seen, as text
    this.zoom = 1;
    this.middle = { x: 0, y: 0 };
    this.touched = false;
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    this.wasDragged = false;
    this.twisted = 0; // degrees since the last quarter
    picture.classList.add("plane");
    picture.addEventListener("pointerdown", (event) => this.down(event));
    picture.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"])
      picture.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    picture.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    picture.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** What must be seen: the window fits it anew whenever it grows. @param {Window} box */
  show(box) {
    if (JSON.stringify(box) === this.asked) return;
    this.asked = JSON.stringify(box);
    this.touched = false;
    this.refit(box);
  }

  /**
   * This must be seen, too: the window grows, and stays so until there is something else to see.
   * @param {Window} box
   */
  include(box) {
    const { x, y, w, h } = this.fit;
    const [left, top] = [Math.min(x, box.x), Math.min(y, box.y)];
    const [right, bottom] = [Math.max(x + w, box.x + box.w), Math.max(y + h, box.y + box.h)];
    if (left < x || top < y || right > x + w || bottom > y + h)
      this.refit({ x: left, y: top, w: right - left, h: bottom - top });
  }

  /** @param {Window} box */
  refit(box) {
    this.fit = box;
    this.picture.parentElement?.style.setProperty("--deep", String(box.h));
    if (!this.touched) this.all();
    else this.paint();
  }

  all() {
    this.touched = false;
    this.zoom = 1;
    this.middle = { x: this.fit.x + this.fit.w / 2, y: this.fit.y + this.fit.h / 2 };
    this.paint();
  }

  /** @param {number} by @param {{x: number, y: number}} [about] a point of the group that stays where it is */
  scale(by, about = this.middle) {
    const zoom = Math.min(MOST, Math.max(LEAST, this.zoom * by));
    const part = this.zoom / zoom;
    this.middle = { x: about.x + (this.middle.x - about.x) * part, y: about.y + (this.middle.y - about.y) * part };
    this.zoom = zoom;
    this.touched = true;
    this.paint();
  }

  /** Moves the window by so many px of the screen. @param {number} dx @param {number} dy */
  shift(dx, dy) {
    const unit = this.unit();
    const { x, y, w, h } = this.fit;
    this.middle = {
      x: Math.min(x + w, Math.max(x, this.middle.x + dx * unit)),
      y: Math.min(y + h, Math.max(y, this.middle.y + dy * unit)),
    };
    this.touched = true;
    this.paint();
  }

  paint() {
    const { w, h } = this.fit;
    const wide = w / this.zoom;
    const high = h / this.zoom;
    const box = [this.middle.x - wide / 2, this.middle.y - high / 2, wide, high].map((value) => value.toFixed(2));
    if (box.join(" ") !== this.picture.getAttribute("viewBox")) {
      this.picture.setAttribute("viewBox", box.join(" "));
      this.picture.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
    }
    this.picture.classList.toggle("is-near", this.zoom > 1.01);
  }

  /** Units of the group in a px of the screen. */
  unit() {
    const matrix = this.picture.getScreenCTM();
    return matrix ? 1 / matrix.a : 1;
  }

  /** The point of the group under a point of the screen. @param {number} x @param {number} y */
  point(x, y) {
    const matrix = this.picture.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.wasDragged = false;
    this.twisted = 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const old = this.fingers.get(event.pointerId);
    if (!old) return;
    const now = { x: event.clientX, y: event.clientY };
    if (event.defaultPrevented) return void this.fingers.set(event.pointerId, now); // it moves what is in hand
    const moved = Math.hypot(now.x - old.x, now.y - old.y);
    if (this.fingers.size === 1) {
      const scrolls = event.pointerType !== "mouse" && !this.picture.classList.contains("is-near"); // the page
      if (scrolls) return;
      if (!this.wasDragged && moved < 6) return;
      this.wasDragged = true;
      if (!this.picture.hasPointerCapture(event.pointerId)) this.picture.setPointerCapture(event.pointerId);
      this.shift(old.x - now.x, old.y - now.y);
    } else if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const before = Math.hypot(old.x - other.x, old.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      this.wasDragged = true;
      this.twist(Math.atan2(now.y - other.y, now.x - other.x) - Math.atan2(old.y - other.y, old.x - other.x));
      if (before > 10) this.scale(after / before, this.point((now.x + other.x) / 2, (now.y + other.y) / 2));
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {number} by radians */
  twist(by) {
    this.twisted += (Math.atan2(Math.sin(by), Math.cos(by)) * 180) / Math.PI;
    if (Math.abs(this.twisted) < TWIST) return;
    this.picture.dispatchEvent(new CustomEvent("twist", { bubbles: true, detail: Math.sign(this.twisted) }));
    this.twisted = 0;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.point(event.clientX, event.clientY));
  }
}
