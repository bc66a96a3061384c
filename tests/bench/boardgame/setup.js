// Setting up, and the conflicts that chips name. [may it happen, what happens] by type of event.
'use strict';

const { PLACES, deck } = require('./table.js');
const { acquire, copiesHold, inGame, layFaceUp } = require('./hand.js');
const { isDue, layOut, order } = require('./state.js');

const COLOURS = ['yellow', 'green', 'blue', 'purple'];

const chipsHold = (G, squares) =>
  new Set(squares).size === squares.length
  && squares.every((square) => !G.chipsSeen.includes(square));

function placeConflicts(G, conflicts) {
  for (const { square, die } of conflicts) {
    G.chipsSeen.push(square);
    G.conflicts[square] = die;
  }
  G.pool -= conflicts.length;
  G.supplyDice -= conflicts.length;
}

function drawChip(G, square) {
  G.chipsSeen.push(square);
  G.pool -= 1;
}

const step = (type, who = null) => ({ type, who });

function placements(seats) {
  const from = (n) => seats[n % seats.length];
  return [
    ...seats.map((_, n) => step('saint_set', from(n))),
    ...seats.map((_, n) => step('virtue_set', from(n + 1))),
    ...seats.map((_, n) => step('ragami_set', from(n + 2))),
  ];
}

function placementsOfTwo([first, second], neutral) {
  return [
    step('saint_set', first), step('virtue_set', first),
    step('saint_set', second), step('virtue_set', second), step('ragami_set', second),
    ...(neutral ? [step('ragami_set', 'neutral')] : []), step('ragami_set', first),
  ];
}

function openedRightly(G, e) {
  const colours = e.players.map((seat) => seat.colour);
  const neutral = colours.length === 2 && e.options.neutral_ragami;
  return isDue(G, 'game_opened') && new Set(colours).size === colours.length
    && (e.neutral_colour !== null) === neutral && !colours.includes(e.neutral_colour);
}

function open(G, e) {
  layOut(G, e);
  G.due = [step('conflicts_seeded'), step('demons_seeded')];
  if (G.seats.length < COLOURS.length) G.due.push(step('neutral_saints_seeded'));
  G.due.push(step('first_player_drawn'));
}

function drawFirst(G, e) {
  G.first = e.player;
  const seats = order(G);
  const neutral = G.neutralColour !== null;
  G.due = [
    ...seats.map(() => step('starting_card_kept')),
    ...(seats.length === 2 ? placementsOfTwo(seats, neutral) : placements(seats)),
    step('action_dice_set', seats[seats.length - 1]),
  ];
}

function seedDemons(G, e) {
  G.due.shift();
  for (const square of e.squares) {
    drawChip(G, square);
    G.chips.demon.push(square);
    G.demons[square] = 1;
    G.supplyDemons -= 1;
  }
}

const ownerless = (G) => COLOURS.filter((colour) => !(colour in G.players)).sort().join();

function seedNeutralSaints(G, e) {
  G.due.shift();
  for (const { saint, square } of e.saints) {
    G.saints[saint] = square;
    G.neutralSaints.push(saint);
    if (G.options.neutral_saint_chip === 'out') {
      drawChip(G, square);
      G.chips.neutral_saint.push(square);
    }
  }
}

function keepStartingCard(G, e) {
  G.due.shift();
  G.deckLeft -= e.discarded.length + 1;
  layFaceUp(G, e.discarded);
  acquire(G, G.players[e.player], e.kept);
}

module.exports = {
  chipsHold,
  placeConflicts,
  moves: {
    game_opened: [openedRightly, open],
    conflicts_seeded: [
      (G, e) => isDue(G, 'conflicts_seeded') && e.conflicts.length === 6
        && chipsHold(G, e.conflicts.map((conflict) => conflict.square)),
      (G, e) => { G.due.shift(); placeConflicts(G, e.conflicts); },
    ],
    demons_seeded: [
      (G, e) => isDue(G, 'demons_seeded') && e.squares.length === 4 && chipsHold(G, e.squares),
      seedDemons,
    ],
    neutral_saints_seeded: [
      (G, e) => isDue(G, 'neutral_saints_seeded')
        && e.saints.map((one) => one.saint).sort().join() === ownerless(G)
        && chipsHold(G, e.saints.map((one) => one.square)),
      seedNeutralSaints,
    ],
    first_player_drawn: [
      (G, e) => isDue(G, 'first_player_drawn', e.player) && e.player in G.players,
      drawFirst,
    ],
    starting_card_kept: [
      (G, e) => isDue(G, 'starting_card_kept', e.player) && e.player in G.players
        && e.discarded.length === 2 && G.players[e.player].hand.length === 0
        && inGame(G, [...e.discarded, e.kept]) && copiesHold(G, [...e.discarded, e.kept]),
      keepStartingCard,
    ],
    saint_set: [
      (G, e) => isDue(G, 'saint_set', e.player),
      (G, e) => { G.due.shift(); G.saints[e.player] = e.square; },
    ],
    virtue_set: [
      (G, e) => isDue(G, 'virtue_set', e.player) && PLACES.includes(e.block),
      (G, e) => {
        G.due.shift();
        Object.assign(G.players[e.player], { virtue: 1, virtueBlock: e.block });
      },
    ],
    ragami_set: [
      (G, e) => isDue(G, 'ragami_set', e.ragami) && PLACES.includes(e.block)
        && !Object.values(G.ragamis).includes(e.block),
      (G, e) => { G.due.shift(); G.ragamis[e.ragami] = e.block; },
    ],
  },
};
