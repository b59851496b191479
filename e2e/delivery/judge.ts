// `node scripts/run.mjs e2e/delivery/judge.ts [--earnest] [--project DIR]`: checks exported files for each target with
// third-party programs. By default, renders a small play with the local service and exports it in each format.
// `--earnest` uses all of The Importance of Being Earnest instead, and `--project` uses an existing project.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LoudnessGoal } from '../../shared/model/export/delivery.ts';
import type { BoundedFigure, ExportTargetId } from '../../shared/model/export/export-target.ts';
import { at } from '../../shared/rules/at.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { sampleText } from '../support/texts.ts';
import {
  decodeWithFfmpeg,
  levelsByFfmpeg,
  loudnessByFfmpeg,
  missingToolsAdvice,
  probeFile,
  silencesByFfmpeg,
  truePeakByFfmpeg,
} from './ffmpeg.ts';
import {
  checkWithFlac,
  checkWithMp3val,
  checkWithOpusinfo,
  extractPictureWithAtomicParsley,
  readChaptersWithMkvtoolnix,
  readTagsWithAtomicParsley,
} from './other-tools.ts';
import { BOOK, type ExportedFiles, PLAY, Stage } from './stage.ts';

const MAX_LOUDNESS_LU = 0.3;
const MAX_PEAK_DB = 0.2;
const MIN_CORRELATION = 0.99;
/**
 * Lower for Opus, which preserves the level of noise rather than its waveform. Also, a clip in a 48 kHz file can start
 * between two of the 44.1 kHz samples that are compared.
 */
const MIN_OPUS_CORRELATION = 0.97;
const QUIET_LUFS = -31;
/** Allow for chapter times that are rounded to milliseconds. */
const HALF_A_MILLISECOND = 0.000_501;
const STORES = ['acx', 'google-play', 'apple-books', 'spotify', 'kobo', 'retail-sample'] as const;

const { values } = parseArgs({ options: { project: { type: 'string' }, earnest: { type: 'boolean' } } });
const missingTools = missingToolsAdvice(['ffmpeg', 'mp3val', 'flac', 'mkvmerge', 'AtomicParsley', 'opusinfo']);
if (missingTools !== null) {
  process.stderr.write(`${missingTools}\n`);
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'lectern-judge-'));
let faults = 0;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function judge(name: string, isRight: boolean, actual: string): void {
  if (!isRight) faults += 1;
  say(`${isRight ? 'holds ' : 'WRONG '} ${name}: ${actual}`);
}

const RATE = 44_100;

function correlation(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    product += at(a, index) * at(b, index);
    squaresA += at(a, index) ** 2;
    squaresB += at(b, index) ** 2;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

/** Samples per codec frame. A file can be up to one frame too long. */
const FRAME_SAMPLES = 1152;

function judgeLengths({ folder, rows }: ExportedFiles, name: string): void {
  for (const { file, durationSeconds } of rows) {
    const samples = decodeWithFfmpeg(join(folder, file), RATE).length;
    const off = Math.abs(samples - durationSeconds * RATE);
    judge(`${name}: ${file} is as long as the timeline`, off <= FRAME_SAMPLES, `${off.toFixed(0)} samples off`);
  }
}

interface LevelGoal {
  readonly loudness: LoudnessGoal | null;
  readonly truePeakDbtp: number;
}

function judgeLevels({ folder, rows }: ExportedFiles, name: string, { loudness, truePeakDbtp }: LevelGoal): void {
  for (const { file } of rows) {
    const path = join(folder, file);
    if (loudness !== null) {
      const { rmsDbfs } = levelsByFfmpeg(path);
      const isRms = loudness.measure === 'rms';
      const actual = isRms ? rmsDbfs : loudnessByFfmpeg(path);
      const off = actual - (isRms ? loudness.dbfs : loudness.lufs);
      const level = `${actual.toFixed(2)} ${isRms ? 'dB RMS' : 'LUFS'}, ${off.toFixed(2)} off`;
      // A file with long silence at its ends can be louder than requested, to reach the minimum RMS.
      const range = isRms ? undefined : loudness.rms;
      const isAtItsLeast = range !== undefined && off > 0 && rmsDbfs - range.min <= MAX_LOUDNESS_LU + 0.25;
      judge(`${name}: ${file} is as loud as asked`, Math.abs(off) <= MAX_LOUDNESS_LU || isAtItsLeast, level);
    }
    const peak = truePeakByFfmpeg(path);
    judge(
      `${name}: ${file} stays below the ceiling`,
      peak - truePeakDbtp <= MAX_PEAK_DB,
      `${peak.toFixed(2)} dBTP, ${(peak - truePeakDbtp).toFixed(2)} over`,
    );
  }
}

/** Returns the level of the quietest half second, in dBFS. */
function noiseFloor(samples: Float32Array): number {
  const step = RATE / 20;
  const squares = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    samples.subarray(index * step, (index + 1) * step).reduce((sum, sample) => sum + sample * sample, 0),
  );
  let least = Number.POSITIVE_INFINITY;
  for (let first = 0; first + 10 <= squares.length; first += 1) {
    least = Math.min(
      least,
      squares.slice(first, first + 10).reduce((sum, square) => sum + square, 0),
    );
  }
  return 10 * Math.log10(least / (step * 10));
}

