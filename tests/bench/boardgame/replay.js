// Replays games by boardgame.io:  node replay.js DATA GAMES  (see tests/bench/same_rules.py).
//
// DATA is the folder of the components, GAMES a JSON file of games, each a list of [type, data].
// Every line of the input asks for something, and gets one line of JSON:
//   replay   {"seconds", "moves"}: every game from its first move to its last
//   views    the state after every move of every game
//   tries    of every game, at every tenth move: which of the foreign moves that are sent along
//            with the request would be accepted
'use strict';

const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');

const { nothingYet } = require('./state.js');
const { view } = require('./view.js');

const RULES = {
  ...require('./setup.js').moves,
  ...require('./rounds.js').moves,
  ...require('./actions.js').moves,
  ...require('./cards.js').moves,
};

function moveOf([may, happens]) {
  return ({ G }, e) => {
    if (!may(G, e)) return INVALID_MOVE;
    happens(G, e);
    return undefined;
  };
}

// One who keeps the record enters what everybody does; boardgame.io's own turns are not used.
const game = {
  name: 'ragami',
  setup: nothingYet,
  moves: Object.fromEntries(Object.entries(RULES).map(([type, rule]) => [type, moveOf(rule)])),
  disableUndo: true,
};

const newClient = () => Client({ game, numPlayers: 1, debug: false });
const games = JSON.parse(readFileSync(process.argv[3], 'utf-8'));

function replay() {
  const begun = process.hrtime.bigint();
  let moves = 0;
  for (const events of games) {
    const client = newClient();
    for (const [type, data] of events) client.moves[type](data);
    if (client.getState().G.phase !== 'over') throw new Error('a game stopped on the way');
    moves += events.length;
  }
  return { seconds: Number(process.hrtime.bigint() - begun) / 1e9, moves };
}

function views() {
  return games.map((events) => {
    const client = newClient();
    return events.map(([type, data], at) => {
      client.moves[type](data);
      return view(client.getState().G, at + 1);
    });
  });
}

function accepts(G, [type, data]) {
  try {
    return RULES[type][0](G, data);
  } catch {
    return false;
  }
}

function tries(foreign) {
  return games.map((events, number) => {
    const client = newClient();
    const verdicts = [];
    events.forEach(([type, data], at) => {
      client.moves[type](data);
      const { G } = client.getState();
      if (at % 10 === 9) verdicts.push(foreign[number].map((move) => accepts(G, move)));
    });
    return verdicts;
  });
}

const ASKED = { replay, views, tries };

createInterface({ input: process.stdin }).on('line', (line) => {
  const [what, ...given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ASKED[what](...given))}\n`);
});
