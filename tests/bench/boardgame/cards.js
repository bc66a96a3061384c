// The cards that do something of their own, and what is exchanged for points.
'use strict';

const { BLOCKS, deck } = require('./table.js');
const { inGame, mayPlay, play } = require('./hand.js');
const { mayWalk, saintMayEnd } = require('./actions.js');
const { CUBES_PER_VP, VIRTUE_PER_VP } = require('./rounds.js');
const { VIRTUE_MAX, addDemon, gainCubes, liftDemon, payCubes, spendVirtue } = require('./state.js');

const RAISE_CUBES = { 1: 2, 2: 3 };

// A card of this number is there to be played, in one's own turn.
const mine = (G, e, card) => G.active === e.player && mayPlay(G, G.players[e.player], card);

function use(G, e, card) {
  const player = G.players[e.player];
  G.acted = true;
  play(G, player, card);
  return player;
}

// --- cards 1 and 2 -------------------------------------------------------------------------

function mayMoveSaints(G, e) {
  return mine(G, e, 1) && new Set(e.saints.map((move) => move.saint)).size === e.saints.length
    && e.saints.every(({ saint, to }) =>
      mayWalk(G, G.saints[saint], to) && saintMayEnd(G, e.player, saint, to));
}

function moveSaints(G, e) {
  const player = use(G, e, 1);
  for (const { saint, to } of e.saints) {
    if (to in G.conflicts && !(G.saints[saint] in G.conflicts)) gainCubes(G, player, 1);
    G.saints[saint] = to;
  }
}

function mayMoveDemons(G, e) {
  const wanted = (square) => e.demons.filter((move) => move.from === square).length;
  return mine(G, e, 2) && e.demons.every(({ from, to }) =>
    (G.demons[from] || 0) >= wanted(from) && G.ragamis[e.player] !== from && mayWalk(G, from, to));
}

function moveDemons(G, e) {
  const player = use(G, e, 2);
  for (const { from, to } of e.demons) {
    liftDemon(G, from);
    addDemon(G, to);
    if (from in G.conflicts && !(to in G.conflicts)) gainCubes(G, player, 1);
  }
}

// --- card 3 --------------------------------------------------------------------------------

function maySwap(G, e) {
  if (!mine(G, e, 3) || !(e.with in G.players) || e.with === e.player) return false;
  const [here, there] = [G.ragamis[e.player], G.ragamis[e.with]];
  if (G.players[e.player].cubes < 1 || here === there) return false;
  if (G.options.movement_check === 'off') return true;
  return G.saints[e.player] !== there && G.saints[e.with] !== here;
}

function swap(G, e) {
  const player = use(G, e, 3);
  payCubes(G, player, 1);
  gainCubes(G, G.players[e.with], 1);
  [G.ragamis[e.player], G.ragamis[e.with]] = [G.ragamis[e.with], G.ragamis[e.player]];
}

// --- cards 4, 7, 10 and 12 -----------------------------------------------------------------

function gather(G, e) {
  const player = use(G, e, 4);
  const idle = Object.keys(G.ragamis).filter((ragami) =>
    ragami !== e.player && ragami !== 'neutral' && !(G.ragamis[ragami] in G.conflicts));
  gainCubes(G, player, idle.length);
}

function mayTurnDie(G, e) {
  const value = G.conflicts[e.square] + e.change;
  const size = Math.abs(e.change);
  return mine(G, e, 7) && size >= 1 && size <= 2 && value >= 1 && value <= 6;
}

function lastInScore(G) {
  const players = Object.values(G.players);
  const fewest = Math.min(...players.map((player) => player.vp));
  return players.filter((player) => player.vp === fewest);
}

function mayRaise(G, e) {
  return mine(G, e, 10) && !lastInScore(G).some((player) => player.colour === e.player);
}

function raise(G, e) {
  const player = use(G, e, 10);
  const last = lastInScore(G);
  const cubes = RAISE_CUBES[last.length];
  if (cubes === undefined) return;
  for (const other of last) other.vp += 1;
  gainCubes(G, player, cubes);
}

function mayMoveVirtue(G, e) {
  if (!mine(G, e, 12) || !BLOCKS.includes(e.block)) return false;
  const block = G.players[e.player].virtueBlock;
  return block !== null && block !== e.block;
}

function moveVirtue(G, e) {
  const player = use(G, e, 12);
  player.virtueBlock = e.block;
  player.virtue = Math.min(player.virtue + 1, VIRTUE_MAX);
}

// --- exchanging ----------------------------------------------------------------------------

function mayTrade(G, e) {
  const icons = deck.white_cube;
  return mine(G, e, e.card) && inGame(G, [e.card]) && (icons === null || icons.includes(e.card));
}

function convertCubes(G, e) {
  const player = G.players[e.player];
  payCubes(G, player, CUBES_PER_VP * e.vp);
  player.vp += e.vp;
}

function convertVirtue(G, e) {
  const player = G.players[e.player];
  spendVirtue(player, VIRTUE_PER_VP * e.vp);
  player.vp += e.vp;
}

module.exports = {
  moves: {
    saints_moved: [mayMoveSaints, moveSaints],
    demons_moved: [mayMoveDemons, moveDemons],
    ragamis_swapped: [maySwap, swap],
    cubes_gathered: [(G, e) => mine(G, e, 4), gather],
    conflict_die_turned: [
      mayTurnDie,
      (G, e) => { use(G, e, 7); G.conflicts[e.square] += e.change; },
    ],
    last_player_raised: [mayRaise, raise],
    virtue_die_moved: [mayMoveVirtue, moveVirtue],
    card_traded: [mayTrade, (G, e) => gainCubes(G, use(G, e, e.card), 1)],
    cubes_converted: [
      (G, e) => G.active === e.player && G.players[e.player].cubes >= CUBES_PER_VP * e.vp,
      convertCubes,
    ],
    virtue_converted: [
      (G, e) => G.active === e.player && G.players[e.player].virtue >= VIRTUE_PER_VP * e.vp,
      convertVirtue,
    ],
  },
};
