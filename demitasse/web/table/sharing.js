/** Sharing a game that is over: its link, a picture of its result, its record. */

import { note } from "../ui/announcements.js";
import { button, el, symbol } from "../ui/elements.js";
import { say, spoken } from "../ui/language.js";
import { openSheet } from "../ui/sheet.js";

/** @import { TableShown } from "../types.js" */

const SHARP = 2; // pixels of the picture for each of its own

/** @param {TableShown} table */
export function share(table) {
  const link = `${location.origin}/table/${table.id}`;
  const picture = `/api/tables/${table.id}/result.svg?language=${spoken()}`;
  const field = el("input", { value: link, readonly: true, "aria-label": say("The link to this table") });
  openSheet(
    say("Share"),
    el(
      "div",
      { class: "stack share" },
      field,
      button(say("Copy the link"), () => copy(field), { "data-way": "link" }, "ui-copy"),
      el("img", { src: picture, alt: table.result ? table.result.say.replaceAll("*", "") : "" }),
      button(say("Save the picture"), () => save(table, picture), { "data-way": "picture" }, "ui-end"),
      el(
        "a",
        {
          class: "btn",
          href: `/api/tables/${table.id}/record`,
          download: `${table.game}-${table.id}.txt`,
          "data-way": "record",
        },
        symbol("ui-log", "ico"),
        el("span", {}, say("Download the record")),
      ),
    ),
  );
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // a browser that does not let us copies by hand
    return;
  }
  note(say("The link is copied."), 2500);
}

/**
 * Makes a PNG of the picture, which every program shows, and saves it.
 * @param {TableShown} table @param {string} address
 */
async function save(table, address) {
  try {
    const drawn = await (await fetch(address)).text();
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    await picture.decode();
    const made = await pixels(picture);
    const link = el("a", { href: URL.createObjectURL(made), download: `${table.game}-${table.id}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch {
    note(say("The picture could not be made."));
  }
}

/** @param {HTMLImageElement} picture @returns {Promise<Blob>} */
function pixels(picture) {
  const canvas = el("canvas", { width: picture.naturalWidth * SHARP, height: picture.naturalHeight * SHARP });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((made) => (made ? done(made) : fail(new Error())), "image/png"));
}
