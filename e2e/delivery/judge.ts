// `node scripts/run.mjs e2e/delivery/judge.ts [--project DIR]`: finished files, held against ffmpeg and ffprobe. A small play is
// rendered by the local service and exported in each way; a project of one's own may stand in for it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededNumbers } from '../../codecs/testing/tones.ts';
import { encodeWav } from '../../codecs/wav-encode.ts';
import { analyseAudio } from '../../electron/core/audio/analyse-audio.ts';
import { DELIVERY_FILE, type DeliveryRow } from '../../electron/core/export/delivery-manifest.ts';
import { root } from '../../scripts/steps.ts';
import { at } from '../../shared/rules/at.ts';
import { TARGETS } from '../../shared/rules/delivery-targets.ts';
import { decodedByFfmpeg, measuredByFfmpeg, missingJudges, probed } from './ffmpeg.ts';

const MOST_LOUDNESS_LU = 0.3;
const MOST_PEAK_DB = 0.2;
const MOST_METER_LU = 0.1;
const MOST_METER_DB = 0.1;
/** ffmpeg's summary has one decimal. */
const ROUNDED_DB = 0.05;
const LEAST_CORRELATION = 0.99;
const METERED_FILES = 50;

const { values } = parseArgs({ options: { project: { type: 'string' }, 'without-meter': { type: 'boolean' } } });
const missing = missingJudges();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'lectern-judge-'));
let faults = 0;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function judge(what: string, isRight: boolean, found: string): void {
  if (!isRight) faults += 1;
  say(`${isRight ? 'holds ' : 'WRONG '} ${what}: ${found}`);
}

