// The state between two moves, and the small changes that many moves share.
'use strict';

const { deck } = require('./table.js');
const { LAST_PLACE, POWER_6 } = require('./hand.js');

const KINDS = 16;
const FORBIDDEN_DIE = 7;
const VIRTUE_MAX = 6;

// boardgame.io wants a state before the first move; this one waits for `game_opened`.
const nothingYet = () => ({ phase: 'setup', due: [{ type: 'game_opened', who: null }] });

function layOut(G, e) {
  const seats = e.players.map((seat) => seat.colour);
  const removed = [];
  if (seats.length === 2) removed.push(LAST_PLACE);
  if (!e.options.power_die) removed.push(POWER_6);
  const players = {};
  for (const colour of seats) {
    const empty = { vp: 0, resolved: 0, cubes: 0, virtue: 0, virtueBlock: null, bonus: 0 };
    players[colour] = { colour, hand: [], ...empty };
  }
  Object.assign(G, {
    seats, players, removed, options: e.options, neutralColour: e.neutral_colour,
    round: 0, turn: 0, first: null, active: null, dieUsed: false, acted: false, passed: [],
    ended: null, winners: [], dice: { saint: 0, draw: 0, conflict: 0 },
    ragamis: {}, saints: {}, neutralSaints: [], conflicts: {}, demons: {},
    cubes: 30, supplyDemons: 6, supplyDice: 6, pool: 30, chipsSeen: [],
    chips: { resolved: [], forbidden: [], demon: [], neutral_saint: [] },
    deckLeft: 33 - removed.reduce((sum, kind) => sum + deck.copies[kind], 0),
    used: Array(KINDS).fill(0), usedCount: 0, certain: Array(KINDS).fill(0),
  });
}

function order(G) {
  const at = G.seats.indexOf(G.first);
  return [...G.seats.slice(at), ...G.seats.slice(0, at)];
}

const leftOf = (G, player) => G.seats[(G.seats.indexOf(player) + 1) % G.seats.length];
const isDue = (G, type, who = null) =>
  G.due.length > 0 && G.due[0].type === type && (G.due[0].who === null || G.due[0].who === who);

function gainCubes(G, player, cubes) {
  const gained = Math.min(cubes, G.cubes);
  G.cubes -= gained;
  player.cubes += gained;
}

function payCubes(G, player, cubes) {
  player.cubes -= cubes;
  G.cubes += cubes;
}

function spendVirtue(player, points) {
  player.virtue -= points;
  if (player.virtue === 0) player.virtueBlock = null;
}

function addDemon(G, square) {
  G.demons[square] = (G.demons[square] || 0) + 1;
}

function liftDemon(G, square) {
  G.demons[square] -= 1;
  if (G.demons[square] === 0) delete G.demons[square];
}

module.exports = {
  FORBIDDEN_DIE, VIRTUE_MAX, addDemon, gainCubes, isDue, layOut, leftOf, liftDemon, nothingYet,
  order, payCubes, spendVirtue,
};
