/** A sheet at the side: guide, log, scores, another's mat. The table stays where it is. */

import { hearFrom } from "./announcements.js";
import { el, tool } from "./elements.js";
import { say } from "./language.js";

/** @type {{dialog: HTMLDialogElement, closed?: () => void} | null} */
let open = null;

/**
 * Opens a sheet, in place of one that is open.
 * @param {string} title
 * @param {Node} content
 * @param {() => void} [closed]
 */
export function openSheet(title, content, closed) {
  closeSheet();
  const head = el(
    "header",
    { class: "sheet-head" },
    el("h2", { id: "sheet-title" }, title),
    tool("ui-close", say("Close"), closeSheet),
  );
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    head,
    el("div", { class: "sheet-body", tabindex: "0" }, content),
  );
  dialog.addEventListener("close", () => finish(dialog));
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && closeSheet());
  document.body.append(dialog);
  open = { dialog, closed };
  dialog.showModal();
  hearFrom(dialog);
  return dialog;
}

export function closeSheet() {
  if (open) open.dialog.close();
}

export const isSheetOpen = () => Boolean(open?.dialog.open);

/** @param {HTMLDialogElement} dialog */
function finish(dialog) {
  const closed = open?.dialog === dialog ? open?.closed : undefined;
  if (open?.dialog === dialog) open = null;
  closed?.();
  if (!open) hearFrom(document.body);
  dialog.remove();
}
