/** A table that waits for people: who sits where, the link and its code, and the start. */

import { constants } from "../constants.js";
import { callMe, post, postSurely, whoAmI } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { levelName } from "../ui/bot-levels.js";
import { button, el, symbol, tool } from "../ui/elements.js";
import { guestName } from "../ui/guest-names.js";
import { say, sayn } from "../ui/language.js";
import { keep, settings } from "../ui/settings.js";
import { roundTable } from "./round-table.js";
import { allowances, particulars } from "./table-settings.js";

/** @import { TableShown } from "../types.js" */

const ALONE = ["localhost", "127.0.0.1", "[::1]"]; // names that mean another machine on every machine
let given = ""; // the name that one has, or would be given

/**
 * @param {TableShown} table
 * @param {() => Promise<void>} refresh
 * @param {(path: string) => void} go
 * @param {string} typed the name that stood there
 */
export function waitingRoom(table, refresh, go, typed) {
  const free = table.seats.filter((seat) => seat.kind === "open");
  const name = el("input", {
    id: "guest-name",
    value: typed,
    placeholder: say("Your name"),
    maxlength: constants.name,
    autocomplete: "nickname",
    "aria-label": say("Your name"),
  });
  whoAmI()
    .then((me) => {
      given = me.name || given || guestName(table.seats.map((seat) => seat.name));
      name.value ||= given;
    })
    .catch(() => {});
  const isNamed = () => Boolean(settings.name) || name.value.trim() !== given;
  const act =
    (/** @type {string} */ what, body = {}) =>
    async () => {
      if (what === "join" && name.value.trim() && !isNamed()) await callMe(name.value.trim()).catch(() => {});
      else if (what === "join" && name.value.trim())
        keep({ name: (await callMe(name.value.trim()).catch(() => ({ name: "" }))).name });
      await post(`/api/tables/${table.id}/${what}`, body).catch((problem) =>
        problem.type === "same-name" && !isNamed() ? joinOtherwise(table, body) : note(problem.message),
      );
      await refresh().catch(() => {});
    };
  const change = (/** @type {number} */ seat, /** @type {"bot" | "free"} */ to) =>
    postSurely(`/api/tables/${table.id}/seat`, { seat, seq: table.head, change: to });
  const changing = (/** @type {number} */ seat, /** @type {"bot" | "free"} */ to) => () =>
    change(seat, to)
      .then(refresh)
      .catch((problem) => note(problem.message));
  const start = async () => {
    for (const { seat } of free) await change(seat, "bot").catch((problem) => note(problem.message));
    await act("start")();
  };
  const chairs = table.seats.map((seat) =>
    el(
      "li",
      { class: `chair seat-${seat.seat} ${seat.kind}` },
      el(
        "span",
        { class: "dot", "aria-hidden": "true" },
        seat.kind === "open" ? "+" : seat.kind === "bot" ? symbol("ui-bot", "ico") : seat.name.slice(0, 1),
      ),
      el(
        "span",
        {},
        seat.kind === "open" ? say("free") : seat.name,
        seat.yours && el("small", {}, ` ${say("(you)")}`),
        seat.level && el("small", {}, ` ${levelName(seat.level)}`),
      ),
      seat.kind === "open" && table.host && button(say("A bot"), changing(seat.seat, "bot"), {}, "ui-bot"),
      seat.kind !== "open" && table.host && !seat.yours && button(say("Free the chair"), changing(seat.seat, "free")),
      seat.kind === "open" &&
        !table.yours.length &&
        free.length > 1 &&
        button(say("Sit here"), act("join", { seat: seat.seat }), { class: "btn choice" }),
    ),
  );
  const lobbySwitch = () => {
    const tick = el("input", {
      type: "checkbox",
      id: "listed",
      checked: table.listed,
      onchange: () => act("list", { listed: tick.checked })(),
    });
    return el("label", { class: "tick" }, tick, el("span", {}, say("Show it in the lobby: strangers may sit down")));
  };
  const seated = table.yours.length > 0;
  return el(
    "div",
    { class: "room" },
    el(
      "section",
      { class: "panel waiting" },
      roundTable(table.seats, table.game),
      el("h1", {}, table.title),
      particulars(table),
      el("p", {}, chairsLeft(free.length, table.host)),
      !table.yours.length &&
        free.length > 0 &&
        el("label", { class: "field" }, el("span", {}, say("What should others call you?")), name),
      el("ul", { class: "chairs" }, ...chairs),
      el(
        "div",
        { class: "row" },
        table.host
          ? button(say("Start"), start, { class: "btn main" })
          : !seated && free.length
            ? button(say("Sit down"), act("join"), { class: "btn main" })
            : el("p", {}, say("The host starts the game.")),
        seated &&
          button(
            say("Leave"),
            async () => {
              await act("leave")();
              go("/");
            },
            { class: "btn quiet" },
          ),
      ),
    ),
    el(
      "section",
      { class: "panel waiting" },
      el("h2", {}, say("Invite")),
      invitation(table),
      table.host && lobbySwitch(),
      allowances(table),
    ),
  );
}

/** How many chairs are free, and what becomes of them. @param {number} n @param {boolean} isHost */
function chairsLeft(n, isHost) {
  if (!n) return say("All chairs are taken.");
  return isHost
    ? sayn(
        "One chair is free. Share the link, or start: a bot takes it.",
        "{n} chairs are free. Share the link, or start: bots take them.",
        n,
      )
    : sayn("One chair is free.", "{n} chairs are free.", n);
}

/**
 * Sits down who has not chosen a name, where somebody is called the same already.
 * @param {TableShown} table @param {object} body
 */
async function joinOtherwise(table, body) {
  const taken = table.seats.map((seat) => seat.name);
  for (const _ of table.seats) {
    taken.push((await callMe(guestName(taken))).name);
    const refused = await post(`/api/tables/${table.id}/join`, body).then(
      () => null,
      (problem) => problem,
    );
    if (refused?.type !== "same-name") return refused && note(refused.message);
  }
}

/** The link of a table and its code, to copy or to show to a camera. @param {{id: string}} table */
export function invitation(table) {
  const link = `${location.origin}/table/${table.id}`;
  const field = el("input", {
    readonly: true,
    value: link,
    "aria-label": say("The link of this table"),
    onfocus: () => field.select(),
  });
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    await navigator.clipboard?.writeText(text).catch(() => field.select());
    note(done, 2500);
  };
  const copyLink = () => copy(link, say("The link is copied."));
  const copyCode = () => copy(table.id, say("The code is copied."));
  return el(
    "div",
    { class: "invite" },
    el("div", { class: "row" }, field, button(say("Copy"), copyLink, {}, "ui-copy")),
    el(
      "p",
      { class: "row" },
      say("or the code"),
      el("code", {}, table.id),
      tool("ui-copy", say("Copy the code"), copyCode),
    ),
    el("img", {
      src: `/api/tables/${table.id}/qr.svg`,
      alt: say("The link as a QR code"),
      width: 148,
      height: 148,
      loading: "lazy",
    }),
    ALONE.includes(location.hostname) &&
      el(
        "p",
        { class: "faint" },
        say("This link opens on this computer only; for others serve with --host 0.0.0.0 and use its address."),
      ),
  );
}
