/** Who plays at a seat: a bot for a while, oneself again, or nobody any more. */

import { postSurely } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { button, el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { closeSheet, openSheet } from "../ui/sheet.js";

/** @import { Scene, SeatShown, TableShown } from "../types.js" */

/** @param {TableShown} table @param {{seat: number, change: "bot" | "back" | "concede"}} asked */
export async function changeSeat(table, asked) {
  closeSheet();
  await postSurely(`/api/tables/${table.id}/seat`, { seq: table.head, ...asked }).catch((problem) =>
    note(problem.message),
  );
}

/** Whether a seat is mine and no bot plays there. @param {TableShown} table @param {number} seat */
export const isMine = (table, seat) => table.yours.includes(seat) && !table.seats[seat].level;

/** Whether whoever sits there has gone. @param {SeatShown} seat @param {TableShown} table */
export const isAway = ({ kind, level, yours, connected }, { stage }) =>
  kind === "person" && !yours && (level !== null || (!connected && stage !== "over"));

/**
 * Whether the seat that a scene is seen from is mine and has to decide.
 * @param {TableShown} table @param {Scene} scene
 */
export const mayAct = (table, scene) =>
  table.stage === "playing" &&
  scene.seat !== null &&
  isMine(table, scene.seat) &&
  table.waiting.includes(scene.seat) &&
  scene.actor !== "*";

/** Whether only bots are waited for. @param {TableShown} table */
export const areBotsAwaited = (table) =>
  table.waiting.length > 0 && table.waiting.every((seat) => table.seats[seat].level);

/** A seat of mine at which a bot plays meanwhile. @param {TableShown} table */
export const standIn = (table) =>
  table.stage === "playing"
    ? table.yours.find((seat) => table.seats[seat].level && !table.seats[seat].conceded)
    : undefined;

/** Whether I have given a game up that goes on. @param {TableShown} table */
export const hasConceded = (table) =>
  table.stage === "playing" && table.yours.length > 0 && table.yours.every((seat) => table.seats[seat].conceded);

/** Gives a game up, after one more question. @param {TableShown} table @param {number} seat */
export function concede(table, seat) {
  const others = table.seats.filter((each) => each.seat !== seat && !each.conceded);
  const words =
    others.length < 2
      ? say("You give this game up, and it cannot be taken back. The game is over then.")
      : others.every(({ kind }) => kind === "bot")
        ? say("You give this game up, and it cannot be taken back. The bots finish it; you may leave, or watch.")
        : say("You give this game up, and it cannot be taken back. The others go on without you.");
  const sure = button(
    say("Concede"),
    () => changeSeat(table, { seat, change: "concede" }),
    { class: "btn danger", id: "concede" },
    "ui-warning",
  );
  openSheet(
    say("Concede?"),
    el("div", { class: "stack" }, el("p", {}, words), sure, button(say("Go on playing"), closeSheet)),
  );
}

/** What the menu of a table offers about its seats. @param {TableShown} table @returns {Node[]} */
export function seatWays(table) {
  const mine = table.yours.find((seat) => !table.seats[seat].conceded);
  if (table.stage !== "playing" || mine === undefined) return [];
  const away = standIn(table);
  const absent = table.seats.filter(
    (seat) => seat.kind === "person" && !seat.connected && !seat.level && !seat.yours && !seat.conceded,
  );
  return [
    away === undefined
      ? button(
          say("Let a bot play for me"),
          () => changeSeat(table, { seat: mine, change: "bot" }),
          { "data-seat": "bot" },
          "ui-bot",
        )
      : button(
          say("Take my seat back"),
          () => changeSeat(table, { seat: away, change: "back" }),
          { "data-seat": "back" },
          "ui-person",
        ),
    ...absent.map((seat) =>
      button(
        say("{name} is away: let a bot play", { name: seat.name }),
        () => changeSeat(table, { seat: seat.seat, change: "bot" }),
        { "data-seat": "absent" },
        "ui-bot",
      ),
    ),
    button(say("Concede"), () => concede(table, mine), { class: "btn danger", "data-seat": "concede" }, "ui-warning"),
  ];
}
