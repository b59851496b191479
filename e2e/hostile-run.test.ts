// A run against services that misbehave: all that can be rendered is, the rest is named, nothing is sent twice
// without doubt, and no credential reaches another origin.
import { afterEach, describe, expect, it } from 'vitest';
import type { HostileBehaviours } from './hostile-service/behaviours.ts';
import type { HostileService } from './hostile-service/hostile-service.ts';
import { rounds } from './support/rounds.ts';
import type { Studio } from './support/studio.ts';
import { StudioStage } from './support/studio-stage.ts';

const LINES = 60;
const SEEDS = Array.from({ length: rounds(5) }, (_, at) => at + 1);
const script = Array.from({ length: LINES }, (_, i) =>
  // Some lines have the same words: they must not take each other's audio for lost.
  i % 10 === 0 ? 'LANE: Yes, sir.' : `${i % 2 ? 'ALGERNON' : 'LANE'}: This is line ${i} of them.`,
).join('\n\n');

const stage = new StudioStage();
afterEach(() => stage.clear());

const studioAgainst = (behaviours: HostileBehaviours, seed = 1) => stage.open(script, behaviours, seed);

function expectNothingTwice(service: HostileService): void {
  const copies = new Map<string, number>();
  for (const row of script.split('\n\n')) {
    const text = row.replace(/^[A-Z]+: /, '');
    copies.set(text, (copies.get(text) ?? 0) + 1);
  }
  for (const [text, { arrived, refused, doubtful }] of service.stats().byText) {
    expect(arrived - refused - doubtful, `“${text}” was sent again without doubt`).toBeLessThanOrEqual(
      copies.get(text) ?? 0,
    );
  }
  for (const [id, { arrived }] of service.stats().byCustomId) expect(arrived, `${id} was used again`).toBe(1);
  expect(service.stats().leaks).toEqual([]);
  expect(service.stats().cookies).toBe(0);
}

const fresh = (studio: Studio): number => studio.project.lines.counts().fresh;

describe('a run against a service with odd but allowed ways', () => {
  const ways: Record<string, HostileBehaviours> = {
    'another order of children, opaque relative links, nulls and unknown fields': {
      shuffle: true,
      links: 'relative',
      freshLinks: true,
      nulls: true,
      unknownFields: true,
      readsUntilDone: 3,
    },
    'no custom_id in its answers': { echoCustomId: false, shuffle: true, readsUntilDone: 2 },
    'a batch that says completed while children are at work': { batchStatus: 'completed', readsUntilDone: 4 },
    'a batch that says failed, and states nobody knows': {
      batchStatus: 'failed',
      unknownChildStatus: true,
      readsUntilDone: 3,
    },
    'audio at another origin, without a length': { audioOrigin: 'foreign', chunkedAudio: true },
    'refusals with and without Retry-After': {
      submission: { sequence: ['429', '429-retry-after'], atMost: 2 },
      read: { sequence: ['429', '429-retry-after'] },
    },
    'reads that fail in every way': {
      read: { sequence: ['reset', '500', '502-text', '503-text', 'html', 'not-json', 'half', 'redirect', '404-html'] },
    },
    'nothing but nonsense on webhooks, another at each reading': {
      webhookResult: (readings) =>
        [
          null,
          'called',
          7,
          [],
          {},
          { called_at: {}, response_status: '204' },
          { called_at: 'soon', response_status: 1e9 },
        ][readings % 7],
      readsUntilDone: 3,
    },
    'half files, expired and moved addresses': {
      audio: {
        chances: {
          'half-with-length': 0.1,
          'half-without-length': 0.1,
          'half-broken': 0.1,
          expired: 0.1,
          redirect: 0.1,
        },
        atMost: 2,
      },
    },
    'half files, and ranges that it gets wrong': {
      audio: { sequence: ['half-with-length', 'half-broken'] },
      ranges: 'wrong-offset',
    },
    'acceptances whose body is lost': { submission: { sequence: ['201-html'] } },
    'acceptances with no links in the body, or none in the headers': {
      submission: { chances: { '201-no-links': 0.5, '201-no-location': 0.5 } },
    },
  };
  it.each(Object.entries(ways))('%s', async (_name, behaviours) => {
    const { studio, service } = await studioAgainst(behaviours);
    const outcome = await studio.render();
    expect([...outcome.failed.values()]).toEqual([]);
    expect(outcome.inDoubt).toEqual([]);
    expect(fresh(studio)).toBe(LINES);
    expect(service.stats().jobs).toBe(LINES);
    expectNothingTwice(service);
  });
});

