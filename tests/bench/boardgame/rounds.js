// Turns that end, the preparation of a round with its Action dice, and the end of the game.
'use strict';

const { PLACES, blocksAt, city, dice } = require('./table.js');
const { chipsHold, placeConflicts } = require('./setup.js');
const {
  FORBIDDEN_DIE, VIRTUE_MAX, addDemon, isDue, leftOf, order, payCubes, spendVirtue,
} = require('./state.js');

const RED = 1;
const ENOUGH_VP = 30;
const BONUS = [7, 4];
const CUBES_PER_VP = 2;
const VIRTUE_PER_VP = 3;
const everybody = (G) => Object.values(G.players);

// --- the end -------------------------------------------------------------------------------

function reasonToEnd(G) {
  const enough = everybody(G).some((player) => player.vp >= ENOUGH_VP);
  if (G.pool > 0) return enough ? 'vp' : null;
  return enough ? 'vp+chips' : 'chips';
}

function bonus(G, player) {
  if (player.resolved < G.options.bonus_min_conflicts) return 0;
  const better = everybody(G).map((other) => other.resolved).filter((n) => n > player.resolved);
  const ahead = G.options.bonus_ranking === 'dense' ? new Set(better).size : better.length;
  return BONUS[ahead] || 0;
}

function finish(G, reason, grow = true) {
  Object.assign(G, { phase: 'over', active: null, due: [], ended: reason });
  const { final_growth_and_conversion: both, final_virtue_conversion: only } = G.options;
  if (both && grow) growVirtue(G);
  for (const player of everybody(G)) {
    const points = both || only ? Math.floor(player.virtue / VIRTUE_PER_VP) : 0;
    if (points) {
      spendVirtue(player, VIRTUE_PER_VP * points);
      player.vp += points;
    }
    const vp = Math.floor(player.cubes / CUBES_PER_VP);
    payCubes(G, player, CUBES_PER_VP * vp);
    player.bonus = bonus(G, player);
    player.vp += vp + player.bonus;
  }
  const rank = (player) => 1000 * player.vp + player.resolved;
  const best = Math.max(...everybody(G).map(rank));
  G.winners = G.seats.filter((colour) => rank(G.players[colour]) === best);
}

// --- preparing a round ---------------------------------------------------------------------

function growVirtue(G) {
  const standing = Object.keys(G.ragamis).filter((ragami) => ragami !== 'neutral')
    .map((ragami) => G.ragamis[ragami]);
  for (const player of everybody(G)) {
    const block = player.virtueBlock;
    if (block === null) continue;
    const close = standing.filter(
      (place) => place === block || city.block_squares[block].includes(place),
    );
    player.virtue = Math.min(player.virtue + 1 + close.length, VIRTUE_MAX);
  }
}

function raiseConflicts(G) {
  const blownUp = [];
  for (const square of Object.keys(G.conflicts).map(Number)) {
    G.conflicts[square] += 1;
    if (G.conflicts[square] === FORBIDDEN_DIE) blownUp.push(square);
  }
  for (const square of blownUp) {
    delete G.conflicts[square];
    G.supplyDice += 1;
    G.chips.forbidden.push(square);
  }
  return blownUp;
}

function prepare(G) {
  G.phase = 'preparation';
  G.round += 1;
  G.first = leftOf(G, G.first);
  const blownUp = raiseConflicts(G);
  const leaving = [...order(G), 'neutral'].filter((one) => blownUp.includes(G.ragamis[one]));
  G.due = leaving.map((who) => ({ type: 'ragami_displaced', who }));
  if (leaving.length === 0) goOn(G);
}

const toDraw = (G) => Math.min(G.supplyDice, G.pool);

function goOn(G) {
  growVirtue(G);
  if (toDraw(G)) G.due = [{ type: 'conflicts_drawn', who: null }];
  else lastSteps(G);
}

function lastSteps(G) {
  const seats = order(G);
  G.due = [
    ...seats.map((who) => ({ type: 'virtue_step', who })),
    { type: 'action_dice_set', who: seats[seats.length - 1] },
  ];
}

