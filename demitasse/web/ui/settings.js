/** What a reader has chosen for this browser: language, theme, pace, sounds, letters as keys. */

const KEY = "demitasse";
const FIRST = {
  language: "",
  theme: "",
  sound: false,
  letters: true,
  pace: "usual",
  talk: true,
  name: "",
  game: "",
  level: "",
};

/** @type {typeof FIRST} */
export const settings = { ...FIRST, ...stored() };
if (!settings.language) settings.language = (navigator.language || "en").slice(0, 2);

/** @param {Partial<typeof FIRST>} changes */
export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser without storage still plays; it only forgets
  }
  dress();
}

/** Puts the theme on the page; the system decides where nothing was chosen. */
export function dress() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

/** Whether the page is dark now. */
export const isDark = () =>
  settings.theme ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}
