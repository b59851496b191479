// Looks up 15-second clips of finished files by their fingerprints, after several treatments. Counts false positives in 20 hours
// of other speech, half of it by the same voices. The reference is Chromaprint's `fpcalc` (Debian package
// libchromaprint-tools), whose fingerprints are looked up in the same way.
import { join } from 'node:path';
import {
  AudioFingerprinter,
  CLIP_SHIFTS,
  ClipSearch,
  fingerprintFile,
  ITEM_SECONDS,
  ITEM_SPAN_SECONDS,
} from '@lectern/audio/fingerprint';
import { RandomNumbers } from '../packages/audio/alignment/random-numbers.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import {
  ALL_TREATMENTS,
  type BenchVoice,
  bytesOf,
  finishedFile,
  NovelText,
  OTHER_VOICES,
  REGISTERED_VOICES,
  referenceFingerprint,
  speakToFile,
  TREATMENTS,
  type Treatment,
  treatedClip,
} from './fingerprint-sounds.ts';
import { withTemporaryFolder } from './store-project.ts';

const CLIPS = 100;
const CLIP_SECONDS = 15;
/** `fpcalc` is slow to start, so it only gets every tenth clip. */
const REFERENCE_EVERY = 10;
const REGISTERED_MINUTES = 20;
const UNREGISTERED_PART_MINUTES = 20;
/** Parts spoken by each registered voice, with other text. Flite is slow, so its voice speaks only one. */
const SAME_VOICE_PARTS = 6;
/** Parts spoken by each other voice. */
const OTHER_VOICE_PARTS = 4;
const MAX_PLACE_ERROR_SECONDS = 0.5;
const LARGE_REGISTER_HOURS = 500;
const MIN_SPEED = 300;
const MAX_SEARCH_SECONDS = 3;
const SEED = 5;

interface RegisteredBook {
  readonly path: string;
  readonly seconds: number;
  readonly fingerprint: Uint32Array;
  readonly reference: Uint32Array | null;
}

interface Match {
  readonly book: RegisteredBook;
  readonly fromSeconds: number;
}

const ANY_LENGTH = { seconds: Number.POSITIVE_INFINITY };

const cpuSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

async function makeBook(folder: string, voice: BenchVoice, text: string, index: number): Promise<RegisteredBook> {
  const spoken = join(folder, 'spoken.wav');
  const path = join(folder, `book-${index}.mp3`);
  await speakToFile(voice, text, spoken);
  await finishedFile(spoken, path);
  const { fingerprints, seconds } = await fingerprintFile(bytesOf(path), ANY_LENGTH);
  return { path, seconds, fingerprint: at(fingerprints, 0), reference: await referenceFingerprint(path) };
}

/** Returns the best match in all books. */
function lookUp(
  clip: readonly Uint32Array[],
  books: readonly RegisteredBook[],
  fingerprintOf: (book: RegisteredBook) => Uint32Array | null = ({ fingerprint }) => fingerprint,
): Match | null {
  const search = new ClipSearch(clip);
  let best: (Match & { readonly difference: number }) | null = null;
  for (const book of books) {
    const found = search.findIn(fingerprintOf(book) ?? new Uint32Array(0));
    if (found && (best === null || found.difference < best.difference)) best = { book, ...found };
  }
  return best;
}

interface Score {
  clips: number;
  found: number;
  references: number;
  referencesFound: number;
}

const isCorrect = (match: Match | null, book: RegisteredBook, start: number): boolean =>
  match?.book === book && Math.abs(match.fromSeconds - start) <= MAX_PLACE_ERROR_SECONDS;

async function findTreated(
  folder: string,
  books: readonly RegisteredBook[],
  treatment: Treatment,
  seconds: number,
): Promise<Score> {
  const random = new RandomNumbers(SEED);
  const score: Score = { clips: 0, found: 0, references: 0, referencesFound: 0 };
  for (let index = 0; index < CLIPS; index += 1) {
    const book = at(books, index % books.length);
    const start = random.between(0, book.seconds - seconds - 0.1);
    const path = await treatedClip(book.path, start, seconds, treatment, folder);
    const { fingerprints } = await fingerprintFile(bytesOf(path), { seconds: 60, starts: CLIP_SHIFTS });
    score.clips += 1;
    if (isCorrect(lookUp(fingerprints, books), book, start)) score.found += 1;
    const reference = index % REFERENCE_EVERY === 0 ? await referenceFingerprint(path) : null;
    if (reference === null) continue;
    score.references += 1;
    if (
      isCorrect(
        lookUp([reference], books, (one) => one.reference),
        book,
        start,
      )
    )
      score.referencesFound += 1;
  }
  return score;
}

interface FalsePositives {
  hours: number;
  clips: number;
  matches: number;
}

/** Looks up consecutive clips of a recording that isn't registered. */
async function lookUpRecording(path: string, books: readonly RegisteredBook[], counted: FalsePositives): Promise<void> {
  const { fingerprints, seconds } = await fingerprintFile(bytesOf(path), { ...ANY_LENGTH, starts: CLIP_SHIFTS });
  const size = Math.floor((CLIP_SECONDS - ITEM_SPAN_SECONDS) / ITEM_SECONDS);
  const step = Math.round(CLIP_SECONDS / ITEM_SECONDS);
  counted.hours += seconds / 3600;
  for (let start = 0; start + size <= at(fingerprints, 3).length; start += step) {
    counted.clips += 1;
    const clip = fingerprints.map((phase) => phase.subarray(start, start + size));
    if (lookUp(clip, books)) counted.matches += 1;
  }
}

