/** The line to a table: what happens there, from the last row known on, over however many connections that takes. */

import { spoken } from "../ui/language.js";

/** @import { Frame } from "../types.js" */

const WAITS = [300, 600, 1200, 2500, 5000]; // ms before the next try
const SILENCE = 45000; // ms without a word after which the line counts as gone

/**
 * Who listens.
 * @typedef {object} Listener
 * @property {() => number} known the last row heard of
 * @property {() => number | null} seat
 * @property {() => number} talked the last line heard of what people say
 * @property {(frame: Frame) => void} heard
 * @property {(isOpen: boolean) => void} line
 */

export class Live {
  /**
   * @param {string} table
   * @param {Listener} to
   */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.tried = 0;
    this.closed = false;
    /** @type {WebSocket | null} */ this.socket = null;
    this.timer = 0;
    this.woken = () =>
      document.visibilityState === "visible" && this.socket?.readyState !== WebSocket.OPEN && this.connect();
    document.addEventListener("visibilitychange", this.woken);
    addEventListener("online", this.woken);
    this.connect();
  }

  connect() {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    const seat = this.to.seat();
    const query = new URLSearchParams({
      since: String(this.to.known()),
      language: spoken(),
      scenes: "1",
      talk: String(this.to.talked()),
      ...(seat === null ? {} : { seat: String(seat) }),
    });
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.table}/live?${query}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.tried = 0;
      this.to.line(true);
      this.watch();
    };
    socket.onmessage = (event) => {
      this.watch();
      if (socket === this.socket) this.to.heard(JSON.parse(event.data));
    };
    socket.onclose = () => socket === this.socket && this.lost();
  }

  /** Connects anew, in another language or for another seat. */
  renew() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  lost() {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.to.line(false);
    this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.tried, WAITS.length - 1)]);
    this.tried += 1;
  }

  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.socket?.close(), SILENCE);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.woken);
    removeEventListener("online", this.woken);
    this.socket?.close();
  }
}