/** Measures each value that a store limits, with ffmpeg and ffprobe, and checks it. */
function judgeStore({ folder, rows }: ExportedFiles, target: ExportTargetId): void {
  const { bounds, packedAs } = TARGETS[target].figures;
  for (const { file } of rows) {
    const path = join(folder, file);
    const { streams, durationSeconds } = probeFile(path);
    const sound = at(streams, 0);
    const measured: Readonly<Partial<Record<BoundedFigure, () => number>>> = {
      integratedLufs: () => loudnessByFfmpeg(path),
      rmsDbfs: () => levelsByFfmpeg(path).rmsDbfs,
      samplePeakDbfs: () => levelsByFfmpeg(path).samplePeakDbfs,
      truePeakDbtp: () => truePeakByFfmpeg(path),
      noiseFloorDbfs: () => noiseFloor(decodeWithFfmpeg(path, RATE)),
      headSeconds: () => silencesByFfmpeg(path)[0]?.to ?? 0,
      tailSeconds: () => durationSeconds - (silencesByFfmpeg(path).at(-1)?.from ?? durationSeconds),
      sampleRate: () => sound.sampleRate,
      bitrate: () => sound.bitrate,
      durationSeconds: () => durationSeconds,
    };
    const actual = Object.entries(bounds).map(([figure, { min, max }]) => {
      const value = measured[figure as BoundedFigure]?.() ?? Number.NaN;
      const isWithin = value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
      return {
        isWithin,
        text: `${figure} ${value.toFixed(2)}${isWithin ? '' : ` (not ${min ?? ''} to ${max ?? ''})`}`,
      };
    });
    const isPacked = packedAs === null || packedAs.some((codec) => codec === sound.codec);
    judge(
      `${target}: ${file} is within the store's figures`,
      isPacked && actual.every(({ isWithin }) => isWithin),
      [sound.codec, ...actual.map(({ text }) => text)].join(', '),
    );
  }
}

function judgeClips({ folder, rows }: ExportedFiles, name: string, lines: ReadonlyMap<number, Float32Array>): void {
  let worst = 1;
  let clips = 0;
  for (const { file, chapters } of rows) {
    const sound = decodeWithFfmpeg(join(folder, file), RATE);
    for (const [line, start, end, from] of chapters.flatMap((chapter) => chapter.lines)) {
      const take = lines.get(line);
      if (!take) throw new Error(`line ${line} has no file of its own`);
      const piece = sound.subarray(Math.round(start * RATE), Math.round(end * RATE));
      // At half the sample rate, one sample of a take corresponds to two samples here, so also compare the neighbouring
      // starts.
      const actual = [-1, 0, 1].map((late) =>
        correlation(piece, take.subarray(Math.max(0, Math.round(from * RATE) + late))),
      );
      worst = Math.min(worst, Math.max(...actual));
      clips += 1;
    }
  }
  judge(
    `${name}: each of ${clips} clips is its take, at its place`,
    worst >= (name === 'opus' ? MIN_OPUS_CORRELATION : MIN_CORRELATION),
    `correlates ${worst.toFixed(4)} at least`,
  );
}

