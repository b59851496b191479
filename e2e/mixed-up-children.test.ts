// A service that gives lines the names, inputs or audio of others: no line counts as fresh with audio that, by what the service
// says, may be another line's.

import { createHash } from 'node:crypto';
import type { InputParameters } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAudio } from './hostile-service/audio.ts';
import type { ChildPart, MixUp } from './hostile-service/behaviours.ts';
import { rounds } from './support/rounds.ts';
import type { Studio } from './support/studio.ts';
import { StudioStage } from './support/studio-stage.ts';

const LINES = 61;
const script = Array.from({ length: LINES }, (_, i) =>
  i % 10 === 0 ? 'LANE: Yes, sir.' : `${i % 2 ? 'ALGERNON' : 'LANE'}: This is line ${i}${', and on'.repeat(i % 7)}.`,
).join('\n\n');

const stage = new StudioStage();
afterEach(() => stage.clear());

type Echo = Readonly<Record<string, unknown>>;

interface FreshLine {
  readonly request: Echo;
  /** The inputs that came with its audio, by what the service said of the job. */
  readonly echoes: readonly Echo[];
  /** Its audio is what the service makes of its request. */
  readonly isOwnAudio: boolean;
}

async function freshLines(studio: Studio, replies: readonly Reply[]): Promise<FreshLine[]> {
  const rows = studio.project.db
    .prepare<{ custom_id: string; request: string; hash: string }>(
      `SELECT jobs.custom_id AS custom_id, takes.request AS request, audio_hash AS hash FROM picks
       JOIN takes ON takes.id = picks.take_id JOIN jobs ON jobs.id = takes.job_id`,
    )
    .all();
  return Promise.all(
    rows.map(async (row) => {
      const request = JSON.parse(row.request) as InputParameters;
      const named = replies.filter(({ custom_id: name }) => name === row.custom_id);
      // Where a name was given twice, the child that echoes the request is the right one.
      const own = named.filter(({ input }) => input['text'] === request.text);
      const urls = new Set((own.length > 0 ? own : named).map(({ output }) => output?.url));
      const { bytes } = await makeAudio(request);
      return {
        request: { ...request },
        echoes: replies.flatMap(({ input, output }) => (output && urls.has(output.url) ? [input] : [])),
        isOwnAudio: createHash('sha256').update(bytes).digest('hex') === row.hash,
      };
    }),
  );
}

interface Reply {
  readonly custom_id?: string;
  readonly input: Echo;
  readonly output?: { readonly url: string };
}

/** Keeps what the service says of the children of batches. */
function listen(studio: Studio): Reply[] {
  const replies: Reply[] = [];
  const read = studio.client.readBatch.bind(studio.client);
  studio.client.readBatch = async (...args) => {
    const batch = await read(...args);
    replies.push(...((batch.jobs ?? []) as unknown as Reply[]));
    return batch;
  };
  const submit = studio.client.submitBatch.bind(studio.client);
  studio.client.submitBatch = async (...args) => {
    const answer = await submit(...args);
    if (answer.kind === 'accepted') replies.push(...((answer.batch?.jobs ?? []) as unknown as Reply[]));
    return answer;
  };
  return replies;
}

const PARTS: readonly ChildPart[] = ['custom_id', 'id', 'input', 'output'];
const mixUps: fc.Arbitrary<MixUp> = fc.record({
  parts: fc.subarray([...PARTS], { minLength: 1 }),
  together: fc.boolean(),
  how: fc.constantFrom('permute', 'swap', 'duplicate'),
});

it('no line is fresh with audio whose echoed input is not its request', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(mixUps, fc.nat(1_000), fc.nat(3), async (mixesUp, seed, readsUntilDone) => {
      const { studio, service } = await stage.open(script, { mixesUp, readsUntilDone, shuffle: true }, seed);
      const replies = listen(studio);
      const outcome = await studio.render();
      const fresh = await freshLines(studio, replies);
      for (const { request, echoes, isOwnAudio } of fresh) {
        // Where custom ids and inputs are exchanged alike, nothing in a reply says so.
        const isTold = !mixesUp.parts.includes('output') && !mixesUp.parts.includes('input');
        if (isTold) expect(isOwnAudio).toBe(true);
        expect(echoes.length).toBeGreaterThan(0);
        for (const echo of echoes) {
          expect([echo['text'], echo['voice']]).toEqual([request['text'], request['voice']]);
        }
      }
      // Nothing is kept back in silence, and nothing is paid for again.
      expect(fresh.length + outcome.lost.length).toBe(LINES);
      expect(service.stats().jobs).toBe(LINES);
      expect((await studio.render()).batches).toBe(0);
      await stage.clear();
    }),
    { numRuns: rounds(24) },
  );
});

describe('where custom ids are mixed up', () => {
  it('the lines concerned are lost, with a reason, and the others are fresh', async () => {
    const { studio } = await stage.open(script, { mixesUp: { parts: ['custom_id'], how: 'swap' } });
    const outcome = await studio.render();
    const causes = studio.events.flatMap((event) => (event.kind === 'lines-lost' ? [event.cause] : []));
    expect(new Set(causes)).toEqual(new Set(['other-line']));
    // Two of each batch, unless they say the same.
    expect(outcome.lost.length).toBeLessThanOrEqual(4);
    expect(studio.project.lines.counts().fresh).toBe(LINES - outcome.lost.length);
  });

  it('and nothing is echoed, audio of the wrong length is not taken for a line’s', async () => {
    const book = Array.from({ length: 40 }, (_, i) => `LANE: Line ${i}${', and so on and on'.repeat(i % 2 ? 14 : 0)}.`);
    const { studio } = await stage.open(book.join('\n\n'), {
      echoInput: false,
      mixesUp: { parts: ['output'], how: 'permute' },
    });
    const outcome = await studio.render();
    const causes = studio.events.flatMap((event) => (event.kind === 'lines-lost' ? [event.cause] : []));
    expect(new Set(causes)).toEqual(new Set(['other-length']));
    expect(outcome.lost.length).toBeGreaterThan(10);
  });
});

it('a service that echoes nothing and mixes nothing up loses no line', async () => {
  const { studio } = await stage.open(script, { echoInput: false, readsUntilDone: 3 });
  await studio.render();
  expect(studio.project.lines.counts().fresh).toBe(LINES);
});
