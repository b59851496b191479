// Rules about the plan's rate limits: the service allows exactly the promised requests and characters per minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { BOUNDS, PATHS, PLAN_LIMITS, type RateLimit } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import { openStream, streamBody } from '../requests/streams.ts';
import { type Rule, section } from '../rule.ts';
import { Broken, must, NotTested } from '../verdict.ts';

const rule = section('Limits', 'limits');
const errors = section('Errors', 'limits');

type LimitedScope = keyof typeof PLAN_LIMITS;

/** Returns the plan's limits for a scope. @throws {NotTested} if it has none */
function planLimits(context: Context, scope: LimitedScope): RateLimit {
  const { plan } = context.options;
  if (plan === undefined) throw new NotTested('name the account’s plan with --plan');
  if (plan === 'enterprise') throw new NotTested('the limits of this plan are agreed with each client');
  return PLAN_LIMITS[scope][plan];
}

/** A minute, plus a second for latency. */
const MINUTE_MS = 61_000;
/** The minute that the interface promises, without the extra second. */
const QUIET_MINUTE_MS = 60_000;

/**
 * Counts the calls that are allowed in a minute. Calls before the run can affect the first count, so if it is wrong,
 * counts again after a minute, unless the account is known to be fresh.
 */
async function countInFreshMinute(context: Context, count: () => Promise<string | undefined>): Promise<void> {
  const first = await count();
  if (first === undefined) return;
  if (context.options.fresh) throw new Broken(first);
  await sleep(MINUTE_MS);
  const second = await count();
  if (second !== undefined) throw new Broken(second);
}

/** Number of concurrent calls, enough to use up a plan's limit within a minute. */
const CONCURRENCY = 8;
/**
 * Time limit for all calls in milliseconds. The first call must be less than a minute old when the last one is made.
 */
const MAX_COUNT_MS = 55_000;

/**
 * Makes as many calls as the limit allows, which must succeed, and one more, which must be refused.
 * @param asked the number of calls that have already been made
 * @param call makes a call and returns its status
 * @returns a description of the error, or undefined
 */
async function count(call: () => Promise<number>, limit: number, asked = 0): Promise<string | undefined> {
  const started = performance.now();
  let number = asked;
  let wrong: string | undefined;
  const worker = async (): Promise<void> => {
    while (number < limit && wrong === undefined) {
      number += 1;
      const own = number;
      const status = await call();
      if (status !== 200) wrong ??= `${status} to request ${own} of ${limit} in a minute`;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (wrong !== undefined) return wrong;
  const status = await call();
  if (status === 429) return undefined;
  if (performance.now() - started > MAX_COUNT_MS) {
    throw new NotTested(`the service is too slow: ${limit + 1} requests took more than ${MAX_COUNT_MS / 1000} s`);
  }
  return `${status} to request ${limit + 1} in a minute, where ${limit} are allowed`;
}

const voicesRule = rule(
  'limits.list.requests',
  'GET /api/v2/voices takes as many requests a minute as the plan has, and no more',
  async (context) => {
    const { requests = 0 } = planLimits(context, 'list');
    await context.runInOrder('list', async () => {
      // The voice list has already been requested once, when the suite chose its voices.
      await context.listing();
      let asked = 1;
      const askForList = async () => (await context.client.call({ to: PATHS.voices, takes429: true })).status;
      await countInFreshMinute(context, async () => {
        const wrong = await count(askForList, requests, asked);
        asked = 0;
        return wrong;
      });
    });
  },
);

const call = async (context: Context, text: string): Promise<number> =>
  (await openStream(context, await streamBody(context, { text }), true)).status;

const SENTENCE = 'Leaves fall. ';
const textOfLength = (count: number): string => SENTENCE.repeat(Math.ceil(count / SENTENCE.length)).slice(0, count);

async function countCharacters(context: Context, limit: number): Promise<string | undefined> {
  for (let left = limit; left > 0; left -= BOUNDS.streamCharacters.max) {
    const count = Math.min(left, BOUNDS.streamCharacters.max);
    const status = await call(context, textOfLength(count));
    if (status !== 200) return `${status} to characters ${limit - left + 1} to ${limit - left + count} of ${limit}`;
  }
  const status = await call(context, 'A');
  return status === 429 ? undefined : `${status} to character ${limit + 1} in a minute, where ${limit} are allowed`;
}

const streamRequestsRule = rule(
  'limits.stream.requests',
  'POST /api/v2/tts/stream takes as many requests a minute as the plan has, and no more',
  async (context) => {
    const { requests = 0 } = planLimits(context, 'stream');
    await context.runInOrder('stream', () =>
      countInFreshMinute(context, () => count(() => call(context, 'Yes.'), requests)),
    );
  },
);

const streamCharactersRule = rule(
  'limits.stream.characters',
  'exactly as many characters per minute',
  async (context) => {
    const { characters: limit = 0 } = planLimits(context, 'stream');
    await context.runInOrder('stream', async () => {
      if (performance.now() - (context.streamedAtMs ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) {
        if (!context.options.slow) {
          throw new NotTested('it needs a minute of its own: try --slow, or --only limits.stream.characters');
        }
        await sleep(MINUTE_MS);
      }
      await countInFreshMinute(context, () => countCharacters(context, limit));
    });
  },
);

/** The request format isn't specified, so only check that requests within the limit don't get a 429. */
const clonesRule = rule(
  'limits.clone.requests',
  'POST /api/v2/cloned-voices/instant is not refused before the plan’s requests are used',
  async (context) => {
    const { requests = 0 } = planLimits(context, 'clone');
    await countInFreshMinute(context, async () => {
      for (let number = 1; number <= requests; number += 1) {
        const { status } = await context.client.call({
          method: 'POST',
          to: PATHS.instantClone,
          body: {},
          takes429: true,
        });
        if (status === 429) return `429 to request ${number} of ${requests} in a minute`;
      }
      return undefined;
    });
  },
);

const recoveryRule = errors('limits.recovery', 'after a 429, a request is accepted after a minute', async (context) => {
  if (!context.options.slow) throw new NotTested('it takes a minute: try --slow');
  const { requests = 0 } = planLimits(context, 'list');
  const refused = async (): Promise<boolean> =>
    (await context.client.call({ to: PATHS.voices, takes429: true })).status === 429;
  await context.runInOrder('list', async () => {
    for (let number = 0; number <= requests; number += 1) {
      if (!(await refused())) continue;
      await sleep(QUIET_MINUTE_MS);
      must(!(await refused()), '429 again after a minute without any call');
      return;
    }
    throw new NotTested(`no 429 came in ${requests + 1} requests`);
  });
});

export const LIMIT_RULES: readonly Rule[] = [
  voicesRule,
  streamRequestsRule,
  streamCharactersRule,
  clonesRule,
  recoveryRule,
];
