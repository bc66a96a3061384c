// The table that is played on: board, deck and dice as they ship, and what is in reach of what.
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const read = (name) => JSON.parse(readFileSync(join(process.argv[2], name), 'utf-8'));
const city = read('city-1.json');
const deck = read('deck-1.json');
const dice = read('dice-1.json');

const SQUARES = Array.from({ length: 30 }, (_, n) => n + 1);
const BLOCKS = Object.keys(city.block_squares);
const PLACES = [...SQUARES, ...BLOCKS];
const STEPS = 4;

const blocksAt = {};
for (const square of SQUARES) {
  blocksAt[square] = BLOCKS.filter((block) => city.block_squares[block].includes(square));
}

const near = {};
for (const square of SQUARES) near[square] = [...city.street[square], ...blocksAt[square]];
for (const block of BLOCKS) near[block] = [...city.block_squares[block], ...city.block_blocks[block]];

// The places one to four steps away over places that are not barred; out and back counts.
function walk(start, next, barred) {
  const reached = new Set();
  let edge = [start];
  for (let step = 0; step < STEPS; step += 1) {
    const further = new Set();
    for (const place of edge) {
      for (const other of next[place]) {
        if (!barred.has(other) && !reached.has(other)) further.add(other);
      }
    }
    for (const place of further) reached.add(place);
    edge = further;
  }
  return reached;
}

const streetReach = {};
for (const square of SQUARES) streetReach[square] = walk(square, city.street, new Set());

// The way of a Ragami depends on the squares that are forbidden: kept from game to game.
const ragamiReach = new Map();
function inRagamiReach(start, forbidden) {
  const key = `${start}/${forbidden.join()}`;
  let reached = ragamiReach.get(key);
  if (!reached) {
    reached = walk(start, near, new Set(forbidden));
    ragamiReach.set(key, reached);
  }
  return reached;
}

module.exports = { BLOCKS, PLACES, blocksAt, city, deck, dice, inRagamiReach, streetReach };
