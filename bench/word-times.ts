// Compares word times with those that other synthesizers report for their own speech. The voices ked, slt, pc, lp and
// de+klatt2 were used to tune the alignment; only f3 and f5 weren't. The only German voices are variants of Debian's
// eSpeak NG, whose timing resembles that of the readings, so the German results are too good.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encodeWav, mixToMono, resample } from '@lectern/audio';
import type { Language } from '@lectern/tts-protocol';
import { seededRandom } from '../e2e/hostile-service/seeded-random.ts';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { proofTake } from '../packages/audio/alignment/proof-take.ts';
import { ReferenceReader } from '../packages/audio/alignment/reference-reading.ts';
import { wordTimes } from '../packages/audio/alignment/word-times.ts';
import type { WordTime } from '../shared/model/proof.ts';
import { spokenWords } from '../shared/rules/spoken-words.ts';
import type { BenchRow } from './bench-row.ts';
import { type Interval, type ReferenceVoice, type SpokenReference, speakReferences } from './spoken-references.ts';
import { aliceSentences, SENTENCES } from './spoken-sentences.ts';

/** Limits for the starts of words. */
const BAR = { p95Ms: 80, withinSeconds: 0.1, withinShare: 0.97, timesRealTime: 20 } as const;
/** Share of missing words that must have a lower confidence than a random spoken one. */
const MISSING_BAR = 0.95;

const alice = aliceSentences().filter((sentence) => sentence.split(' ').length > 3);
const numbers = [
  'On the 3rd of May, 1912, Dr. Smith paid 345 dollars for 27 books, and Mrs. Brown paid nothing.',
  'Chapter 14 is about 250 pages long; chapter 15 is shorter.',
  'Yes.',
  'Liverpool!',
  'Professor Higgins and Eliza Doolittle live at 27 Wimpole Street, London.',
];
/** Joined sentences, which take more than half a minute. */
const long = [alice.slice(200, 206).join(' '), alice.slice(206, 212).join(' ')];

interface BenchVoice extends ReferenceVoice {
  readonly spoken: Language;
  readonly texts: readonly string[];
}

const VOICES: readonly BenchVoice[] = [
  {
    name: 'festival:ked_diphone',
    sex: 'male',
    pace: 1,
    language: 'en',
    spoken: 'english',
    texts: [...alice.slice(80, 120), ...numbers],
  },
  { name: 'festival:ked_diphone', sex: 'male', pace: 1.25, language: 'en', spoken: 'english', texts: long },
  {
    name: 'festival:cmu_us_slt_arctic_hts',
    sex: 'female',
    pace: 1,
    language: 'en',
    spoken: 'english',
    texts: [...alice.slice(40, 80), ...numbers],
  },
  {
    name: 'espeak:en-gb-x-rp+f3',
    sex: 'female',
    pace: 190,
    pitch: 65,
    language: 'en',
    spoken: 'english',
    texts: alice.slice(120, 140),
  },
  { name: 'festival:pc_diphone', sex: 'male', pace: 1, language: 'it', spoken: 'italian', texts: SENTENCES.it },
  { name: 'festival:lp_diphone', sex: 'female', pace: 0.85, language: 'it', spoken: 'italian', texts: SENTENCES.it },
  {
    name: 'espeak:de+klatt2',
    sex: 'male',
    pace: 180,
    pitch: 40,
    language: 'de',
    spoken: 'german',
    texts: SENTENCES.de,
  },
  { name: 'espeak:de+f5', sex: 'female', pace: 140, pitch: 60, language: 'de', spoken: 'german', texts: SENTENCES.de },
];

/** Also measured the way Lectern computes word times: with `proofTake`, for an unknown voice. */
const PROOFED_VOICES = [
  'festival:ked_diphone',
  'festival:cmu_us_slt_arctic_hts',
  'festival:lp_diphone',
  'espeak:de+f5',
];

interface Take {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly text: string;
  readonly language: Language;
}

type Method = (take: Take) => readonly WordTime[];

function proofedWords(reader: ReferenceReader): Method {
  return (take) => {
    const result = proofTake(reader, take, null);
    if (!result.isCompared) throw new Error(`Not compared: ${result.reason}`);
    return result.words;
  };
}

export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  const reader = await ReferenceReader.create();
  try {
    const rows: BenchRow[] = [];
    const timed: Method = (take) => wordTimes({ ...take, reader });
    const proofed = proofedWords(reader);
    for (const [index, voice] of VOICES.entries()) {
      const place = join(folder.path, String(index));
      mkdirSync(place);
      const references = speakReferences(voice, voice.texts, place);
      const name = `${voice.name} (${voice.spoken}, ${voice.sex})`;
      rows.push(...accuracyRows(name, references, voice.spoken, timed));
      if (PROOFED_VOICES.includes(voice.name)) {
        rows.push(...accuracyRows(`${name}, proofed`, references, voice.spoken, proofed));
      }
      if (voice.name === 'festival:ked_diphone' && voice.pace === 1) {
        for (const [name, change] of await degradations(folder.path)) {
          const degraded = await Promise.all(references.slice(0, 20).map(change));
          rows.push(...accuracyRows(`${voice.name}, ${name}`, degraded, voice.spoken, timed).slice(0, 1));
        }
        rows.push(missingWordsRow(voice.name, references, voice.spoken, timed));
      }
    }
    return rows;
  } finally {
    folder.remove();
  }
}

