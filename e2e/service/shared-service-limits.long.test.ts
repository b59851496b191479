// Eight clients send batches of one account to three nodes as fast as the account's limits allow. The nodes must never accept
// more than the plan allows within any 60 seconds, and must use at least 99 % of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { planLimit, RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceAccount } from '../../packages/speech-service/ports/accounts.ts';
import { openPool } from '../../packages/speech-service/postgres/connection.ts';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { credentials, job } from '../../packages/speech-service/testing/test-service.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';

const CLIENTS = 8;
const MINUTES = 3;
/** Pause after a rejected batch, in milliseconds. Clients don't wait as long as they are told, to press against the limit. */
const PAUSE_MS = 50;
/** How often to read the accepted calls, in milliseconds. The service only keeps those of the last minute. */
const READ_MS = 5000;
const LIMITED: ServiceAccount = { key: 'sk-limited', userId: 'user-limited', plan: 'growth', apiAccess: true };
const { requests: MAX_REQUESTS = 0, characters: MAX_CHARACTERS = 0 } = planLimit('growth', 'batch');

let service: SharedService;
let pool: pg.Pool;
beforeAll(async () => {
  service = await SharedService.start(3, 0, LIMITED);
  pool = openPool(service.url, 1);
});
afterAll(async () => {
  await pool?.end();
  await service?.stop();
});

const callRow = z.object({ number: z.number(), characters: z.number(), at: z.number() });
/** `at` is the time of PostgreSQL's decision, in microseconds. */
type CountedCall = z.infer<typeof callRow>;

async function readCalls(into: Map<number, CountedCall>): Promise<void> {
  const { rows } = await pool.query('SELECT number, characters, at FROM lectern.rate_calls');
  for (const row of rows) {
    const call = callRow.parse(row);
    into.set(call.number, call);
  }
}

/** Returns the requests and characters that were accepted within a minute before a moment. */
function usedBefore(moment: number, calls: readonly CountedCall[]): { requests: number; characters: number } {
  const counted = calls.filter(({ at }) => at > moment - RATE_WINDOW_MS * 1000 && at <= moment);
  return { requests: counted.length, characters: counted.reduce((sum, { characters }) => sum + characters, 0) };
}

test('the limits of an account hold exactly across nodes, and are used up', async () => {
  const random = seededRandom(36);
  const until = performance.now() + MINUTES * RATE_WINDOW_MS;
  const statuses = new Map<number, number>();
  let accepted = 0;
  const send = async (): Promise<void> => {
    while (performance.now() < until) {
      const text = 'a'.repeat(1500 + Math.floor(random() * 1000));
      const { status } = await fetch(new URL('/api/v2/tts/batches', service.address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...credentials(LIMITED) },
        body: JSON.stringify({ jobs: [job({ text })] }),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) accepted += text.length;
      else await sleep(PAUSE_MS);
    }
  };
  const calls = new Map<number, CountedCall>();
  const clients = Promise.all(Array.from({ length: CLIENTS }, send));
  while (performance.now() < until) {
    await readCalls(calls);
    await sleep(READ_MS);
  }
  await clients;
  await readCalls(calls);
  const sorted = [...calls.values()].sort((a, b) => a.number - b.number);
  // Every accepted batch was counted once.
  expect(sorted.map(({ number }) => number)).toEqual(sorted.map((_, index) => index + 1));
  expect([...statuses.keys()].sort()).toEqual([201, 429]);
  expect(statuses.get(201)).toBe(sorted.length);
  expect(sorted.reduce((sum, { characters }) => sum + characters, 0)).toBe(accepted);
  // The number of calls in a window is highest at the moment of a call.
  const highest = sorted.map(({ at }) => usedBefore(at, sorted));
  const mostRequests = Math.max(...highest.map(({ requests }) => requests));
  const mostCharacters = Math.max(...highest.map(({ characters }) => characters));
  const shares: number[] = [];
  const [first = 0, last = 0] = [sorted[0]?.at, sorted.at(-1)?.at];
  for (let moment = first + RATE_WINDOW_MS * 1000; moment <= last; moment += 100_000) {
    const { requests, characters } = usedBefore(moment, sorted);
    shares.push(Math.max(requests / MAX_REQUESTS, characters / MAX_CHARACTERS));
  }
  const used = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  process.stdout.write(
    `${sorted.length} batches accepted, ${statuses.get(429)} rejected; at most ${mostRequests} requests and ` +
      `${mostCharacters} characters within 60 s; ${(used * 100).toFixed(2)} % of the limit used\n`,
  );
  expect(mostRequests).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(mostCharacters).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(used).toBeGreaterThanOrEqual(0.99);
});
