// Load on boardgame.io's server: MATCHES games of nine moves, AT_ONCE of them at a time; prints one line of JSON.
const { io } = require("socket.io-client");

const [port, atOnce, matches, rate] = process.argv.slice(2).map(Number);
const CELLS = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // nobody gets three in a row
const latencies = [];

function connect() {
  return new Promise((resolve) => {
    const socket = io(`http://localhost:${port}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
    socket.waiting = new Map();
    const heard = (match, state) => {
      const wait = socket.waiting.get(match);
      if (wait && state && state._stateID >= wait.id) {
        socket.waiting.delete(match);
        wait.done();
      }
    };
    socket.on("sync", (match, info) => heard(match, info.state));
    socket.on("update", (match, state) => heard(match, state));
    socket.on("connect", () => resolve(socket));
  });
}

function until(socket, match, id, send) {
  return new Promise((done) => {
    socket.waiting.set(match, { id, done });
    send();
  });
}

const sync = (socket, match) => until(socket, match, 0, () => socket.emit("sync", match, "0", undefined, 2));

function move(socket, match, number) {
  const player = String(number % 2);
  const action = { type: "MAKE_MOVE", payload: { type: "clickCell", args: [CELLS[number]], playerID: player } };
  return until(socket, match, number + 1, () => socket.emit("update", action, number, match, player));
}

async function play(waiting) {
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (let number = 0; number < 9; number++) {
      const began = performance.now();
      await move(...next, number);
      latencies.push(performance.now() - began);
    }
  }
}

// so many moves a second, whether or not the earlier ones were answered; lateness counts
async function paced(all) {
  const began = performance.now();
  const pending = [];
  let sent = 0;
  const due = [];
  for (let number = 0; number < 9; number++) all.forEach((each) => due.push([...each, number]));
  while (sent < due.length) {
    while (sent < due.length && began + (sent * 1000) / rate <= performance.now()) {
      const at = began + (sent * 1000) / rate;
      pending.push(move(...due[sent++]).then(() => latencies.push(performance.now() - at)));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
}

// its server tells a connection of one match only, so each has one of its own; AT_ONCE have a move under way
async function main() {
  const all = [];
  while (all.length < matches) {
    const length = Math.min(50, matches - all.length);
    const names = Array.from({ length }, (_, number) => `${process.pid}-${all.length + number}`);
    const fresh = await Promise.all(names.map(connect));
    await Promise.all(names.map((name, at) => sync(fresh[at], name)));
    names.forEach((name, at) => all.push([fresh[at], name]));
  }
  console.log("ready");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const began = performance.now();
  if (rate > 0) await paced(all);
  else if (rate === 0) {
    const waiting = [...all];
    await Promise.all(Array.from({ length: atOnce }, () => play(waiting)));
  }
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] || 0;
  console.log(JSON.stringify({ moves: latencies.length, seconds, p50: at(0.5), p99: at(0.99) }));
  if (rate >= 0) process.exit(0); // with -1 the connections are only held
}

main();