async function lookUpVoices(
  folder: string,
  voices: readonly BenchVoice[],
  partsOf: (voice: BenchVoice) => number,
  text: NovelText,
  books: readonly RegisteredBook[],
): Promise<FalsePositives> {
  const counted: FalsePositives = { hours: 0, clips: 0, matches: 0 };
  const jobs = voices.flatMap((voice) => Array.from({ length: partsOf(voice) }, () => voice));
  const speak = async (index: number): Promise<string | null> => {
    const voice = jobs[index];
    if (!voice) return null;
    const path = join(folder, `unregistered-${index % 2}.wav`);
    await speakToFile(voice, text.next(UNREGISTERED_PART_MINUTES), path);
    return path;
  };
  let next = speak(0);
  for (let index = 0; index < jobs.length; index += 1) {
    const path = await next;
    next = speak(index + 1);
    if (path) await lookUpRecording(path, books, counted);
  }
  return counted;
}

/** Times the calculation alone, without decoding, at the sample rate of finished files. */
async function measureSpeed(): Promise<{ readonly times: number; readonly bytesPerHour: number }> {
  const seconds = 600;
  const random = new RandomNumbers(SEED);
  const block = {
    sampleRate: 44_100,
    channels: [Float32Array.from({ length: 44_100 }, () => random.between(-0.5, 0.5))],
  };
  const before = process.cpuUsage();
  const fingerprinter = await AudioFingerprinter.create();
  for (let second = 0; second < seconds; second += 1) fingerprinter.add(block);
  const { byteLength } = fingerprinter.end();
  return { times: seconds / cpuSeconds(before), bytesPerHour: (byteLength / seconds) * 3600 };
}

/** Times a search for clips that aren't in the register, which takes longest. */
function measureSearch(books: readonly RegisteredBook[], clips: readonly Uint32Array[]): number {
  const hours = books.reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
  const before = process.cpuUsage();
  for (const clip of clips) lookUp([clip, clip, clip, clip], books);
  return (cpuSeconds(before) / clips.length / hours) * LARGE_REGISTER_HOURS;
}

const foundRow = ({ clips, found, references, referencesFound }: Score, name: string, isBar: boolean): BenchRow => ({
  name,
  value: `${found} of ${clips} clips found`,
  against: references === 0 ? 'fpcalc (not installed)' : `fpcalc: ${referencesFound} of ${references}`,
  ratio: references === 0 ? null : found / clips / (referencesFound / references),
  bar: isBar ? `${clips} of ${clips}` : '',
  ok: isBar ? found === clips : null,
});

const falsePositiveRow = ({ hours, clips, matches }: FalsePositives, name: string): BenchRow => ({
  name,
  value: `${matches} false positives in ${clips} clips of ${CLIP_SECONDS} s, ${hours.toFixed(1)} hours`,
  against: 'no reference',
  ratio: null,
  bar: 'no false positives',
  ok: matches === 0,
});

async function makeBooks(folder: string, text: NovelText): Promise<RegisteredBook[]> {
  const books: RegisteredBook[] = [];
  for (const [index, voice] of REGISTERED_VOICES.entries()) {
    books.push(await makeBook(folder, voice, text.next(REGISTERED_MINUTES), index));
  }
  return books;
}

async function speedRows(books: readonly RegisteredBook[]): Promise<BenchRow[]> {
  const { times, bytesPerHour } = await measureSpeed();
  const size = Math.floor((CLIP_SECONDS - ITEM_SPAN_SECONDS) / ITEM_SECONDS);
  const clips = books.map(({ fingerprint }) => fingerprint.slice(500, 500 + size).reverse());
  const searchSeconds = measureSearch(books, clips);
  return [
    {
      name: 'calculating',
      value: `${times.toFixed(0)} × real time (CPU time), ${(bytesPerHour / 1024).toFixed(0)} KiB per hour`,
      against: 'no reference',
      ratio: null,
      bar: `${MIN_SPEED} × real time`,
      ok: times >= MIN_SPEED,
    },
    {
      name: `looking up ${CLIP_SECONDS} s in ${LARGE_REGISTER_HOURS} hours`,
      value: `${searchSeconds.toFixed(2)} s (CPU time, without reading the files)`,
      against: 'no reference',
      ratio: null,
      bar: `${MAX_SEARCH_SECONDS} s`,
      ok: searchSeconds <= MAX_SEARCH_SECONDS,
    },
  ];
}

export const run = (): Promise<BenchRow[]> =>
  withTemporaryFolder(async (folder) => {
    const books = await makeBooks(folder, new NovelText());
    const rows: BenchRow[] = [];
    for (const treatment of [...TREATMENTS, ALL_TREATMENTS]) {
      const score = await findTreated(folder, books, treatment, CLIP_SECONDS);
      rows.push(foundRow(score, treatment.name, treatment !== ALL_TREATMENTS));
    }
    return [...rows, ...(await speedRows(books))];
  });

const countFalsePositives = (
  voices: readonly BenchVoice[],
  partsOf: (voice: BenchVoice) => number,
  name: string,
): Promise<BenchRow[]> =>
  withTemporaryFolder(async (folder) => {
    const text = new NovelText();
    const books = await makeBooks(folder, text);
    return [falsePositiveRow(await lookUpVoices(folder, voices, partsOf, text, books), name)];
  });

export const runSameVoices = (): Promise<BenchRow[]> =>
  countFalsePositives(
    REGISTERED_VOICES,
    ({ synthesizer }) => (synthesizer === 'flite' ? 1 : SAME_VOICE_PARTS),
    'the same voices, other text',
  );

export const runOtherVoices = (): Promise<BenchRow[]> =>
  countFalsePositives(OTHER_VOICES, () => OTHER_VOICE_PARTS, 'other voices');
