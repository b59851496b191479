// The memory of real processes against services that send too much: the command line, and the studio of the window.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wavFileHeader } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flacBomb } from '../packages/audio/testing/bombs.ts';
import {
  type BadReply,
  type BadService,
  type BadServiceOptions,
  type ServiceRequestKind,
  startBadService,
} from './hostile-service/bad-service.ts';
import { watchMemory } from './support/peak-memory.ts';
import { type RunningCommand, startLectern, temporaryFolder } from './support/processes.ts';
import { HAS_ALL_ROUNDS } from './support/rounds.ts';
import { startStudio } from './support/studio-process.ts';

/** For each process, whatever a service sends. */
const MAX_MEMORY_MB = 500;
const PATIENCE_MS = 240_000;
/** Takes of minutes: two are checked and exported at once. */
const LONG_TAKES = HAS_ALL_ROUNDS ? 4 : 2;

let folder: ReturnType<typeof temporaryFolder>;
let service: BadService | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await service?.close();
  folder.remove();
});

/** Silence of 48 kHz and two channels. */
function longWav(seconds: number): BadServiceOptions['audio'] {
  const frames = seconds * 48_000;
  const head = wavFileHeader('wav', { sampleRate: 48_000, channels: 2 }, frames);
  const piece = new Uint8Array(48_000 * 4);
  return {
    type: 'audio/wav',
    sizeBytes: head.length + frames * 4,
    *pieces() {
      yield head;
      for (let second = 0; second < seconds; second += 1) yield piece;
    },
  };
}

const ACCOUNT = {
  name: 'Account',
  userId: 'user',
  budget: { plan: 'growth', limits: {}, sharePercent: 100 },
  pricePerThousand: null,
  currency: 'EUR',
  keyStorage: 'ask',
  key: 'key-of-the-account',
} as const;

/** A cast that needs no list of voices. */
function castFile(): string {
  const path = join(folder.path, 'cast.json');
  writeFileSync(path, JSON.stringify({ NARRATOR: 's3://voices/0/manifest.json' }));
  return path;
}

/** A script with `lines` lines of `words` words each; a word has 18 characters. */
function script(lines: number, words: number): string {
  const path = join(folder.path, 'script.txt');
  writeFileSync(
    path,
    Array.from({ length: lines }, (_, at) => `Line ${at}. ${'unpronounceability '.repeat(words)}`).join('\n\n'),
  );
  return path;
}

const out = () => join(folder.path, 'out');

/** Starts `lectern` with an account at the service. */
function start(args: readonly string[]): RunningCommand & { readonly peakMb: () => number } {
  const running = startLectern(args, {
    LECTERN_HOME: join(folder.path, 'home'),
    LECTERN_BASE_URL: service?.origin ?? '',
    LECTERN_API_KEY: 'key-of-the-account',
    LECTERN_USER_ID: 'user',
  });
  return { ...running, peakMb: watchMemory(running.process) };
}

/** Replies of each sort that only cost time where they are refused late. */
const ILL: readonly BadReply[] = [
  'an endless list',
  'a terabyte announced',
  'packed by gzip',
  'packed without saying so',
  'a million voices',
  'deep objects',
  'an endless event',
  'endless sound',
];

describe.runIf(process.platform === 'linux')('the command line, in bounded memory', () => {
  it.each(['wav', 'flac'])(
    'renders takes of some minutes that the service sends as WAV, and exports them as %s',
    async (format) => {
      service = await startBadService({ audio: longWav(400) });
      const running = start([
        'render',
        script(LONG_TAKES, 30),
        '--out',
        out(),
        '--format',
        format,
        '--fail-on',
        'never',
      ]);
      const { status, stderr } = await running.result;
      expect(status, stderr).toBe(0);
      expect(running.peakMb()).toBeLessThan(MAX_MEMORY_MB);
    },
    PATIENCE_MS,
  );

  it.each(['voices', 'submission', 'batch', 'audio'] as const)(
    'ends with a sentence where the service misbehaves at each request for: %s',
    async (kind) => {
      service = await startBadService({ audio: longWav(1) });
      service.misbehave(kind, ILL);
      const args = kind === 'voices' ? ['voices'] : ['render', script(4, 3), '--out', out(), '--cast', castFile()];
      const running = start(args);
      // Batches and audio are asked for again and again: the producer stops it.
      const timer = setInterval(() => {
        if ((service?.badReplyCount() ?? 0) >= ILL.length) running.process.kill('SIGINT');
      }, 50);
      const { status, stderr } = await running.result.finally(() => clearInterval(timer));
      expect(status, stderr).not.toBe(0);
      expect(stderr.trim().length).toBeGreaterThan(20);
      expect(stderr.length).toBeLessThan(10_000);
      expect(service.badReplyCount()).toBeGreaterThan(0);
      expect(running.peakMb()).toBeLessThan(MAX_MEMORY_MB);
    },
    PATIENCE_MS,
  );

  it(
    'takes no audio that unpacks to hours',
    async () => {
      const bytes = flacBomb(20_000, 2);
      service = await startBadService({
        audio: { type: 'audio/flac', sizeBytes: bytes.length, pieces: () => [bytes] },
      });
      const running = start(['render', script(4, 3), '--out', out(), '--cast', castFile()]);
      const { status, stderr } = await running.result;
      expect(status, stderr).not.toBe(0);
      expect(stderr).toContain('the file is damaged each time it is fetched');
      expect(running.peakMb()).toBeLessThan(MAX_MEMORY_MB);
    },
    PATIENCE_MS,
  );
});

describe.runIf(process.platform === 'linux')('the studio, in bounded memory', () => {
  it(
    'answers with an error whatever the service misbehaves at',
    async () => {
      service = await startBadService({ audio: longWav(1) });
      const { badReplyCount, misbehave, origin } = service;
      const studio = await startStudio(folder.path);
      try {
        await studio.ask('connection.add', { ...ACCOUNT, baseUrl: origin });
        const { id } = (await studio.ask('connection.status', {})).value as { id: string };
        const bytes = new TextEncoder().encode('ANNA: Good morning to all of you.\n\nBEN: Good evening.');
        const { importId } = (await studio.ask('project.previewImport', { name: 'play.txt', bytes })).value as {
          importId: string;
        };
        await studio.ask('project.createFromImport', { importId, name: 'Play' });
        const [stream, single] = ['s3://voices/0/manifest.json', 's3://voices/1/manifest.json'];
        const heard = { role: 'ANNA', lineId: 1 };
        const asking: readonly (readonly [ServiceRequestKind, () => Promise<unknown>])[] = [
          ['voices', () => studio.ask('connection.test', { id })],
          ['sample', () => studio.ask('cast.sample', { voice: stream })],
          ['stream', () => studio.ask('cast.audition', { ...heard, voice: stream })],
          ['generation', () => studio.ask('cast.audition', { ...heard, voice: single })],
          ['single job', () => studio.ask('cast.audition', { ...heard, voice: single })],
          ['cloned voices', () => studio.ask('clone.list', {})],
        ];
        for (const [kind, ask] of asking) {
          misbehave(kind, ILL);
          for (let time = 0; time < 2; time += 1) {
            const answer = JSON.stringify(await ask());
            expect(answer, kind).toMatch(/"ok":false|"failure":\{|auditionId/);
            expect(answer.length, kind).toBeLessThan(10_000);
          }
          expect(badReplyCount(), kind).toBeGreaterThan(1);
        }
        expect(studio.peakMb()).toBeLessThan(MAX_MEMORY_MB);
      } finally {
        await studio.stop();
      }
    },
    PATIENCE_MS,
  );
});
