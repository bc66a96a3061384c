// What a die on the Action table pays for, or a card in its place.
'use strict';

const { PLACES, blocksAt, deck, dice, inRagamiReach, streetReach } = require('./table.js');
const hand = require('./hand.js');
const { addDemon, gainCubes, liftDemon, payCubes, spendVirtue } = require('./state.js');

const SPACES = ['saint', 'draw', 'conflict'];
const CARD_COST = { 5: 0, 8: 1, 9: 1, 11: 0 };
const POWER_POINTS = { 13: 2, 14: 4 };
const POWER_COST = { 13: 1, 14: 2 };
const HAND_LIMIT = 3;
const { LAST_PLACE, POWER_6 } = hand;

// --- paying --------------------------------------------------------------------------------

const byDie = (via) => typeof via === 'string';
const offers = (via, space) => (byDie(via) ? via : via.space || space) === space;
const cardCost = (via) => (byDie(via) ? 0 : CARD_COST[via.card]);

function mayPay(G, player, via) {
  if (byDie(via)) return G.dice[via] > 0 && !G.dieUsed;
  if (!hand.mayPlay(G, player, via.card) || player.cubes < CARD_COST[via.card]) return false;
  if (via.card !== 9) return true;
  const left = SPACES.filter((space) => G.dice[space] > 0);
  return via.lower ? left.includes(via.lower) : left.length === 0;
}

function pay(G, player, via) {
  G.acted = true;
  if (byDie(via)) {
    G.dice[via] -= 1;
    G.dieUsed = true;
    return;
  }
  hand.play(G, player, via.card);
  payCubes(G, player, CARD_COST[via.card]);
  if (via.card === 9 && via.lower) G.dice[via.lower] -= 1;
}

// --- moving a Ragami -----------------------------------------------------------------------

const count = (places, place) => Object.values(places).filter((one) => one === place).length;

// Where a Ragami may not be: on its own Saint, or third on a square.
function mayEnd(G, ragami, square) {
  const colour = ragami === 'neutral' ? G.neutralColour : ragami;
  if (colour && G.saints[colour] === square) return false;
  const stays = G.ragamis[ragami] === square ? 1 : 0;
  return count(G.ragamis, square) - stays < 2;
}

function mayMoveRagami(G, e) {
  if (G.active !== e.player || !PLACES.includes(e.to)) return false;
  if (!mayPay(G, G.players[e.player], e.via)) return false;
  const neutral = e.ragami === 'neutral' && G.neutralColour !== null
    && (e.via.card === 5 || G.options.neutral_mover === 'any_ragami_move');
  if ((e.ragami !== e.player && !neutral) || !(e.ragami in G.ragamis)) return false;
  const checked = G.options.movement_check;
  if (checked === 'off') return true;
  const { forbidden } = G.chips;
  if (checked === 'full' && !inRagamiReach(G.ragamis[e.ragami], forbidden).has(e.to)) return false;
  return typeof e.to === 'string' || (mayEnd(G, e.ragami, e.to) && !forbidden.includes(e.to));
}

function moveRagami(G, e) {
  const player = G.players[e.player];
  pay(G, player, e.via);
  G.ragamis[e.ragami] = e.to;
  const alone = count(G.ragamis, e.to) === 1 && count(G.saints, e.to) === 0;
  if (e.ragami === 'neutral' || !(e.to in G.demons) || e.to in G.conflicts || !alone) return;
  G.supplyDemons += G.demons[e.to];
  player.vp += G.demons[e.to];
  delete G.demons[e.to];
}

// --- Saints and Demons ---------------------------------------------------------------------

function mayWalk(G, start, to) {
  const checked = G.options.movement_check;
  return checked === 'off' || (to !== start && (checked !== 'full' || streetReach[start].has(to)));
}

function saintMayEnd(G, player, saint, to) {
  if (G.options.movement_check === 'off') return true;
  const neutral = saint === G.neutralColour && G.ragamis.neutral === to;
  return G.ragamis[player] !== to && G.ragamis[saint] !== to && !neutral;
}