function accuracyRows(
  name: string,
  references: readonly SpokenReference[],
  language: Language,
  method: Method,
): BenchRow[] {
  const starts: number[] = [];
  const ends: number[] = [];
  let seconds = 0;
  const started = process.cpuUsage();
  for (const { samples, sampleRate, text, words } of references) {
    const times = method({ samples, sampleRate, text, language });
    seconds += samples.length / sampleRate;
    if (words.length !== times.length) continue;
    for (const [index, word] of words.entries()) {
      const time = times[index];
      if (!word || !time) continue;
      starts.push(Math.abs(time.startSeconds - word.startSeconds));
      ends.push(Math.abs(time.endSeconds - word.endSeconds));
    }
  }
  const used = process.cpuUsage(started);
  const speed = (seconds * 1e6) / (used.user + used.system);
  const within = starts.filter((error) => error <= BAR.withinSeconds).length / starts.length;
  const p95 = quantileMs(starts, 0.95);
  return [
    {
      name: `${name}: starts of ${starts.length} words`,
      value: `${(100 * within).toFixed(1)} % within 100 ms, ${describe(starts)}`,
      against: `the synthesizer's own times; ends: ${describe(ends)}`,
      ratio: null,
      bar: `95 % within ${BAR.p95Ms} ms, ${100 * BAR.withinShare} % within 100 ms`,
      ok: p95 <= BAR.p95Ms && within >= BAR.withinShare,
    },
    {
      name: `${name}: speed`,
      value: `${speed.toFixed(0)} times real time on one core`,
      against: `${seconds.toFixed(0)} s of speech`,
      ratio: null,
      bar: `at least ${BAR.timesRealTime} times`,
      ok: speed >= BAR.timesRealTime,
    },
  ];
}

const quantileMs = (errors: readonly number[], share: number): number =>
  1000 * ([...errors].sort((a, b) => a - b)[Math.floor(share * errors.length)] ?? Number.NaN);

const describe = (errors: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${100 * share} ${quantileMs(errors, share).toFixed(0)} ms`).join(', ');

type Degradation = (reference: SpokenReference, index: number) => Promise<SpokenReference>;

async function degradations(folder: string): Promise<[string, Degradation][]> {
  const random = seededRandom(5);
  const withSamples = (reference: SpokenReference, samples: Float32Array): SpokenReference => ({
    ...reference,
    samples,
  });
  const noise =
    (decibels: number): Degradation =>
    async (reference) =>
      withSamples(
        reference,
        reference.samples.map((sample) => sample + 10 ** (decibels / 20) * (random() + random() + random() - 1.5) * 2),
      );
  const rate =
    (sampleRate: number): Degradation =>
    async (reference) => {
      const pcm = resample({ sampleRate: reference.sampleRate, channels: [reference.samples] }, sampleRate);
      return { ...reference, samples: pcm.channels[0] ?? new Float32Array(0), sampleRate };
    };
  const silence: Degradation = async (reference) => {
    const lead = 3 * reference.sampleRate;
    const samples = new Float32Array(2 * lead + reference.samples.length);
    samples.set(reference.samples, lead);
    const shift = (word: Interval | null) =>
      word && { startSeconds: word.startSeconds + 3, endSeconds: word.endSeconds + 3 };
    return { ...reference, samples, words: reference.words.map(shift) };
  };
  const mp3: Degradation = async (reference, index) => {
    const [wav, file] = [join(folder, `${index}.wav`), join(folder, `${index}.mp3`)];
    writeFileSync(wav, encodeWav({ sampleRate: reference.sampleRate, channels: [reference.samples] }));
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-b:a', '32k', file]);
    const pcm = mixToMono(await decode(readFileSync(file)));
    return { ...reference, samples: pcm.channels[0] ?? new Float32Array(0), sampleRate: pcm.sampleRate };
  };
  return [
    ['as an MP3 at 32 kbit/s', mp3],
    ['with noise at -50 dBFS', noise(-50)],
    ['with noise at -35 dBFS', noise(-35)],
    ['with 3 s of silence at both ends', silence],
    ['at 8 kHz', rate(8000)],
    ['at 48 kHz', rate(48_000)],
  ];
}

/** Adds an unspoken word to each text, and compares its confidence with that of the spoken words. */
function missingWordsRow(
  name: string,
  references: readonly SpokenReference[],
  language: Language,
  method: Method,
): BenchRow {
  const random = seededRandom(3);
  const missing: number[] = [];
  const spoken: number[] = [];
  for (const [index, { text, samples, sampleRate }] of references.entries()) {
    const words = text.split(' ');
    const others = (references[(index + 7) % references.length]?.text ?? '').replace(/[^A-Za-z' ]/g, '').split(' ');
    const added = others.filter((word) => word.length > 3);
    const place = 1 + Math.floor(random() * (words.length - 1));
    const word = added[Math.floor(random() * added.length)];
    if (word === undefined || words.length < 4) continue;
    const longer = [...words.slice(0, place), word, ...words.slice(place)].join(' ');
    const times = method({ samples, sampleRate, text: longer, language });
    if (times.length !== spokenWords(longer).length) continue;
    for (const [position, { confidence }] of times.entries()) {
      if (position === place) missing.push(confidence);
      else if (Math.abs(position - place) > 1) spoken.push(confidence);
    }
  }
  const pairs = missing.flatMap((low) => spoken.map((high) => (low < high ? 1 : low === high ? 0.5 : 0)));
  const share = pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length;
  const below = (list: readonly number[]) => (100 * list.filter((value) => value < 0.5).length) / list.length;
  return {
    name: `${name}: confidence of ${missing.length} missing words`,
    value: `lower than that of a spoken word in ${(100 * share).toFixed(1)} % of pairs; ${below(missing).toFixed(0)} % below 0.5`,
    against: `${spoken.length} spoken words, of which ${below(spoken).toFixed(1)} % are below 0.5`,
    ratio: null,
    bar: `at least ${100 * MISSING_BAR} %`,
    ok: share >= MISSING_BAR,
  };
}
