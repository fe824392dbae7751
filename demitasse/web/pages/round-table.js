/** A table from above: round, with a chair for everybody. */

import { svg, use } from "../ui/elements.js";

/** @param {{kind: string, name: string}[]} seats @param {string} game */
export function roundTable(seats, game) {
  const chairs = seats.flatMap((seat, k) => {
    const turn = (2 * Math.PI * k) / seats.length - Math.PI / 2;
    const x = 54 + 40 * Math.cos(turn);
    const y = 48 + 37 * Math.sin(turn);
    const free = seat.kind === "open";
    const mark = free
      ? svg("text", { class: "plus", x, y: y + 5 }, "+")
      : seat.kind === "bot"
        ? use("ui-bot", { class: "on-chair", x: x - 8, y: y - 8, width: 16, height: 16 })
        : svg("text", { x, y: y + 5 }, seat.name.slice(0, 1));
    return [svg("circle", { class: free ? "free" : `chair s${k}`, cx: x, cy: y, r: 11 }), mark];
  });
  return svg(
    "svg",
    { class: "plan", viewBox: "0 0 108 96", "aria-hidden": "true" },
    ...chairs,
    svg("circle", { class: "top", cx: 54, cy: 48, r: 26 }),
    svg("circle", { class: "cloth", cx: 54, cy: 48, r: 18 }),
    use(`icon-${game}`, { x: 42, y: 36, width: 24, height: 24 }),
  );
}
