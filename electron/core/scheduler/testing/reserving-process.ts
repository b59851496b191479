// A process of its own that takes places in a limits file, for tests with several processes.
// `node reserving-process.ts FILE REQUESTS CHARACTERS [WALL_JUMPS_MS]`: on the word `fill` it takes places of 7 characters until there is
// no room and tells how many it got; on `one` it takes one and keeps it in flight; on `end` it ends.

import { openLimitsStore } from '../limits-store.ts';
import { createRateBudget } from '../rate-budget.ts';
import { systemTime } from './system-time.ts';
import { ACCOUNT, byHand } from './temporary-limits.ts';

const [, , path = '', requests, characters, wallJumpsMs = '0'] = process.argv;
/** Its wall clock jumps whenever it is read, forward or back by a random number of milliseconds up to this. */
const clock = { ...systemTime, now: () => Date.now() + Math.round((2 * Math.random() - 1) * Number(wallJumpsMs)) };
const settings = byHand({ requests: Number(requests), characters: Number(characters) });
const budget = createRateBudget({ store: openLimitsStore(path, { clock }), clock, account: ACCOUNT, settings });
const reserve = () => budget.tryReserve('batch', { characters: 7 }, { inFlightForMs: 30_000 });

process.on('message', (word) => {
  if (word === 'end') process.disconnect();
  if (word === 'one') process.send?.(reserve().ok ? 1 : 0);
  if (word !== 'fill') return;
  let taken = 0;
  while (reserve().ok) taken += 1;
  process.send?.(taken);
});
process.send?.('ready');
