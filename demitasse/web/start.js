/** Starts the page. Where one of its files is refused, because much was asked for at once, says so and tries again. */

import { constants } from "./constants.js";

const AGAIN = 10_000; // ms, in which a server lets as much through as a page has files

import("./main.js").catch(() => {
  const words = constants.busy[navigator.language.slice(0, 2)] ?? constants.busy.en;
  document.body.prepend(Object.assign(document.createElement("p"), { className: "panel sorry", textContent: words }));
  setTimeout(() => location.reload(), AGAIN);
});
