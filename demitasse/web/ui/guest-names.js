/** What a guest is called who has not said a name: things of a café that no game speaks of. */

import { say } from "./language.js";

const names = () => [
  say("Almond"),
  say("Biscuit"),
  say("Brioche"),
  say("Cardamom"),
  say("Cheesecake"),
  say("Cinnamon"),
  say("Cookie"),
  say("Croissant"),
  say("Cupcake"),
  say("Donut"),
  say("Ginger"),
  say("Hazelnut"),
  say("Honey"),
  say("Maple"),
  say("Marzipan"),
  say("Meringue"),
  say("Muffin"),
  say("Nougat"),
  say("Nutmeg"),
  say("Pistachio"),
  say("Praline"),
  say("Pretzel"),
  say("Raisin"),
  say("Saffron"),
  say("Saucer"),
  say("Strudel"),
  say("Teaspoon"),
  say("Tiramisu"),
  say("Toffee"),
  say("Truffle"),
  say("Vanilla"),
  say("Waffle"),
];

/** A name by chance, none of those that are taken. @param {string[]} [taken] */
export function guestName(taken = []) {
  const free = names().filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? say("Guest");
}
