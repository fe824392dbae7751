// boardgame.io's server with its own in-memory storage and tic-tac-toe, to measure beside ours.
const { Server } = require("boardgame.io/server");

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

const server = Server({ games: [ticTacToe], origins: [/.*/] });
server.run(Number(process.argv[2]), () => console.log("ready"));
