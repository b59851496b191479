// Exports an hour of audio from the command line, as ACX chapters and as M4B. Compares this with ffmpeg processing the
// same takes in the same run. For each chapter, ffmpeg concatenates the takes, measures them (ebur128), applies the
// gain, limits and encodes. It processes two chapters at a time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import buildFirst from '../e2e/support/build-first.ts';
import { watchMemory } from '../e2e/support/peak-memory.ts';
import { lecternProcess, startLectern } from '../e2e/support/processes.ts';
import { sampleText } from '../e2e/support/texts.ts';
import { TARGETS } from '../shared/rules/export/export-targets.ts';
import type { BenchRow } from './bench-row.ts';
import { withTemporaryFolder } from './store-project.ts';

const ROUNDS = 3;
const CONCURRENCY = 2;
const MAX_ACX_RATIO = 1;
const MAX_M4B_RATIO = 2;
const MAX_MEMORY_MB = 400;
/** The number of characters that the local voices speak in an hour. */
const CHARACTERS_PER_HOUR = 64_000;
const CHAPTERS = 12;

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Returns the first lines of a play, divided into chapters of similar length and repeated until they last the given
 * number of hours.
 */
export function longScript(count: number): string {
  const paragraphs = sampleText('earnest.txt')
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.startsWith('#'));
  const chapters: string[] = [];
  for (let hour = 0; hour < count; hour += 1) {
    let characters = 0;
    for (const paragraph of paragraphs) {
      if (characters >= CHARACTERS_PER_HOUR) break;
      if (characters >= ((chapters.length - hour * CHAPTERS) * CHARACTERS_PER_HOUR) / CHAPTERS) {
        chapters.push(`## Chapter ${chapters.length + 1}`);
      }
      chapters[chapters.length - 1] += `\n\n${paragraph}`;
      characters += paragraph.length;
    }
  }
  return chapters.join('\n\n');
}

export interface Production {
  readonly project: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Undoes the changes that an export has made to the project. */
  restore(): void;
  /** Changes the book's details with options of `lectern book`. */
  changeBook(...options: readonly string[]): Promise<void>;
}

export async function produceBook(folder: string, text: string): Promise<Production> {
  // Measure the bundles, because users run the bundles.
  await buildFirst();
  const environment = { LECTERN_HOME: join(folder, 'home') };
  const project = join(folder, 'book.lectern');
  const script = join(folder, 'book.txt');
  writeFileSync(script, text);
  await lectern(['render', script, '--out', join(folder, 'lines'), '--project', project], environment);
  const database = join(project, 'project.db');
  const kept = join(folder, 'kept.db');
  const restore = () => copyFileSync(kept, database);
  const changeBook = async (...options: readonly string[]): Promise<void> => {
    restore();
    await lectern(['book', project, ...options], environment);
    copyFileSync(database, kept);
  };
  copyFileSync(database, kept);
  return { project, folder, environment, restore, changeBook };
}

async function lectern(args: readonly string[], environment: Production['environment']): Promise<void> {
  const { status, stderr } = await lecternProcess(args, environment);
  if (status !== 0) throw new Error(`lectern ${args[0]} ended with ${status}: ${stderr}`);
}

/** Switches the signing of finished files on or off. */
export const setSigning = ({ environment }: Production, state: 'on' | 'off'): Promise<void> =>
  lectern(['signing', `--${state}`], environment);

interface TimedExport {
  readonly ms: number;
  /** Peak memory of the largest process. */
  readonly megabytes: number;
}

/** ACX refuses synthetic narration unless it has been authorised. */
const AUTHORISED = ['--authorised', 'acx'];

export async function timeExport(
  { project, environment, restore }: Production,
  target: string,
  out: string,
): Promise<TimedExport> {
  restore();
  rmSync(out, { recursive: true, force: true });
  const startedAt = performance.now();
  const command = startLectern(['export', project, '--out', out, '--as', target, ...AUTHORISED], environment);
  const memory = watchMemory(command.process);
  const { status, stderr } = await command.result;
  if (status !== 0) throw new Error(`lectern export ended with ${status}: ${stderr}`);
  return { ms: performance.now() - startedAt, megabytes: memory() };
}

interface ConcatFiles {
  readonly durationSeconds: number;
  readonly lists: readonly string[];
}

/** Returns ffmpeg concat lists for the chapters of an export, with the same takes and pauses. */
function concatLists({ folder }: Production, out: string): ConcatFiles {
  const { files } = JSON.parse(readFileSync(join(out, 'delivery.json'), 'utf8')) as {
    files: { isSound: boolean; durationSeconds: number; chapters: { lines: [number, number, number, number][] }[] }[];
  };
  const { files: lines } = JSON.parse(readFileSync(join(folder, 'lines/manifest.json'), 'utf8')) as {
    files: { file: string; line: number }[];
  };
  const pathOf = new Map(lines.map(({ line, file }) => [line, join(folder, 'lines', file)]));
  const sounds = files.filter(({ isSound }) => isSound);
  mkdirSync(join(folder, 'lists'), { recursive: true });
  const lists = sounds.map(({ durationSeconds, chapters }, index) => {
    const rows: string[] = [];
    let at = 0;
    const silence = (until: number): void => {
      if (until - at > 0.001) rows.push(`file '${join(folder, 'silence.wav')}'`, `outpoint ${(until - at).toFixed(4)}`);
    };
    for (const [line, start, end, from] of chapters.flatMap((chapter) => chapter.lines)) {
      silence(start);
      const to = from + end - start;
      rows.push(`file '${pathOf.get(line)}'`, `inpoint ${from.toFixed(4)}`, `outpoint ${to.toFixed(4)}`);
      at = end;
    }
    silence(durationSeconds);
    const list = join(folder, 'lists', `${index}.txt`);
    writeFileSync(list, rows.join('\n'));
    return list;
  });
  return { durationSeconds: sounds.reduce((sum, sound) => sum + sound.durationSeconds, 0), lists };
}