function mayStepVirtue(G, e) {
  if (G.phase !== 'preparation' || !['virtue_step', 'action_dice_set'].includes(G.due[0].type)) {
    return false;
  }
  const waiting = G.due.some((due) => due.type === 'virtue_step' && due.who === e.player);
  const player = G.players[e.player];
  const needs = VIRTUE_PER_VP * e.vp;
  const same = e.block !== null && e.block === player.virtueBlock && player.virtue > needs;
  const there = e.block === null || PLACES.includes(e.block);
  return waiting && there && player.virtue >= needs && !same;
}

function stepVirtue(G, e) {
  while (G.due[0].who !== e.player) G.due.shift();
  G.due.shift();
  const player = G.players[e.player];
  if (e.vp) {
    spendVirtue(player, VIRTUE_PER_VP * e.vp);
    player.vp += e.vp;
  }
  if (e.block !== null) Object.assign(player, { virtue: 1, virtueBlock: e.block });
}

// --- the Action dice -----------------------------------------------------------------------

function rollsInTurn(G, e) {
  if (G.phase === 'preparation' && G.due[0].type === 'virtue_step') {
    return G.due[G.due.length - 1].who === e.player;
  }
  return isDue(G, 'action_dice_set', e.player);
}

function maySetDice(G, e) {
  if (!(e.player in G.players) || !rollsInTurn(G, e)) return false;
  if (!e.rolls.every((roll) => dice.action.includes(roll))) return false;
  const reds = e.rolls.filter((roll) => roll === RED).length;
  if (e.demons.length !== Math.min(reds, G.supplyDemons)) return false;
  const chosen = [e.spaces.saint, e.spaces.draw, e.spaces.conflict];
  for (const roll of e.rolls.filter((one) => one !== RED)) {
    const at = chosen.indexOf(roll);
    if (at < 0) return false;
    chosen.splice(at, 1);
  }
  return chosen.every((value) => value !== RED && dice.action.includes(value));
}

function setDice(G, e) {
  G.dice = { saint: e.spaces.saint, draw: e.spaces.draw, conflict: e.spaces.conflict };
  for (const square of e.demons) {
    addDemon(G, square);
    G.supplyDemons -= 1;
  }
  if (G.phase === 'setup') G.round = 1;
  Object.assign(G, { due: [], phase: 'turns', active: G.first, dieUsed: false, acted: false });
  G.turn += 1;
}

// --- turns ---------------------------------------------------------------------------------

function nextTurn(G, player) {
  let following = leftOf(G, player);
  while (G.passed.includes(following)) following = leftOf(G, following);
  Object.assign(G, { active: following, dieUsed: false, acted: false });
  G.turn += 1;
}

function endTurn(G, e) {
  if (G.options.pass_policy === 'reenter') G.passed = [];
  nextTurn(G, e.player);
}

function pass(G, e) {
  G.passed.push(e.player);
  if (G.passed.length < G.seats.length) {
    nextTurn(G, e.player);
    return;
  }
  G.active = null;
  G.passed = [];
  const reason = reasonToEnd(G);
  if (reason) finish(G, reason);
  else prepare(G);
}

module.exports = {
  CUBES_PER_VP,
  VIRTUE_PER_VP,
  moves: {
    action_dice_set: [maySetDice, setDice],
    turn_ended: [(G, e) => G.active === e.player && G.acted, endTurn],
    passed: [(G, e) => G.active === e.player && !G.acted, pass],
    ragami_displaced: [
      (G, e) => isDue(G, 'ragami_displaced', e.ragami)
        && blocksAt[G.ragamis[e.ragami]].includes(e.block),
      (G, e) => {
        G.due.shift();
        G.ragamis[e.ragami] = e.block;
        if (G.due.length === 0) goOn(G);
      },
    ],
    conflicts_drawn: [
      (G, e) => isDue(G, 'conflicts_drawn') && e.conflicts.length === toDraw(G)
        && chipsHold(G, e.conflicts.map((conflict) => conflict.square)),
      (G, e) => {
        placeConflicts(G, e.conflicts);
        const now = G.options.chips_out_in_preparation === 'end_now';
        if (G.pool === 0 && now) finish(G, 'chips', false);
        else lastSteps(G);
      },
    ],
    virtue_step: [mayStepVirtue, stepVirtue],
  },
};