function mayMoveSaintAndDemon(G, e) {
  if (G.active !== e.player || !offers(e.via, 'saint') || e.demon === null) return false;
  const { from, to } = e.demon;
  return mayPay(G, G.players[e.player], e.via)
    && mayWalk(G, G.saints[e.saint], e.to) && saintMayEnd(G, e.player, e.saint, e.to)
    && (from === null ? G.supplyDemons > 0 : from in G.demons && mayWalk(G, from, to));
}

function moveSaintAndDemon(G, e) {
  const player = G.players[e.player];
  pay(G, player, e.via);
  G.saints[e.saint] = e.to;
  if (e.to in G.conflicts) gainCubes(G, player, 1);
  if (e.demon.from === null) G.supplyDemons -= 1;
  else liftDemon(G, e.demon.from);
  addDemon(G, e.demon.to);
}

// --- drawing cards -------------------------------------------------------------------------

// The hand without the card that pays, as it stands when cards are drawn.
function handAtDraw(G, player, via) {
  const paid = byDie(via) ? -1 : hand.findSlot(player.hand, via.card, G.turn);
  return player.hand.filter((_, at) => at !== paid);
}

function mayDraw(G, e) {
  if (G.active !== e.player || !offers(e.via, 'draw')) return false;
  const by11 = e.via.card === 11;
  if (e.rejected.length !== (by11 ? 1 : 2) || e.kept.length !== (by11 ? 2 : 1)) return false;
  const named = [...e.rejected, ...e.kept];
  const player = G.players[e.player];
  if (!hand.inGame(G, [...named, e.discarded]) || !mayPay(G, player, e.via)) return false;
  const left = handAtDraw(G, player, e.via);
  if (by11 && (G.options.card11_other_cards === 'exactly_one' ? left.length !== 1
    : left.length > 1)) return false;
  if ((left.length >= HAND_LIMIT && !by11) !== (e.discarded !== null)) return false;
  if (e.discarded !== null && !left.some((slot) => slot.card === e.discarded)) return false;
  return deckHolds(G, e, named);
}

function deckHolds(G, e, named) {
  if (named.length <= G.deckLeft) return hand.copiesHold(G, named);
  const discarded = e.discarded === null ? 0 : 1;
  if (named.length > G.deckLeft + G.usedCount + discarded) return false;
  const back = [...G.used];
  if (discarded) back[e.discarded] += 1;
  return hand.copiesHold(G, named, back);
}

function draw(G, e) {
  const player = G.players[e.player];
  if (e.discarded !== null) {
    const paid = byDie(e.via) ? -1 : hand.findSlot(player.hand, e.via.card, G.turn);
    const at = player.hand.findLastIndex((slot, n) => n !== paid && slot.card === e.discarded);
    hand.discardAt(G, player, at);
  }
  hand.takeFromDeck(G, e.rejected.length + e.kept.length);
  pay(G, player, e.via);
  hand.layFaceUp(G, e.rejected);
  for (const card of e.kept) hand.acquire(G, player, card);
}

// --- conflicts -----------------------------------------------------------------------------

function declaredRightly(G, e) {
  const sixes = e.cards.filter((card) => card === POWER_6).length;
  if (!G.options.power_die && (e.power_rolls.length || sixes)) return false;
  if (e.cards.includes(LAST_PLACE) && G.seats.length === 2) return false;
  if (!e.power_rolls.every((roll) => dice.power.includes(roll))) return false;
  if (sixes > 1 || (sixes ? e.power_rolls.length !== 2 : e.power_rolls.length > 1)) return false;
  return e.cards.filter((card) => deck.red_triangle.includes(card)).length <= 1;
}

