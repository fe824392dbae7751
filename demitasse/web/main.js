/** The page: its bar, its routes, its language and theme. */

import { constants } from "./constants.js";
import { whoAmI } from "./net/api.js";
import { guideSheet, GuidePage } from "./pages/guide.js";
import { LobbyPage } from "./pages/lobby.js";
import { menuSheet } from "./pages/menu.js";
import { ReplayPage } from "./pages/replay.js";
import { TablePage } from "./pages/table.js";
import { choosePace } from "./table/pace.js";
import { listen, note, title } from "./ui/announcements.js";
import { guardDoublePress } from "./ui/double-press.js";
import { el, symbol, tool } from "./ui/elements.js";
import { say, speak, spoken } from "./ui/language.js";
import { dress, isDark, keep, settings } from "./ui/settings.js";
import { closeSheet, openSheet } from "./ui/sheet.js";

/** @import { PaceName } from "./table/pace.js" */
/** @import { Scene, TableShown } from "./types.js" */
/** @import { Child } from "./ui/elements.js" */

const bar = el("header", { class: "bar" });
const main = el("main", { id: "main" });
const skip = el("a", { class: "skip", href: "#main" });

/**
 * What the bar and the routes need of a page.
 * @typedef {object} Page
 * @property {() => Promise<void>} open
 * @property {() => Promise<void>} speak another language
 * @property {() => void} [close]
 * @property {string} [guided] the game whose guide it is
 * @property {Child[]} [heading]
 * @property {TableShown | null} [table]
 * @property {Scene | null} [scene]
 * @property {HTMLElement} [phases] of the round, for the bar
 * @property {Element[]} [tools] for the bar
 * @property {(pace: PaceName) => void} [choosePace]
 * @property {() => void} [showScores]
 * @property {() => void} [showLog]
 * @property {() => void} [showWords]
 */

/** @type {Page | null} */
let page = null;
let shown = ""; // its address

const address = () => location.pathname + location.search;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0); // another page begins at its beginning
  route();
}

async function route() {
  shown = address();
  closeSheet();
  page?.close?.();
  const [, kind, id] = location.pathname.split("/");
  const Made = { table: TablePage, replay: ReplayPage, guide: GuidePage }[kind] ?? LobbyPage;
  const opened = (page = /** @type {Page} */ (new Made(main, id ?? "", go)));
  main.dataset.kind = kind || "lobby";
  showBar();
  title("Demitasse");
  try {
    await opened.open();
    showBar();
  } catch (problem) {
    if (page === opened) fail(problem);
  }
}

/** @param {unknown} problem */
function fail(problem) {
  const words = (problem instanceof Error && problem.message) || say("The server does not answer.");
  main.replaceChildren(
    el(
      "div",
      { class: "panel sorry" },
      symbol("cr-cup"),
      el("h1", {}, say("That did not work.")),
      el("p", {}, words),
      el("a", { class: "btn main", href: "/" }, say("To the tables")),
    ),
  );
}

function showBar() {
  const game = page?.table?.game ?? page?.guided;
  const at = page?.heading ?? [page?.table?.title];
  skip.textContent = say("Skip the bar at the top");
  bar.replaceChildren(
    el(
      "a",
      { class: "brand", href: "/", "aria-label": say("Demitasse, to the tables") },
      symbol("logo"),
      el("span", {}, "Demitasse"),
    ),
    el("span", { class: "where" }, ...at),
    page?.phases ?? "",
    el("span", { class: "space" }),
    ...(game ? [tool("ui-rules", say("How to play"), () => guideSheet(game))] : []),
    ...(page?.scene
      ? [
          tool("ui-chart", say("Scores, and what is left"), () => page?.showScores?.()),
          tool("ui-log", say("The game so far"), () => page?.showLog?.()),
        ]
      : []),
    ...(page?.tools ?? []),
    el("label", { class: "vh", for: "language" }, say("Language")),
    el("span", { class: "language wide" }, symbol("ui-language", "ico"), languages("language")),
    tool(isDark() ? "ui-sun" : "ui-moon", isDark() ? say("Light") : say("Dark"), flip, { class: "tool wide" }),
    tool("ui-menu", say("Menu"), () =>
      openSheet(
        say("Menu"),
        menuSheet(page?.table ?? null, {
          languages: () => languages("language-menu"),
          flip,
          go,
          pace: (pace) => (page?.choosePace ? page.choosePace(pace) : choosePace(pace)),
          words: page?.showWords && (() => page?.showWords?.()),
        }),
      ),
    ),
  );
}

/** @param {string} id */
function languages(id) {
  const chosen = el(
    "select",
    { id, "aria-label": say("Language"), onchange: () => changeLanguage(chosen.value) },
    ...Object.entries(constants.languages).map(([code, name]) => el("option", { value: code, lang: code }, name)),
  );
  chosen.value = spoken();
  return chosen;
}

/** @param {string} language */
async function changeLanguage(language) {
  keep({ language });
  await speak(language).catch(() => note(say("The server does not answer.")));
  showBar();
  closeSheet();
  await page?.speak().catch(fail);
  showBar();
}

function flip() {
  keep({ theme: isDark() ? "light" : "dark" });
  showBar();
}

/** Follows links within the page without loading it again. @param {MouseEvent} event */
function follow(event) {
  const link =
    event.target instanceof Element && /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[href]"));
  if (
    event.defaultPrevented ||
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.button
  )
    return;
  if (!/^\/($|table\/|replay\/|guide\/)/.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

dress();
document.body.append(skip, bar, el("div", { class: "awning", "aria-hidden": "true" }), main);
listen();
guardDoublePress();
addEventListener("popstate", () => address() !== shown && route()); // not for a place within the page
main.addEventListener("furnished", showBar);
document.addEventListener("click", follow);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showBar);
whoAmI().catch(() => {});
speak(settings.language)
  .catch(() => {})
  .then(route);
