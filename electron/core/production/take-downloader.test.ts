// What becomes of audio that came back: a take with its figures, in one piece.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { checkAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { murmur, tone } from '../../../packages/audio/testing/tones.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import { SkippingClock } from '../api/testing/skipping-clock.ts';
import { Journal, type OpenBatch } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import { createProject } from '../project/project-folder.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { systemRandom } from '../system.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { ServicePresence } from './service-presence.ts';
import { TakeDownloader } from './take-downloader.ts';

const connection = { origin: 'https://speech.example', userId: 'user' };
const clock = new FakeClock();
let folder = '';
let project: Project;
let journal: Journal;
let review: ReviewStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-collector-'));
  project = createProject(join(folder, 'book.lectern'), { name: 'Book', connection, clock, random: systemRandom });
  project.script.saveScript(parseScript('One.\n\nTwo.\n\nThree.\n', project.settings()));
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'v' })));
  journal = new Journal(project.db);
  review = new ReviewStore(project.db);
});
afterEach(() => {
  project.close();
  rmSync(folder, { recursive: true, force: true });
});

const lineIds = (): number[] => project.lines.states().map(({ id }) => id);

/** A batch of all lines that the service has accepted. */
function sentBatch(): OpenBatch {
  const runId = journal.createRun(lineIds(), {}, 0);
  const jobs = project.lines.states().map(({ id }) => {
    const line = project.lines.toRender(id);
    if (!line) throw new Error('nothing to render');
    return { ...line, customId: `c${id}`, attempts: 0 };
  });
  const batch = journal.beginBatch(runId, connection, jobs, 0);
  journal.markAccepted(batch.id, '/batches/1', 0);
  return { ...batch, selfLink: '/batches/1' };
}

/** Collects all jobs of a batch; each address is the place of its audio. */
const collectAll = (audio: readonly Uint8Array[]): Promise<void> =>
  collectBy(async (url, { to }) => to.write(audio[Number(url)] ?? new Uint8Array(0)));

/** Collects all jobs of a batch; each address is the place of its job. */
async function collectBy(
  download: ServiceClient['download'],
  onTake = () => {},
  announced: { readonly duration?: number } = {},
): Promise<void> {
  const downloader = new TakeDownloader({
    project,
    journal,
    // Nothing else is asked for.
    client: { download, readBatch: async () => ({ jobs: [] }) } as unknown as ServiceClient,
    connection,
    clock: new SkippingClock(),
    checkAudio,
    presence: new ServicePresence({ listVoices: async () => [] }, clock),
  });
  const batch = sentBatch();
  const { signal } = new AbortController();
  await Promise.all(
    batch.jobs.map(async (job, at) => {
      const outcome = await downloader.download(batch, job, { url: String(at), ...announced }, signal);
      expect(outcome.kind).toBe('stored');
      onTake();
    }),
  );
}

it('keeps what was measured of each take beside it', async () => {
  const quiet = tone({ sampleRate: 16_000, seconds: 1, level: 0.01 });
  const silent = tone({ sampleRate: 16_000, seconds: 1, level: 0 });
  await collectAll([await encode(murmur(16_000, 2), 'wav'), await encode(quiet, 'mp3'), await encode(silent, 'flac')]);
  const takes = review.rows(lineIds()).map(({ take }) => take);
  expect(takes.map((take) => take?.flags.map(({ kind }) => kind))).toEqual([
    ['cut-end'],
    ['cut-start', 'cut-end'],
    ['silent'],
  ]);
  expect(takes[1]?.loudnessLufs).toBeCloseTo(-43.7, 0);
  expect(takes.map((take) => Buffer.from(take?.overview ?? '', 'base64').length)).toEqual([96, 96, 96]);
  expect(review.peaks(takes[0]?.id ?? 0)).toMatchObject({ peaksPerSecond: 50, peaks: { length: 100 } });
  expect(project.takes.countWithoutAnalysis()).toBe(0);
});

it('doubts takes of another length than announced, and those of which one channel is silent', async () => {
  const { sampleRate, channels } = murmur(16_000, 3);
  const [voice = new Float32Array(0)] = channels;
  const wav = await encode({ sampleRate, channels: [voice, new Float32Array(voice.length)] }, 'wav');
  await collectBy(async (_url, { to }) => to.write(wav), undefined, { duration: 2.94 });
  const flags = review.rows(lineIds()).map(({ take }) => take?.flags);
  for (const each of flags) {
    expect(each).toContainEqual({ kind: 'one-sided', quiet: 'right', differenceDb: 120 });
    expect(each).toContainEqual({ kind: 'duration', announcedSeconds: 2.94, seconds: 3 });
  }
});

it('keeps neither the take nor its figures where the commit fails', async () => {
  journal.markJobDone = () => {
    throw new Error('pulled out');
  };
  const wav = await encode(murmur(16_000, 1), 'wav');
  await expect(collectAll([wav, wav, wav])).rejects.toThrow('pulled out');
  expect(review.list({ sort: 'script' })).toMatchObject({ takes: 0, withoutTake: 3 });
  const rows = project.db.prepare<{ n: number }>('SELECT count(*) AS n FROM audio_analyses').get();
  expect(rows?.n).toBe(0);
});

it('lets the other lines go on while lines come too slowly', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at}.`).join('\n\n');
  project.script.saveScript(parseScript(lines, project.settings()));
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'v' })));
  const wav = await encode(murmur(16_000, 1), 'wav');
  const { promise: othersDone, resolve } = Promise.withResolvers<void>();
  const tries = new Map<string, number>();
  let taken = 0;
  const slowFirst: ServiceClient['download'] = async (url, { to }) => {
    const tried = (tries.get(url) ?? 0) + 1;
    tries.set(url, tried);
    if (Number(url) < 8 && tried === 1) {
      throw new ServiceError({
        kind: 'connection',
        phase: 'sent',
        failure: 'too-slow',
        origin: 'https://a.example',
        code: null,
      });
    }
    // The slow ones take until all others have been collected.
    if (Number(url) < 8) await othersDone;
    await to.write(wav);
  };
  await collectBy(slowFirst, () => {
    taken += 1;
    if (taken === 4) resolve();
  });
  expect(taken).toBe(12);
});