function mayAfford(G, player, e) {
  const paid = byDie(e.via) ? [] : [e.via.card];
  if (hand.findSlots(player.hand, [...paid, ...e.cards], G.turn) === null) return false;
  let left = player.cubes - cardCost(e.via);
  for (const card of e.cards) {
    left -= POWER_COST[card] || 0;
    if (POWER_COST[card] && left < 0) return false;
  }
  return left >= e.cubes && e.virtue <= player.virtue;
}

function lastPlaceWorth(G, player) {
  const scores = Object.values(G.players).map((other) => other.vp);
  if (player.vp > Math.min(...scores)) return 1;
  return scores.filter((vp) => vp === player.vp).length === 1 ? 4 : 2;
}

function declaredPoints(G, player, e, square) {
  const cards = e.cards.map((card) =>
    (card === LAST_PLACE ? lastPlaceWorth(G, player) : POWER_POINTS[card] || 0));
  const helping = count(G.ragamis, square) - 1;
  return e.cubes + e.virtue + count(G.saints, square) + 2 * helping
    + cards.reduce((sum, points) => sum + points, 0);
}

function comesOut(G, player, e, square) {
  const needs = G.conflicts[square] + (G.demons[square] || 0);
  const declared = declaredPoints(G, player, e, square);
  const has = e.power_rolls.reduce((sum, roll) => sum + roll, declared);
  const best = declared + Math.max(...dice.power) * e.power_rolls.length;
  if (G.options.hopeless_attempt === 'forbid' && best < needs) return false;
  if (has >= needs) return e.withdraw_to === null;
  return e.power_rolls.length > 0 && blocksAt[square].includes(e.withdraw_to);
}

function mayTryConflict(G, e) {
  if (G.active !== e.player || !offers(e.via, 'conflict') || !declaredRightly(G, e)) return false;
  const player = G.players[e.player];
  if (!mayPay(G, player, e.via) || !mayAfford(G, player, e)) return false;
  const square = G.ragamis[e.player];
  if (!(square in G.conflicts)) return false;
  const block = player.virtueBlock;
  if (e.virtue && block && !blocksAt[square].includes(block)) return false;
  return comesOut(G, player, e, square);
}

function tryConflict(G, e) {
  const player = G.players[e.player];
  pay(G, player, e.via);
  const success = e.withdraw_to === null;
  for (const card of e.cards) {
    if (success || card === POWER_6) hand.play(G, player, card);
    const cost = success || !G.options.refund_power_card_cost ? POWER_COST[card] || 0 : 0;
    payCubes(G, player, cost);
  }
  if (success) resolve(G, player, e);
  else G.ragamis[e.player] = e.withdraw_to;
}

function resolve(G, player, e) {
  const square = G.ragamis[e.player];
  payCubes(G, player, e.cubes);
  if (e.virtue) spendVirtue(player, e.virtue);
  player.vp += G.conflicts[square];
  delete G.conflicts[square];
  player.resolved += 1;
  G.supplyDice += 1;
  G.chips.resolved.push(square);
  for (const saint of Object.keys(G.saints)) {
    if (G.saints[saint] === square && saint in G.players) G.players[saint].vp += 1;
  }
  for (const helper of Object.keys(G.ragamis)) {
    if (G.ragamis[helper] === square && helper !== e.player) thank(G, helper, player);
  }
}

function thank(G, helper, resolver) {
  if (helper !== 'neutral') {
    gainCubes(G, G.players[helper], 2);
    return;
  }
  const whose = G.options.neutral_helper_cubes;
  for (const player of Object.values(G.players)) {
    const mine = player.colour === resolver.colour;
    if ((whose === 'resolver' && mine) || (whose === 'opponent' && !mine)) gainCubes(G, player, 2);
  }
}

module.exports = {
  mayEnd,
  mayWalk,
  saintMayEnd,
  moves: {
    ragami_moved: [mayMoveRagami, moveRagami],
    saint_and_demon_moved: [mayMoveSaintAndDemon, moveSaintAndDemon],
    cards_drawn: [mayDraw, draw],
    conflict_tried: [mayTryConflict, tryConflict],
  },
};
