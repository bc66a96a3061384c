// Cards: in hands, in the deck, used. Every card is known; unknown ones are left out of the port.
'use strict';

const { deck } = require('./table.js');

const LAST_PLACE = 15;
const POWER_6 = 6;

// The slot a card is played from: the oldest that came before this turn, and is not taken.
function findSlot(hand, card, turn, taken = []) {
  return hand.findIndex(
    (slot, at) => slot.card === card && slot.turn < turn && !taken.includes(at),
  );
}

// The slots of some cards, or null when one of them is not there.
function findSlots(hand, cards, turn) {
  const slots = [];
  for (const card of cards) {
    const at = findSlot(hand, card, turn, slots);
    if (at < 0) return null;
    slots.push(at);
  }
  return slots;
}

const mayPlay = (G, player, card) => findSlot(player.hand, card, G.turn) >= 0;
const inGame = (G, cards) => !cards.some((card) => G.removed.includes(card));

// No more cards of a kind than the deck has; `shuffled` go back into the deck meanwhile.
function copiesHold(G, named, shuffled = null) {
  return named.every((kind) => {
    const fresh = named.filter((other) => other === kind).length;
    const back = shuffled ? shuffled[kind] : 0;
    return G.certain[kind] + fresh - back <= deck.copies[kind] || G.removed.includes(kind);
  });
}

function discardAt(G, player, at) {
  const [slot] = player.hand.splice(at, 1);
  G.used[slot.card] += 1;
  G.usedCount += 1;
}

const play = (G, player, card) => discardAt(G, player, findSlot(player.hand, card, G.turn));

function acquire(G, player, card) {
  player.hand.push({ card, turn: G.turn });
  G.certain[card] += 1;
}

function layFaceUp(G, cards) {
  for (const card of cards) {
    G.used[card] += 1;
    G.certain[card] += 1;
  }
  G.usedCount += cards.length;
}

// Cards leave the deck; when there are too few, the used ones are shuffled first.
function takeFromDeck(G, cards) {
  if (cards <= G.deckLeft) {
    G.deckLeft -= cards;
    return;
  }
  G.deckLeft += G.usedCount - cards;
  G.used.forEach((used, kind) => {
    G.certain[kind] -= used;
    G.used[kind] = 0;
  });
  G.usedCount = 0;
}

module.exports = {
  LAST_PLACE, POWER_6, acquire, copiesHold, discardAt, findSlot, findSlots, inGame, layFaceUp,
  mayPlay, play, takeFromDeck,
};