function lectern(...args: readonly string[]): string {
  const env = { ...process.env, LECTERN_HOME: join(home, 'lectern') };
  return execFileSync(process.execPath, [join(root, 'bin/lectern.mjs'), ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const PLAY = `# The Importance of Being Earnest

A trivial comedy for serious people.

## Chapter One: Morning

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: I'm sorry for that, for your sake. I don't play accurately, any one can play accurately, but I play with wonderful expression.

[pause 1.5s]

LANE: Yes, sir.

## Chapter Two: Noon

ALGERNON: And, speaking of the science of Life, have you got the cucumber sandwiches cut for Lady Bracknell?

LANE: Yes, sir. Here they are, on a plate.

## Chapter Three: Évening / Night

ALGERNON: Oh! By the way, Lane, I see from your book that on Thursday night eight bottles of champagne are entered as having been consumed.

LANE: Yes, sir; eight bottles and a pint.
`;

function madeProject(): string {
  const script = join(home, 'play.txt');
  writeFileSync(script, PLAY);
  const project = join(home, 'play.lectern');
  lectern('render', script, '--out', join(home, 'first'), '--project', project, '--format', 'wav');
  return project;
}

interface Exported {
  readonly folder: string;
  readonly rows: readonly DeliveryRow[];
}

function exported(project: string, name: string, ...args: readonly string[]): Exported {
  const folder = join(home, name);
  lectern('export', project, '--out', folder, ...args);
  const { files } = JSON.parse(readFileSync(join(folder, DELIVERY_FILE), 'utf8')) as { files: DeliveryRow[] };
  return { folder, rows: files.filter(({ isSound }) => isSound) };
}

const RATE = 44_100;

/** Each line as ffmpeg decodes its own file, by its identity. */
function linesOf(project: string): Map<number, Float32Array> {
  const folder = join(home, 'lines');
  lectern('export', project, '--out', folder, '--as', 'lines', '--format', 'wav');
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    files: { file: string; line: number }[];
  };
  return new Map(files.map(({ file, line }) => [line, decodedByFfmpeg(join(folder, file), RATE)]));
}

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

/** Samples of a frame of each codec: a file may be longer by less than one. */
const FRAME = 1152;

function judgeLengths({ folder, rows }: Exported, name: string): void {
  for (const { file, durationSeconds } of rows) {
    const samples = decodedByFfmpeg(join(folder, file), RATE).length;
    const off = Math.abs(samples - durationSeconds * RATE);
    judge(`${name}: ${file} is as long as the timeline`, off <= FRAME, `${off.toFixed(0)} samples off`);
  }
}

function judgeLevels(
  { folder, rows }: Exported,
  name: string,
  goal: { readonly lufs?: number; readonly rms?: number; readonly peak: number },
): void {
  for (const { file } of rows) {
    const found = measuredByFfmpeg(join(folder, file));
    const off = goal.lufs === undefined ? found.rmsDbfs - (goal.rms ?? 0) : found.loudnessLufs - goal.lufs;
    const level = goal.lufs === undefined ? `${found.rmsDbfs} dB RMS` : `${found.loudnessLufs} LUFS`;
    judge(`${name}: ${file} is as loud as asked`, Math.abs(off) <= MOST_LOUDNESS_LU, `${level}, ${off.toFixed(2)} off`);
    const over = found.truePeakDbtp - goal.peak;
    judge(
      `${name}: ${file} stays below the ceiling`,
      over <= MOST_PEAK_DB,
      `${found.truePeakDbtp} dBTP, ${over.toFixed(2)} over`,
    );
  }
}

function judgeClips({ folder, rows }: Exported, name: string, lines: ReadonlyMap<number, Float32Array>): void {
  let worst = 1;
  let clips = 0;
  for (const { file, chapters } of rows) {
    const sound = decodedByFfmpeg(join(folder, file), RATE);
    for (const [line, start, end] of chapters.flatMap((chapter) => chapter.lines)) {
      const take = lines.get(line);
      if (!take) throw new Error(`line ${line} has no file of its own`);
      const found = correlation(sound.subarray(Math.round(start * RATE), Math.round(end * RATE)), take);
      worst = Math.min(worst, found);
      clips += 1;
    }
  }
  judge(
    `${name}: each of ${clips} clips is its take, at its place`,
    worst >= LEAST_CORRELATION,
    `correlates ${worst.toFixed(4)} at least`,
  );
}

/** Chapters in the tag of an MP3, and beside it. */
function judgeEpisode({ folder, rows }: Exported): void {
  const { file, chapters } = at(rows, 0);
  const found = probed(join(folder, file)).chapters;
  const beside = JSON.parse(readFileSync(join(folder, file.replace(/mp3$/, 'chapters.json')), 'utf8')) as {
    chapters: { startTime: number }[];
  };
  const isRight = chapters.every(
    ({ title, startSeconds }, index) =>
      found[index]?.title === title &&
      Math.abs(found[index].startSeconds - startSeconds) < 0.001 &&
      Math.abs((beside.chapters[index]?.startTime ?? -1) - startSeconds) < 0.001,
  );
  judge(
    'podcast: chapters in the tag and beside the file',
    isRight && found.length === chapters.length,
    found.map(({ startSeconds }) => startSeconds.toFixed(3)).join(' '),
  );
}

/** A copy in which a box has another name, so that nothing finds it. */
function withoutBox(path: string, box: string): string {
  const bytes = readFileSync(path);
  bytes.write('free', bytes.indexOf(box));
  const copy = join(home, `no-${box}.m4b`);
  writeFileSync(copy, bytes);
  return copy;
}

function judgeChapters({ folder, rows }: Exported): void {
  const row = at(rows, 0);
  const path = join(folder, row.file);
  for (const [form, file] of [
    ['both forms', path],
    ['the text track', withoutBox(path, 'chpl')],
    ["Nero's list", withoutBox(path, 'tref')],
  ] as const) {
    const { chapters } = probed(file);
    const isRight =
      chapters.length === row.chapters.length &&
      row.chapters.every(({ title, startSeconds }, index) => {
        const found = at(chapters, index);
        return found.title === title && Math.abs(found.startSeconds - startSeconds) < 0.001;
      });
    judge(`M4B: chapters in ${form}`, isRight, chapters.map(({ startSeconds }) => startSeconds.toFixed(3)).join(' '));
  }
  const { tags, codecs } = probed(path);
  judge(
    'M4B: AAC, a title and its kind',
    codecs.includes('aac') && tags['media_type'] === '2' && tags['title'] !== undefined,
    JSON.stringify(tags),
  );
}

/** Sounds of all kinds: tones, noise, speech-like swells, loud and quiet, short and long, one channel or two. */
async function judgeMeter(): Promise<void> {
  const random = seededNumbers(7);
  const rates = [22_050, 24_000, 44_100, 48_000];
  let worstLoudness = 0;
  let worstPeak = 0;
  mkdirSync(join(home, 'meter'));
  for (let index = 0; index < METERED_FILES; index += 1) {
    const sampleRate = at(rates, index % rates.length);
    const length = Math.round(sampleRate * (2 + random() * 12));
    const level = 10 ** (-(random() * 36) / 20);
    const frequency = 80 + random() * sampleRate * 0.4;
    const noisy = random();
    const channels = Array.from({ length: 1 + (index % 2) }, () =>
      Float32Array.from({ length }, (_, place) => {
        const swell = index % 3 === 0 ? 1 : Math.max(0, Math.sin((place / sampleRate) * (1 + (index % 5)))) ** 2;
        const tone = Math.sin((2 * Math.PI * frequency * place) / sampleRate);
        // ffmpeg takes the start of a file for a mirror, we for silence before it: a sound that jumps in differs.
        const edge = Math.min(1, place / 500, (length - place) / 500);
        return edge * level * swell * (noisy * (random() * 2 - 1) + (1 - noisy) * tone);
      }),
    );
    const path = join(home, 'meter', `${index}.wav`);
    const wav = encodeWav({ sampleRate, channels });
    writeFileSync(path, wav);
    const { analysis } = await analyseAudio(wav);
    const theirs = measuredByFfmpeg(path);
    const loudness = Math.abs((analysis.loudnessLufs ?? Number.NaN) - theirs.loudnessLufs);
    const peak = Math.abs((analysis.truePeakDbtp ?? Number.NaN) - theirs.truePeakDbtp) - ROUNDED_DB;
    if (!(loudness <= MOST_METER_LU && peak <= MOST_METER_DB)) {
      say(
        `file ${index}: ${loudness.toFixed(3)} LU, ${peak.toFixed(3)} dB, ${sampleRate} Hz, ${frequency.toFixed(0)} Hz, noise ${noisy.toFixed(2)}`,
      );
    }
    worstLoudness = Math.max(worstLoudness, Number.isNaN(loudness) ? 99 : loudness);
    worstPeak = Math.max(worstPeak, Number.isNaN(peak) ? 99 : peak);
  }
  judge(
    `our meter on ${METERED_FILES} files: loudness`,
    worstLoudness <= MOST_METER_LU,
    `${worstLoudness.toFixed(3)} LU off at most`,
  );
  judge(
    `our meter on ${METERED_FILES} files: true peak`,
    worstPeak <= MOST_METER_DB,
    `${worstPeak.toFixed(3)} dB off at most`,
  );
}

try {
  if (!values['without-meter']) await judgeMeter();
  const project = values.project ?? madeProject();
  const lines = linesOf(project);
  const chapters = exported(project, 'chapters', '--as', 'chapters');
  judgeLengths(chapters, 'MP3');
  judgeLevels(chapters, 'MP3', { lufs: -19, peak: -1.5 });
  const acx = exported(project, 'acx', '--as', 'acx');
  judgeLengths(acx, 'ACX');
  judgeLevels(acx, 'ACX', { rms: -20.5, peak: -3.5 });
  for (const format of ['wav', 'flac', 'ogg'] as const) {
    const quiet = exported(project, format, '--as', 'chapters', '--format', format, '--loudness', '-23LUFS');
    judgeLengths(quiet, format);
    judgeLevels(quiet, format, { lufs: -23, peak: -1.5 });
    judgeClips(quiet, format, lines);
  }
  const quietMp3 = exported(project, 'mp3', '--as', 'chapters', '--bitrate', '192', '--loudness', '-23LUFS');
  judgeClips(quietMp3, 'MP3', lines);
  const episode = exported(project, 'podcast', '--as', 'podcast');
  judgeLengths(episode, 'podcast');
  judgeLevels(episode, 'podcast', { lufs: -16, peak: -1.5 });
  judgeEpisode(episode);
  for (const store of ['apple-books', 'spotify', 'kobo'] as const) {
    const files = exported(project, store, '--as', store);
    judgeLengths(files, store);
    const { loudness, truePeakDbtp: peak } = TARGETS[store].goal ?? { loudness: null, truePeakDbtp: 0 };
    judgeLevels(
      files,
      store,
      loudness?.measure === 'rms' ? { rms: loudness.dbfs, peak } : { lufs: loudness?.lufs ?? 0, peak },
    );
  }
  const m4b = exported(project, 'm4b', '--as', 'm4b');
  judgeLengths(m4b, 'M4B');
  judgeLevels(m4b, 'M4B', { lufs: -19, peak: -1.5 });
  judgeChapters(m4b);
  const quietM4b = exported(project, 'quiet-m4b', '--as', 'm4b', '--loudness', '-23LUFS');
  judgeClips(quietM4b, 'M4B', lines);
} finally {
  rmSync(home, { recursive: true, force: true });
}
say(faults === 0 ? 'All of it holds.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
