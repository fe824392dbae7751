/** Sounds for those who want them, made here: a spoon on a cup, a piece set down, dice, a card, the end. */

import { settings } from "./settings.js";

/**
 * A note or a tap: pitch in Hz, when it begins and how long it lasts in s, how loud; a tap is noise around its pitch.
 * @typedef {{pitch: number, at: number, long: number, loud: number, isTap?: boolean}} Part
 */

/** @param {number} pitch @param {number} at @param {number} [long] @param {number} [loud] @returns {Part} */
const note = (pitch, at, long = 0.5, loud = 0.12) => ({ pitch, at, long, loud });

/** @param {number} pitch @param {number} at @param {number} [long] @param {number} [loud] @returns {Part} */
const tap = (pitch, at, long = 0.05, loud = 0.25) => ({ pitch, at, long, loud, isTap: true });

const SOUNDS = {
  turn: [note(1318, 0), note(1760, 0.09)],
  piece: [tap(420, 0), note(180, 0, 0.06, 0.1)],
  dice: [tap(1900, 0), tap(1500, 0.07), tap(2100, 0.13), tap(1300, 0.22), tap(900, 0.3, 0.07)],
  card: [tap(3200, 0, 0.11, 0.12)],
  end: [note(784, 0), note(988, 0.13), note(1175, 0.26), note(1568, 0.4, 1.1, 0.14)],
};
const CALLS = ["turn", "end"]; // whoever looks elsewhere is called
const NOISE = 0.4; // s

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!settings.sound || (document.hidden && !CALLS.includes(name))) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const part of SOUNDS[name]) play(audio, part);
}

/** @param {AudioContext} on @param {Part} part */
function play(on, { pitch, at, long, loud, isTap }) {
  const begins = on.currentTime + at;
  const volume = on.createGain();
  volume.gain.setValueAtTime(loud, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + long);
  volume.connect(on.destination);
  const source = isTap ? tapped(on, pitch, volume) : sung(on, pitch, volume);
  source.start(begins);
  source.stop(begins + long);
}

/** @param {AudioContext} on @param {number} pitch @param {AudioNode} to */
function sung(on, pitch, to) {
  const tone = on.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(to);
  return tone;
}

/** @param {AudioContext} on @param {number} pitch @param {AudioNode} to */
function tapped(on, pitch, to) {
  const source = on.createBufferSource();
  const around = on.createBiquadFilter();
  source.buffer = noise ??= noiseOf(on);
  around.type = "bandpass";
  around.frequency.value = pitch;
  around.Q.value = 2;
  source.connect(around).connect(to);
  return source;
}

/** @param {AudioContext} on */
function noiseOf(on) {
  const made = on.createBuffer(1, Math.ceil(NOISE * on.sampleRate), on.sampleRate);
  const samples = made.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = 2 * Math.random() - 1;
  return made;
}
