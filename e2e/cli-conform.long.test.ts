// `lectern conform` cuts a recording of a chapter into takes. The local service speaks the recording.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode, encodeWav, mixToMono, type Pcm } from '@lectern/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudioWorkers } from '../electron/core/audio/audio-workers.ts';
import { conformRecording } from '../electron/core/import/conform-recording.ts';
import type { LineState } from '../electron/core/project/lines/line-store.ts';
import type { Project } from '../electron/core/project/project.ts';
import { openProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { at } from '../shared/rules/at.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const LINES = [
  'Nobody had climbed the lighthouse since the storm of last October.',
  'Martha carried a lantern, two candles, and a heavy iron key.',
  '"Somebody has been here before us," whispered the old fisherman.',
  'They counted one hundred and twelve steps to the broken gallery.',
  'Below them, the grey water rolled against the rocks without a sound.',
  'In the morning, a small boat left the harbour and never returned.',
];
/** The script's first line is the heading, which is spoken. Line 2 is read twice, and line 4 is left out. */
const READ = [0, 1, 2, 2, 3, 5, 6];
const PAUSE_SECONDS = 0.9;

interface Printed {
  readonly lines: readonly {
    readonly line: number;
    readonly state: string;
    readonly problem: string | null;
    readonly start: number | null;
    readonly end: number | null;
    readonly take: number | null;
  }[];
  readonly repeats: readonly { readonly line: number; readonly complete: boolean }[];
  readonly extras: readonly unknown[];
  readonly newly_cast: readonly { readonly role: string; readonly to: string }[];
}

const folder = temporaryFolder();
const path = (...names: string[]): string => join(folder.path, ...names);
const home = { LECTERN_HOME: path('home') };
/** A project whose role has no voice. No test changes it. */
const uncast = path('uncast');
const recordings = { wav: path('chapter.wav'), mp3: path('chapter.mp3') };
/** Where each reading starts and ends in the recording, in seconds. */
const readings: { readonly start: number; readonly end: number }[] = [];

async function call(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await lectern(args, home);
  expect(status, stderr).toBe(0);
  return stdout;
}

async function conform(project: string, recording: string, ...options: string[]) {
  const { status, stdout, stderr } = await lectern(['conform', project, '1', recording, '--json', ...options], home);
  expect(stdout, stderr).not.toBe('');
  return { status, printed: JSON.parse(stdout) as Printed };
}

function withProject<T>(dir: string, use: (project: Project) => T): T {
  const project = openProject(dir, { mode: 'write', clock: systemClock, random: systemRandom });
  try {
    return use(project);
  } finally {
    project.close();
  }
}

const statesOf = (dir: string): readonly LineState[] => withProject(dir, (project) => project.lines.states());
const picksOf = (dir: string) => statesOf(dir).map(({ pick }) => pick?.takeId ?? null);
const takeCounts = (dir: string) =>
  withProject(dir, (project) => project.lines.states().map(({ id }) => project.takes.takesOf(id).length));

/** Creates a project with the script. Its role has no voice. */
async function importProject(name: string): Promise<string> {
  await call('import', path('script.txt'), '--project', path(name));
  return path(name);
}

function joined(pieces: readonly Float32Array[], sampleRate: number): Pcm {
  const pause = new Float32Array(Math.round(PAUSE_SECONDS * sampleRate));
  const samples: number[] = [];
  for (const piece of pieces) {
    const start = samples.length / sampleRate;
    for (const sample of piece) samples.push(sample);
    readings.push({ start, end: samples.length / sampleRate });
    for (const sample of pause) samples.push(sample);
  }
  return { sampleRate, channels: [Float32Array.from(samples)] };
}

beforeAll(async () => {
  writeFileSync(path('script.txt'), `# The lighthouse\n\n${LINES.join('\n\n')}\n`);
  await call('render', path('script.txt'), '--project', path('spoken'), '--out', path('out'));
  const files = readdirSync(path('out')).filter((name) => name.endsWith('.wav'));
  const takes = await Promise.all(files.sort().map((name) => decode(readFileSync(path('out', name)))));
  const { sampleRate } = at(takes, 0);
  const sounds = takes.map((take) => Float32Array.from(at(mixToMono(take).channels, 0)));
  const recording = joined(
    READ.map((line) => at(sounds, line)),
    sampleRate,
  );
  writeFileSync(recordings.wav, encodeWav(recording));
  writeFileSync(recordings.mp3, await encode(recording, 'mp3'));
  await importProject('uncast');
});
afterAll(() => folder.remove());