/** Checks that each MP3 is intact, has a constant bitrate and is tagged. */
function judgeMp3s({ folder, rows }: ExportedFiles, name: string): void {
  for (const { file } of rows) {
    const { problems, count } = checkWithMp3val(join(folder, file));
    judge(`${name}: ${file} is sound to mp3val`, problems.length === 0 && count.includes('CBR'), count);
  }
  judgeTags({ folder, rows }, name);
}

function judgeTags({ folder, rows }: Pick<ExportedFiles, 'folder' | 'rows'>, name: string): void {
  if (values.project) return;
  for (const [index, { file, title }] of rows.entries()) {
    const { tags, streams } = probeFile(join(folder, file));
    const { album, artist, publisher, isbn, track } = tags;
    const number = [`${index + 1}/${rows.length}`, `${index + 1}`];
    const isTagged =
      tags['title'] === title &&
      album === BOOK.title &&
      artist === BOOK.author &&
      // In WAV files, ffprobe only shows tags from the INFO list.
      (file.endsWith('.wav') || (publisher === BOOK.publisher && isbn === BOOK.isbn)) &&
      (rows.length === 1 || number.includes(track ?? ''));
    const hasCover = streams.some(({ codec }) => codec === 'png');
    judge(`${name}: ${file} has its tags and the cover`, isTagged && hasCover, JSON.stringify(tags));
  }
}

interface ChapterMark {
  readonly title: string;
  readonly startSeconds: number;
}

function judgeMarks(name: string, actual: readonly ChapterMark[], expected: readonly ChapterMark[]): void {
  const isRight =
    actual.length === expected.length &&
    expected.every(
      ({ title, startSeconds }, index) =>
        actual[index]?.title === title && Math.abs(actual[index].startSeconds - startSeconds) <= HALF_A_MILLISECOND,
    );
  judge(name, isRight, actual.map(({ startSeconds }) => startSeconds.toFixed(3)).join(' '));
}

/** Checks an MP3's chapter tags, chapter file, cover and transcript. */
function judgeEpisode({ folder, rows, extras }: ExportedFiles): void {
  const { file, chapters } = at(rows, 0);
  judgeMarks('podcast: chapters in the tag', probeFile(join(folder, file)).chapters, chapters);
  const beside = JSON.parse(readFileSync(join(folder, file.replace(/mp3$/, 'chapters.json')), 'utf8')) as {
    chapters: { startTime: number; title: string }[];
  };
  const listed = beside.chapters.map(({ startTime: startSeconds, title }) => ({ startSeconds, title }));
  judgeMarks('podcast: chapters beside the file', listed, chapters);
  const transcript = probeFile(join(folder, file.replace(/mp3$/, 'vtt')));
  judge(
    'podcast: a transcript that ffprobe reads, and the cover',
    transcript.streams[0]?.codec === 'webvtt' && (extras.includes('cover.png') || values.project !== undefined),
    extras.join(', '),
  );
}

/** Copies a file and renames a box in the copy, so that readers don't find the box. Returns the copy's path. */
function withoutBox(path: string, box: string): string {
  const bytes = readFileSync(path);
  bytes.write('free', bytes.indexOf(box));
  const copy = join(home, `no-${box}.m4b`);
  writeFileSync(copy, bytes);
  return copy;
}

