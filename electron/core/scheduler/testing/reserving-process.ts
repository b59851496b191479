// `node reserving-process.ts FILE REQUESTS CHARACTERS [WALL_JUMPS_MS]`: `fill` reserves 7 characters each until full
// and prints the count; `one` keeps one in flight; `end` exits.

import { LimitsStore } from '../limits-store.ts';
import { RateBudget } from '../rate-budget.ts';
import { systemTime } from './system-time.ts';
import { ACCOUNT, byHand } from './temporary-limits.ts';

const [, , path = '', requests, characters, wallJumpsMs = '0'] = process.argv;
/** The wall clock jumps by up to this many milliseconds either way at each read. */
const clock = { ...systemTime, now: () => Date.now() + Math.round((2 * Math.random() - 1) * Number(wallJumpsMs)) };
const settings = byHand({ requests: Number(requests), characters: Number(characters) });
const budget = new RateBudget({ store: new LimitsStore(path, { clock }), clock, account: ACCOUNT, settings });
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