it('gives each of several lines with the same words the audio of a job of its own', async () => {
  const { studio, service } = await studioAgainst({ echoCustomId: false, shuffle: true, readsUntilDone: 6 });
  await studio.render();
  const links = studio.project.db
    .prepare<{ n: number }>("SELECT count(DISTINCT child_id) AS n FROM jobs WHERE state = 'done'")
    .get();
  expect(links?.n).toBe(LINES);
  expect(service.stats().requests.audio).toBe(LINES);
});

describe('a run against a service that fails', () => {
  it('names the lines that the service failed, with its reason, and renders the others', async () => {
    const { studio, service } = await studioAgainst({
      fails: (text) => text.includes('line 7 of') || text.includes('line 33 of'),
      failReason: 'This voice is hoarse.',
    });
    const outcome = await studio.render();
    const failures = [...outcome.failed.values()];
    expect(failures).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'failed-by-service', message: 'This voice is hoarse.' })),
    );
    expect(fresh(studio)).toBe(LINES - 2);
    expectNothingTwice(service);
  });

  it('sends a failed line again as often as it was told to, and no more', async () => {
    const { studio, service } = await studioAgainst({ fails: (text) => text.includes('line 7 of') });
    const outcome = await studio.render({ retryFailed: 2 });
    expect(outcome.failed.size).toBe(1);
    const arrivals = [...service.stats().byText].find(([text]) => text.includes('line 7 of'))?.[1];
    expect(arrivals?.made).toBe(3);
    expect(service.stats().jobs).toBe(LINES + 2);
  });

  it.each([
    'reset-after',
    '500-after',
    '500-html-after',
    '201-empty',
    '201-half-no-location',
    'silence-after',
    '502-text',
    '202',
    'redirect',
  ] as const)('holds a batch in doubt after %s, and sends it again only when told to', async (misfortune) => {
    const { studio, service } = await studioAgainst({ submission: { chances: { [misfortune]: 0.6 } } });
    const outcome = await studio.render();
    expect(outcome.inDoubt.length).toBeGreaterThan(0);
    expect(fresh(studio) + outcome.inDoubt.length).toBe(LINES);
    const again = await studio.render();
    expect(again.batches).toBe(0);
    expect(studio.journal.linesInDoubt().length).toBe(outcome.inDoubt.length);
    expectNothingTwice(service);

    for (let tries = 0; tries < 40 && fresh(studio) < LINES; tries += 1) {
      studio.journal.markDoubtsForResubmission();
      await studio.render();
    }
    expect(fresh(studio)).toBe(LINES);
    expectNothingTwice(service);
  });

  it('reports audio that never comes whole on its line, keeps the job, and fetches it later for nothing', async () => {
    const { studio, service } = await studioAgainst({ audio: { chances: { html: 0.2 } } });
    const outcome = await studio.render();
    const jobs = service.stats().jobs;
    expect(jobs).toBe(LINES);
    expect(fresh(studio) + outcome.failed.size).toBe(LINES);
    for (let tries = 0; tries < 10 && fresh(studio) < LINES; tries += 1) await studio.render();
    expect(fresh(studio)).toBe(LINES);
    expect(service.stats().jobs).toBe(jobs);
    expectNothingTwice(service);
  });

  it.each(SEEDS)('gets through a bad day (seed %i)', async (seed) => {
    const { studio, service } = await studioAgainst(
      {
        shuffle: true,
        links: 'relative',
        freshLinks: true,
        nulls: true,
        unknownFields: true,
        readsUntilDone: 4,
        failChance: 0.02,
        audioOrigin: seed % 2 ? 'foreign' : 'own',
        echoKey: true,
        submission: {
          chances: { 'reset-after': 0.1, '500-before': 0.05, '429': 0.2, 'reset-before': 0.1, '201-html': 0.1 },
        },
        read: { chances: { reset: 0.1, '500': 0.1, html: 0.05, '429': 0.05, half: 0.05 } },
        audio: {
          chances: { 'half-with-length': 0.05, 'half-without-length': 0.05, expired: 0.05, reset: 0.05, '500': 0.05 },
          atMost: 3,
        },
      },
      seed,
    );
    const outcome = await studio.render();
    const doubts = new Set(outcome.inDoubt);
    expect(fresh(studio) + outcome.failed.size + doubts.size).toBe(LINES);
    for (const failure of outcome.failed.values()) expect(failure.kind).toBe('failed-by-service');
    expect(JSON.stringify(studio.events)).not.toContain(service.key);
    expectNothingTwice(service);
  });
});