function judgeM4b({ folder, rows }: ExportedFiles): void {
  const row = at(rows, 0);
  const path = join(folder, row.file);
  for (const [form, file] of [
    ['both forms', path],
    ['the text track', withoutBox(path, 'chpl')],
    ["Nero's list", withoutBox(path, 'tref')],
  ] as const) {
    judgeMarks(`M4B: chapters in ${form}, by ffprobe`, probeFile(file).chapters, row.chapters);
    judgeMarks(`M4B: chapters in ${form}, by mkvtoolnix`, readChaptersWithMkvtoolnix(file), row.chapters);
  }
  const { tags, streams } = probeFile(path);
  judge('M4B: AAC, and an audiobook', streams[0]?.codec === 'aac' && tags['media_type'] === '2', tags['title'] ?? '');
  if (values.project) return;
  const output = readTagsWithAtomicParsley(path);
  const isTagged =
    output.tags['©nam'] === BOOK.title &&
    output.tags['©ART'] === BOOK.author &&
    output.tags['©nrt'] === BOOK.narrator &&
    output.tags['©pub'] === BOOK.publisher &&
    output.tags['©day'] === BOOK.year &&
    output.tags['desc'] === BOOK.description;
  judge('M4B: tags, by AtomicParsley', isTagged, JSON.stringify(output.tags));
  const atoms = ['chpl', 'tref', 'stik', 'covr'];
  judge(
    'M4B: atoms, by AtomicParsley',
    atoms.every((name) => output.atoms.has(name)),
    atoms.join(' '),
  );
  const pictures = join(home, 'pictures');
  mkdirSync(pictures);
  const picture = extractPictureWithAtomicParsley(path, pictures);
  judge(
    'M4B: the cover, by AtomicParsley',
    picture !== null && Buffer.compare(picture, readFileSync(stage.cover)) === 0,
    `${picture?.length ?? 0} bytes`,
  );
}

const stage = new Stage(home);

function judgeAll(): void {
  const project = values.project ?? stage.makeProject(values.earnest ? sampleText('earnest.txt') : PLAY);
  const lines = new Map(stage.lineFiles(project).map(({ path, line }) => [line, decodeWithFfmpeg(path, RATE)]));
  const goalOf = (target: ExportTargetId): LevelGoal => TARGETS[target].goal ?? { loudness: null, truePeakDbtp: 0 };
  const made = (target: ExportTargetId): ExportedFiles => {
    const files = stage.runExport(project, target, '--as', target);
    judgeLengths(files, target);
    judgeLevels(files, target, goalOf(target));
    judgeStore(files, target);
    if (TARGETS[target].encoding?.codec === 'mp3') judgeMp3s(files, target);
    return files;
  };
  made('chapters');
  for (const store of STORES) made(store);
  judgeEpisode(made('podcast'));
  const m4b = made('m4b');
  judgeM4b(m4b);
  // Make the exports so quiet that the limiter has no effect.
  const quiet = { loudness: { measure: 'integrated', lufs: QUIET_LUFS }, truePeakDbtp: -1.5 } as const;
  const loudness = `${QUIET_LUFS}LUFS`;
  judgeClips(stage.runExport(project, 'quiet-m4b', '--as', 'm4b', '--loudness', loudness), 'm4b', lines);
  for (const format of ['wav', 'flac', 'ogg', 'opus', 'mp3'] as const) {
    const files = stage.runExport(project, format, '--as', 'chapters', '--format', format, '--loudness', loudness);
    judgeLengths(files, format);
    judgeLevels(files, format, quiet);
    judgeClips(files, format, lines);
    judgeTags(files, format);
    if (format === 'opus') {
      const warned = files.rows.flatMap(({ file }) => checkWithOpusinfo(join(files.folder, file)));
      judge('opus: whole to opusinfo', warned.length === 0, warned.join(', ') || `${files.rows.length} files`);
    }
    if (format !== 'flac') continue;
    const output = files.rows
      .map(({ file }) => checkWithFlac(join(files.folder, file)))
      .filter((text) => text !== null);
    judge('flac: whole to flac -t', output.length === 0, output.join(', ') || `${files.rows.length} files`);
  }
}

try {
  judgeAll();
} finally {
  rmSync(home, { recursive: true, force: true });
}
say(faults === 0 ? 'All of it holds.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
