import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LimitsStore } from './limits-store.ts';
import { RateBudget } from './rate-budget.ts';
import { systemTime } from './testing/system-time.ts';
import { ACCOUNT, byHand, TemporaryLimits } from './testing/temporary-limits.ts';

const REQUESTS = 200;
const CHARACTERS = 1_001;
const SETTINGS = byHand({ requests: REQUESTS, characters: CHARACTERS });

let limits: TemporaryLimits;
let children: ChildProcess[];
beforeEach(() => {
  limits = new TemporaryLimits();
  children = [];
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await kill(child);
  limits.dispose();
});

async function start(wallJumpsMs = 0): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./testing/reserving-process.ts', import.meta.url));
  const child = fork(file, [limits.path, String(REQUESTS), String(CHARACTERS), String(wallJumpsMs)]);
  children.push(child);
  await once(child, 'message');
  return child;
}

async function tell(child: ChildProcess, word: 'fill' | 'one'): Promise<number> {
  const answer = once(child, 'message');
  child.send(word);
  const [taken] = await answer;
  return Number(taken);
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** What this process sees of the file, by the real clock. */
function look<Result>(at: (budget: RateBudget) => Result): Result {
  const store = new LimitsStore(limits.path);
  try {
    return at(new RateBudget({ store, clock: systemTime, account: ACCOUNT, settings: SETTINGS }));
  } finally {
    store.close();
  }
}

describe('several processes with one limits file', () => {
  it('together take all there is and no more', async () => {
    const racers = await Promise.all([start(), start()]);
    const taken = await Promise.all(racers.map((child) => tell(child, 'fill')));
    // 143 times 7 characters are 1,001.
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(143);
    expect(look((budget) => budget.state('batch').used)).toEqual({ requests: 143, characters: CHARACTERS });
  });

  it('do not burst after a restart', async () => {
    const first = await start();
    expect(await tell(first, 'fill')).toBe(143);
    first.send('end');
    await once(first, 'exit');
    expect(await tell(await start(), 'fill')).toBe(0);
  });

  it('take no more than there is while their wall clocks jump by hours, also after a restart', async () => {
    const day = 24 * 3_600_000;
    const racers = await Promise.all([start(day), start(day)]);
    const taken = await Promise.all(racers.map((child) => tell(child, 'fill')));
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(143);
    for (const child of racers) await kill(child);
    expect(await tell(await start(day), 'fill')).toBe(0);
    expect(await tell(await start(), 'fill')).toBe(0);
  });

  it('count what a killed one had in flight until its time-out and a minute', async () => {
    const victim = await start();
    const before = Date.now();
    expect(await tell(victim, 'one')).toBe(1);
    await kill(victim);
    const after = Date.now();
    const { characters, nextChangeAt } = look((budget) => budget.room('batch'));
    expect(characters).toBe(CHARACTERS - 7);
    // What is told by the wall clock is reckoned from the monotonic one, each in whole milliseconds.
    expect(nextChangeAt).toBeGreaterThanOrEqual(before + 90_001 - 2);
    expect(nextChangeAt).toBeLessThanOrEqual(after + 90_001 + 2);
  });

  it('lose nothing when one is killed while it reserves', async () => {
    const [victim, survivor] = await Promise.all([start(), start()]);
    victim.send('fill');
    const rest = tell(survivor, 'fill');
    await kill(victim);
    await rest;
    expect(await tell(survivor, 'fill')).toBe(0);
    expect(look((budget) => budget.state('batch').used)).toEqual({ requests: 143, characters: CHARACTERS });
  });
});