describe('lectern conform', () => {
  it.each(['wav', 'mp3'] as const)('adds and picks a take for each line of a %s file', async (format) => {
    const project = await importProject(`conformed-${format}`);
    const { status, printed } = await conform(project, recordings[format]);
    expect(status).toBe(1);
    expect(printed.newly_cast).toMatchObject([{ role: 'NARRATOR' }]);
    expect(printed.lines.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 4 }, () => 'taken'),
      'missing',
      'taken',
      'taken',
    ]);
    expect(printed.repeats).toMatchObject([{ line: 3, complete: true }]);
    expect(printed.extras).toEqual([]);
    expect(picksOf(project)).toEqual(printed.lines.map(({ take }) => take));
    expect(statesOf(project).map(({ state }) => state)).toEqual(
      printed.lines.map(({ take }) => (take === null ? 'unrendered' : 'fresh')),
    );
    for (const { line, start, end, take } of printed.lines) {
      if (take === null) continue;
      const reading = at(readings, READ.lastIndexOf(line - 1));
      expect(start).toBeGreaterThan(reading.start - PAUSE_SECONDS);
      expect(start).toBeLessThan(reading.start + 0.1);
      expect(end).toBeGreaterThan(reading.end - 0.1);
      expect(end).toBeLessThan(reading.end + PAUSE_SECONDS);
      const pick = at(statesOf(project), line - 1).pick;
      expect(pick?.durationSeconds).toBeCloseTo((end ?? 0) - (start ?? 0), 2);
    }
  });

  it('adds nothing the second time', async () => {
    const project = path('conformed-wav');
    const before = { takes: takeCounts(project), picks: picksOf(project) };
    const { printed } = await conform(project, recordings.wav);
    expect(printed.newly_cast).toEqual([]);
    expect({ takes: takeCounts(project), picks: picksOf(project) }).toEqual(before);
  });

  it('keeps approved takes unless --replace-approved is set', async () => {
    const project = path('approved');
    cpSync(path('spoken'), project, { recursive: true });
    const approved = withProject(project, (opened) => {
      const { pick } = at(opened.lines.states(), 1);
      if (pick) opened.decisions.setVerdict(pick.takeId, 'approved');
      return pick?.takeId;
    });
    const kept = await conform(project, recordings.wav);
    expect(kept.printed.newly_cast).toEqual([]);
    expect(kept.printed.lines.map(({ state }) => state)).toEqual([
      'taken',
      'approved-kept',
      'taken',
      'taken',
      'missing',
      'taken',
      'taken',
    ]);
    expect(picksOf(project)[1]).toBe(approved);
    expect(takeCounts(project)).toEqual([2, 2, 2, 2, 1, 2, 2]);

    const replaced = await conform(project, recordings.wav, '--replace-approved');
    expect(replaced.printed.lines[1]).toMatchObject({ state: 'taken', take: kept.printed.lines[1]?.take });
    expect(picksOf(project)[1]).toBe(kept.printed.lines[1]?.take);
    expect(takeCounts(project)).toEqual([2, 2, 2, 2, 1, 2, 2]);
  });

  it('writes nothing in a dry run, not even voices', async () => {
    const { status, printed } = await conform(uncast, recordings.wav, '--dry-run');
    expect(status).toBe(1);
    expect(printed.lines.filter(({ state }) => state === 'taken')).toHaveLength(6);
    expect(takeCounts(uncast)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(withProject(uncast, ({ cast }) => cast.roles().map(({ voice }) => voice))).toEqual([null]);
    const { stdout } = await lectern(['conform', uncast, '1', recordings.wav, '--dry-run'], home);
    expect(stdout).toContain('default voice');
  });

  it('names the lines that can’t have a take', async () => {
    const project = path('blocked');
    cpSync(path('spoken'), project, { recursive: true });
    withProject(project, ({ db }) => {
      db.exec(
        `UPDATE lines SET render_key = NULL, problem = '{"kind":"three-roles","roles":["A","B","C"]}' WHERE id = 2`,
      );
    });
    const { status, stdout } = await lectern(['conform', project, '1', recordings.wav], home);
    expect(status).toBe(1);
    expect(stdout).toMatch(/Line 1\.2 .*not added as a take.*more than two roles \(A, B(,| and) C\)/);
  });

  it('adds no takes if the service has no voice for the role', async () => {
    const workers = createAudioWorkers({ size: 1 });
    const project = openProject(uncast, { mode: 'write', clock: systemClock, random: systemRandom });
    try {
      const { chapterId } = at(project.lines.states(), 0);
      const order = { chapterId, path: recordings.wav, isDryRun: false, replaceApproved: false };
      const ports = { audio: workers, clock: systemClock, castRoles: () => {} };
      const { lines } = await conformRecording(project, order, ports);
      expect(new Set(lines.map(({ state, takeId }) => `${state} ${takeId}`))).toEqual(
        new Set(['blocked null', 'missing null']),
      );
      expect(project.lines.states().map(({ id }) => project.takes.takesOf(id).length)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    } finally {
      project.close();
      await workers.close();
    }
  });

  it.each([
    ['damaged', 'format that Lectern reads'],
    ['empty', 'empty'],
    ['nonexistent', 'doesn’t exist'],
    ['folder', 'isn’t a file'],
  ])('writes nothing if the recording is %s', async (name, message) => {
    const bad = path('bad');
    mkdirSync(join(bad, 'folder'), { recursive: true });
    writeFileSync(join(bad, 'damaged'), Buffer.alloc(30_000, 'not audio '));
    writeFileSync(join(bad, 'empty'), '');
    const { status, stderr } = await lectern(['conform', uncast, '1', join(bad, name)], home);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    expect(withProject(uncast, ({ cast }) => cast.roles().map(({ voice }) => voice))).toEqual([null]);
  });

  it('finds no lines in silence', async () => {
    writeFileSync(path('silence.wav'), encodeWav({ sampleRate: 16_000, channels: [new Float32Array(80_000)] }));
    const { status, printed } = await conform(uncast, path('silence.wav'), '--dry-run');
    expect(status).toBe(1);
    expect(printed.lines.every(({ state }) => state === 'missing')).toBe(true);
  });

  it('lists the chapters if the number is wrong or the chapter has no lines', async () => {
    writeFileSync(path('chapters.txt'), `# One\n\n${LINES[0]}\n\n# Two\n\n# Three\n\n${LINES[1]}\n`);
    await call('import', path('chapters.txt'), '--project', path('chapters'), '--no-speak-headings');
    for (const chapter of ['2', '7']) {
      const { status, stderr } = await lectern(['conform', path('chapters'), chapter, recordings.wav], home);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringContaining(
          `Chapter ${chapter} doesn’t exist or has no lines. Chapters with lines: 1 and 3.`,
        ),
      });
    }
  });
});