async function ffmpeg(...args: readonly string[]): Promise<string> {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostats', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${said.slice(-500)}`);
  return said;
}

const CONCAT = ['-f', 'concat', '-safe', '0', '-i'] as const;

/** Runs both passes over the chapters, two at a time. Returns milliseconds. */
async function masterWithFfmpeg(
  folder: string,
  lists: readonly string[],
  { encoder, lufs, extension }: { encoder: readonly string[]; lufs: number; extension: string },
): Promise<number> {
  const startedAt = performance.now();
  const waiting = [...lists.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, list] = next;
      const said = await ffmpeg(...CONCAT, list, '-af', 'aresample=44100,ebur128', '-f', 'null', '-');
      const found = Number(/I:\s+(\S+)/.exec(said.slice(said.lastIndexOf('Summary')))?.[1]);
      const filters = `aresample=44100,volume=${lufs - found}dB,alimiter=limit=0.668:level=disabled`;
      const made = join(folder, `ffmpeg-${index}.${extension}`);
      await ffmpeg(...CONCAT, list, '-af', filters, '-ar', '44100', '-ac', '1', ...encoder, made);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return performance.now() - startedAt;
}

/** Joins ffmpeg's chapters without re-encoding. Returns the duration in milliseconds. */
async function joinWithFfmpeg(folder: string, count: number): Promise<number> {
  const list = join(folder, 'joined.txt');
  const rows = Array.from({ length: count }, (_, index) => `file '${join(folder, `ffmpeg-${index}.m4a`)}'`);
  writeFileSync(list, rows.join('\n'));
  const startedAt = performance.now();
  await ffmpeg(...CONCAT, list, '-c', 'copy', join(folder, 'ffmpeg.m4a'));
  return performance.now() - startedAt;
}

function row(
  name: string,
  seconds: number,
  ours: readonly TimedExport[],
  theirs: readonly number[],
  most: number,
): BenchRow {
  const [ms, otherMs] = [median(ours.map((timed) => timed.ms)), median(theirs)];
  return {
    name: `${(seconds / 60).toFixed(0)} minutes to ${name}, ${ours.length} rounds by turns, their middle`,
    value: `${(ms / 1_000).toFixed(1)} s`,
    against: `${(otherMs / 1_000).toFixed(1)} s for ffmpeg, ${CONCURRENCY} chapters at a time`,
    ratio: ms / otherMs,
    bar: `at most ${most.toFixed(1)}`,
    ok: ms / otherMs <= most,
  };
}

const memoryRow = (name: string, ours: readonly TimedExport[]): BenchRow => {
  const megabytes = Math.max(...ours.map((timed) => timed.megabytes));
  return {
    name: `memory for ${name}`,
    value: `${megabytes.toFixed(0)} MB`,
    against: 'nothing',
    ratio: null,
    bar: `at most ${MAX_MEMORY_MB} MB`,
    ok: megabytes <= MAX_MEMORY_MB,
  };
};

/** Returns a target's bit rate in kbit/s. */
function bitrateOf(target: 'acx' | 'm4b'): number {
  const { encoding } = TARGETS[target];
  if (encoding === null || !('bitrate' in encoding)) throw new Error(`${target} has no bitrate.`);
  return encoding.bitrate;
}

/** Takes about ten minutes. */
export async function run(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const production = await produceBook(folder, longScript(1));
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=24000:cl=mono', '-t', '30', join(folder, 'silence.wav')];
    await ffmpeg(...silence);
    const [acx, m4b]: [TimedExport[], TimedExport[]] = [[], []];
    const [acxByFfmpeg, m4bByFfmpeg]: [number[], number[]] = [[], []];
    let seconds = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const out = join(folder, 'acx');
      acx.push(await timeExport(production, 'acx', out));
      const { lists, durationSeconds } = concatLists(production, out);
      seconds = durationSeconds;
      const mp3 = ['-c:a', 'libmp3lame', '-b:a', `${bitrateOf('acx')}k`];
      acxByFfmpeg.push(await masterWithFfmpeg(folder, lists, { encoder: mp3, lufs: -20.5, extension: 'mp3' }));
      m4b.push(await timeExport(production, 'm4b', join(folder, 'm4b')));
      const aac = ['-c:a', 'aac', '-b:a', `${bitrateOf('m4b')}k`];
      const made = await masterWithFfmpeg(folder, lists, { encoder: aac, lufs: -19, extension: 'm4a' });
      m4bByFfmpeg.push(made + (await joinWithFfmpeg(folder, lists.length)));
    }
    return [
      row('ACX chapters', seconds, acx, acxByFfmpeg, MAX_ACX_RATIO),
      memoryRow('ACX chapters', acx),
      row('an M4B', seconds, m4b, m4bByFfmpeg, MAX_M4B_RATIO),
      memoryRow('an M4B', m4b),
    ];
  });
}

/** Exports ten hours of audio once, to check that this needs no more memory than one hour. Takes fifteen minutes. */
export async function runLong(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const production = await produceBook(folder, longScript(10));
    const acx = await timeExport(production, 'acx', join(folder, 'acx'));
    rmSync(join(folder, 'acx'), { recursive: true });
    const m4b = await timeExport(production, 'm4b', join(folder, 'm4b'));
    return [memoryRow('ten hours of ACX chapters', [acx]), memoryRow('an M4B of ten hours', [m4b])];
  });
}
