// Takes with planted faults for the proofing benchmark, by voices that are used neither as a reference nor for training.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeWav, mixToMono, resample, toFloatSamples, toInt16 } from '@lectern/audio';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { type PreparedLine, prepareLine } from '../packages/audio/alignment/prepared-line.ts';
import { RandomNumbers } from '../packages/audio/alignment/random-numbers.ts';
import { ReferenceReader } from '../packages/audio/alignment/reference-reading.ts';
import { FliteReader, type FliteVoiceName } from '../packages/audio/alignment/training/flite-reading.ts';
import { at } from '../shared/rules/at.ts';
import { proofTexts, shortProofTexts, type TextSet } from './proof-texts.ts';

export const PLANTED_FAULTS = [
  'skip1',
  'skip3',
  'repeat-word',
  'repeat-phrase',
  'insert',
  'replace',
  'cut-end',
  'noise',
  'garble',
  'wrong',
] as const;
export type PlantedFault = (typeof PLANTED_FAULTS)[number];

export interface BenchVoice {
  readonly name: string;
  readonly set: TextSet;
  readonly language: 'english' | 'italian';
  readonly engine: 'flite' | 'festival' | 'espeak';
  /** The engine's name for the voice; for eSpeak NG, an accent and a variant. */
  readonly voice: string;
}

export const BENCH_VOICES: readonly BenchVoice[] = [
  { name: 'flite kal16', set: 'tuning', language: 'english', engine: 'flite', voice: 'kal16' },
  { name: 'festival kal', set: 'tuning', language: 'english', engine: 'festival', voice: 'kal_diphone' },
  { name: 'espeak scotland+Andy', set: 'tuning', language: 'english', engine: 'espeak', voice: 'en-gb-scotland+Andy' },
  { name: 'festival pc (Italian)', set: 'tuning', language: 'italian', engine: 'festival', voice: 'pc_diphone' },
  { name: 'flite slt', set: 'measuring', language: 'english', engine: 'flite', voice: 'slt' },
  { name: 'flite rms', set: 'measuring', language: 'english', engine: 'flite', voice: 'rms' },
  { name: 'festival ked', set: 'measuring', language: 'english', engine: 'festival', voice: 'ked_diphone' },
  { name: 'festival slt', set: 'measuring', language: 'english', engine: 'festival', voice: 'cmu_us_slt_arctic_hts' },
  { name: 'espeak rp+linda', set: 'measuring', language: 'english', engine: 'espeak', voice: 'en-gb-x-rp+linda' },
  { name: 'festival lp (Italian)', set: 'measuring', language: 'italian', engine: 'festival', voice: 'lp_diphone' },
];

/** A word span as in `Finding`. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

export interface BenchTake {
  readonly text: string;
  readonly language: 'english' | 'italian';
  /** Mono. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly fault: PlantedFault | null;
  /** The words concerned; null if they aren't known exactly. */
  readonly span: WordSpan | null;
}

const RATE = 16_000;
const SPEED = { least: 0.88, most: 1.12 } as const;
const ESPEAK_RATE = 165;

interface Plan {
  readonly text: string;
  readonly speed: number;
  /** The text that the voice reads. */
  readonly said: string;
  readonly fault: PlantedFault | null;
  readonly span: WordSpan | null;
  /** The change to the audio afterwards. */
  readonly cut: 'skip' | 'repeat' | 'end' | 'noise' | 'babble' | 'garble' | null;
}

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');

/** Chooses where to plant a fault and how: by changing the text that is read, or by cutting the audio. */
function planFault(
  text: string,
  fault: PlantedFault | null,
  spare: readonly string[],
  canCut: boolean,
  random: RandomNumbers,
): Omit<Plan, 'text' | 'speed'> {
  const words = text.split(' ');
  const count = words.length;
  const isCut = canCut && random.next() < 0.5;
  const read = (from: number, to: number, instead: readonly string[]): string =>
    [...words.slice(0, from), ...instead, ...words.slice(to)].join(' ');
  const wordFrom = (least: number, most: number, letters: number): number => {
    let word = random.integer(least, most);
    for (let tries = 0; tries < 50 && bare(at(words, word)).length < letters; tries += 1)
      word = random.integer(least, most);
    return word;
  };
  const spareWords = (): string[] =>
    at(spare, random.integer(0, spare.length - 1))
      .split(' ')
      .map(bare);
  switch (fault) {
    case null:
      return { said: text, fault, span: null, cut: null };
    case 'skip1':
    case 'skip3': {
      const length = fault === 'skip1' ? 1 : random.integer(3, Math.max(3, Math.min(6, count - 3)));
      const from = fault === 'skip1' ? wordFrom(1, count - 2, 2) : random.integer(1, count - length - 1);
      const span = { from, to: from + length };
      return isCut
        ? { said: text, fault, span, cut: 'skip' }
        : { said: read(from, from + length, []), fault, span, cut: null };
    }
    case 'repeat-word':
    case 'repeat-phrase': {
      const length = fault === 'repeat-word' ? 1 : random.integer(2, Math.min(4, count - 2));
      const from = fault === 'repeat-word' ? wordFrom(0, count - 2, 2) : random.integer(0, count - length - 1);
      const span = { from, to: from + length };
      if (isCut) return { said: text, fault, span, cut: 'repeat' };
      return { said: read(from, from, words.slice(from, from + length).map(bare)), fault, span, cut: null };
    }
    case 'insert': {
      const others = spareWords();
      const length = Math.min(others.length, random.integer(2, 4));
      const start = random.integer(0, others.length - length);
      const from = random.integer(1, count - 1);
      const said = read(from, from, others.slice(start, start + length));
      return { said, fault, span: { from: from - 1, to: from + 1 }, cut: null };
    }
    case 'replace': {
      const from = wordFrom(1, count - 1, 4);
      const old = bare(at(words, from));
      let other = old;
      for (let tries = 0; tries < 500; tries += 1) {
        const candidates = spareWords();
        other = at(candidates, random.integer(0, candidates.length - 1));
        if (Math.abs(other.length - old.length) <= 1 && other.slice(0, 3) !== old.slice(0, 3)) break;
      }
      const said = read(from, from + 1, [other + (/[,;:.!?]$/.exec(at(words, from))?.[0] ?? '')]);
      return { said, fault, span: { from, to: from + 1 }, cut: null };
    }
    case 'wrong': {
      const others = spare.filter((other) => Math.abs(other.split(' ').length - count) <= 2 && other !== text);
      return { said: at(others, random.integer(0, others.length - 1)), fault, span: { from: 0, to: count }, cut: null };
    }
    case 'cut-end':
      return { said: text, fault, span: { from: count - 2, to: count }, cut: 'end' };
    case 'noise': {
      const from = random.integer(1, count - 1);
      return {
        said: text,
        fault,
        span: { from: from - 1, to: from + 1 },
        cut: random.next() < 0.5 ? 'noise' : 'babble',
      };
    }
    case 'garble': {
      const from = wordFrom(0, count - 1, 4);
      return { said: text, fault, span: { from, to: from + 1 }, cut: 'garble' };
    }
  }
}

interface Speech {
  /** 16,000 Hz. */
  readonly samples: Float32Array;
  /** The start of each word of the text that was read, and the end, in samples; null if unknown. */
  readonly times: readonly number[] | null;
}

interface Engines {
  readonly espeak: ReferenceReader;
  readonly flite: FliteReader;
  readonly folder: string;
}

async function speak(voice: BenchVoice, plans: readonly Plan[], engines: Engines): Promise<Speech[]> {
  if (voice.engine === 'festival') return speakFestival(voice, plans, engines.folder);
  const speeches: Speech[] = [];
  for (const { said, speed } of plans) {
    if (voice.engine === 'flite') {
      // The name is one of Flite's.
      const { samples } = await engines.flite.read(voice.voice as FliteVoiceName, said, speed);
      speeches.push({ samples, times: null });
      continue;
    }
    const [accent = '', voiceVariant = ''] = voice.voice.split('+');
    const rate = Math.round(ESPEAK_RATE / speed);
    const { samples, wordStarts } = engines.espeak.read({
      text: said,
      language: voice.language,
      accent,
      voiceVariant,
      rate,
    });
    speeches.push({ samples, times: [...wordStarts.map((start) => Math.round(start * RATE)), samples.length] });
  }
  return speeches;
}

/** Speaks all texts in one run of Festival, which also writes the time at which each word ends. */
function speakFestival({ voice }: BenchVoice, plans: readonly Plan[], folder: string): Speech[] {
  const script = join(folder, 'festival.scm');
  const commands = plans.map(({ said, speed }, index) => {
    const text = said.replaceAll('’', "'").replaceAll('"', '');
    return (
      `(Parameter.set 'Duration_Stretch ${speed.toFixed(3)})(set! u (Utterance Text "${text}"))(utt.synth u)` +
      `(utt.save.wave u "${join(folder, `${index}.wav`)}" 'riff)(utt.save.words u "${join(folder, `${index}.words`)}")`
    );
  });
  writeFileSync(script, Buffer.from(`(voice_${voice})\n${commands.join('\n')}\n`, 'latin1'));
  execFileSync('festival', ['-b', script], { stdio: ['ignore', 'ignore', 'ignore'] });
  return plans.map(({ said }, index) => {
    const wav = mixToMono(resample(decodeWav(new Uint8Array(readFileSync(join(folder, `${index}.wav`)))), RATE));
    const printed = readFileSync(join(folder, `${index}.words`), 'latin1');
    const ends = Array.from(printed.matchAll(/^\s*([\d.]+) \d+ /gm), ([, end]) => Math.round(Number(end) * RATE));
    for (const ending of ['wav', 'words']) rmSync(join(folder, `${index}.${ending}`));
    const times = ends.length === said.split(' ').length ? [0, ...ends] : null;
    return { samples: at(wav.channels, 0), times };
  });
}

const FADE = 64;

function joinSounds(...parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    const faded = part.map((sample, index) => sample * Math.min(1, (index + 1) / FADE, (part.length - index) / FADE));
    joined.set(faded, end);
    end += part.length;
  }
  return joined;
}

const peakOf = (samples: Float32Array): number => samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

/** Plants a fault in the audio. Returns null if the position of the words is unknown. */
function cutSound(
  { cut, span }: Plan,
  { samples, times }: Speech,
  earlier: readonly Float32Array[],
  random: RandomNumbers,
): { samples: Float32Array; isExact: boolean } | null {
  const { from, to } = span ?? { from: 0, to: 0 };
  switch (cut) {
    case null:
      return { samples, isExact: true };
    case 'skip':
      if (!times) return null;
      return {
        samples: joinSounds(samples.subarray(0, at(times, from)), samples.subarray(at(times, to))),
        isExact: true,
      };
    case 'repeat':
      if (!times) return null;
      return {
        samples: joinSounds(samples.subarray(0, at(times, to)), samples.subarray(at(times, from))),
        isExact: true,
      };
    case 'end': {
      const quiet = 0.05 * peakOf(samples);
      const end = samples.findLastIndex((sample) => Math.abs(sample) > quiet);
      return {
        samples: joinSounds(samples.subarray(0, end - Math.round(random.between(0.2, 0.45) * RATE))),
        isExact: true,
      };
    }
    case 'noise':
    case 'babble': {
      const place = times ? at(times, to - 1) : Math.round(samples.length * random.between(0.4, 0.6));
      const noise = cut === 'noise' ? hiss(samples, random) : babble(earlier, random);
      return {
        samples: joinSounds(samples.subarray(0, place), noise, samples.subarray(place)),
        isExact: times !== null,
      };
    }
    case 'garble': {
      const start = times ? at(times, from) : Math.round(samples.length * random.between(0.3, 0.6));
      const end = times ? Math.min(at(times, to), start + Math.round(0.7 * RATE)) : start + Math.round(0.4 * RATE);
      return {
        samples: joinSounds(samples.subarray(0, start), samples.slice(start, end).reverse(), samples.subarray(end)),
        isExact: times !== null,
      };
    }
  }
}

function hiss(samples: Float32Array, random: RandomNumbers): Float32Array {
  const level = 3 * Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  let low = 0;
  return Float32Array.from({ length: RATE }, () => {
    low = 0.7 * low + 0.3 * random.between(-1, 1);
    return level * low;
  });
}

function babble(earlier: readonly Float32Array[], random: RandomNumbers): Float32Array {
  const mixed = new Float32Array(RATE);
  for (let voice = 0; voice < 3; voice += 1) {
    const speech = at(earlier, random.integer(0, earlier.length - 1));
    const start = random.integer(0, Math.max(0, speech.length - RATE));
    for (let index = 0; index < RATE; index += 1) mixed[index] = at(mixed, index) + 0.7 * (speech[start + index] ?? 0);
  }
  return mixed;
}

/** Adds silence at both ends and a noise floor, and changes the volume. */
function finish(samples: Float32Array, random: RandomNumbers): Float32Array {
  const silence = (): Float32Array => new Float32Array(Math.round(random.between(0.05, 0.4) * RATE));
  const padded = joinSounds(silence(), samples, silence());
  const gain = (0.4 * random.between(0.5, 1.5)) / (peakOf(padded) || 1);
  const noise = 10 ** (-random.between(50, 65) / 20);
  return padded.map((sample) => gain * sample + noise * (random.next() - 0.5));
}

interface TakeCounts {
  readonly learning: number;
  readonly testing: number;
  readonly short: number;
}

/** Share of faulty takes among the takes that a voice is learnt from, and among the tested takes. */
const FAULTY = { learning: 0.1, testing: 0.5 } as const;

/** Makes a voice's takes. All kinds of faults are equally frequent. */
async function makeTakes(voice: BenchVoice, counts: TakeCounts, folder: string): Promise<BenchTake[]> {
  const random = new RandomNumbers(7 + BENCH_VOICES.indexOf(voice));
  const texts = proofTexts(voice.set, voice.language);
  const spare = texts.slice(counts.learning + counts.testing);
  let planted = 0;
  const plans = texts.slice(0, counts.learning + counts.testing).map((text, index): Plan => {
    const share = index < counts.learning ? FAULTY.learning : FAULTY.testing;
    const fault = random.next() < share ? at(PLANTED_FAULTS, planted++ % PLANTED_FAULTS.length) : null;
    const speed = random.between(SPEED.least, SPEED.most);
    return {
      text,
      speed,
      ...planFault(text, fault, spare.length > 0 ? spare : texts, voice.engine !== 'flite', random),
    };
  });
  return speakPlans(voice, plans, folder, random);
}

/** Distance in `shortProofTexts` between texts with the same number of words. */
const SAME_LENGTH = 4;

/** Makes takes of one or two words. In every second take, different words are spoken. */
async function makeShortTakes(voice: BenchVoice, count: number, folder: string): Promise<BenchTake[]> {
  const random = new RandomNumbers(70 + BENCH_VOICES.indexOf(voice));
  const texts = shortProofTexts(voice.set, voice.language);
  const plans = texts.slice(0, count).map((text, index): Plan => {
    const fault = index % 2 === 0 ? null : 'wrong';
    const said = fault ? at(texts, index + SAME_LENGTH) : text;
    const span = fault && { from: 0, to: text.split(' ').length };
    return { text, speed: random.between(SPEED.least, SPEED.most), said, fault, span, cut: null };
  });
  return speakPlans(voice, plans, folder, random);
}

async function speakPlans(
  voice: BenchVoice,
  plans: readonly Plan[],
  folder: string,
  random: RandomNumbers,
): Promise<BenchTake[]> {
  const engines = { espeak: await ReferenceReader.create(), flite: await FliteReader.create(), folder };
  const speeches = await speak(voice, plans, engines);
  engines.flite.close();
  return plans.map((plan, index): BenchTake => {
    const speech = at(speeches, index);
    const earlier = speeches.slice(Math.max(0, index - 40), index + 1).map(({ samples }) => samples);
    const cut = cutSound(plan, speech, earlier, random);
    return {
      text: plan.text,
      language: voice.language,
      samples: finish(cut?.samples ?? speech.samples, random),
      sampleRate: RATE,
      fault: cut ? plan.fault : null,
      span: cut?.isExact ? plan.span : null,
    };
  });
}

/** The number of takes of each voice. */
const TAKE_COUNTS: Readonly<Record<TextSet, TakeCounts>> = {
  tuning: { learning: 100, testing: 120, short: 60 },
  measuring: { learning: 100, testing: 200, short: 60 },
};

type StoredTake = Omit<BenchTake, 'samples'> & { readonly length: number };

/** A voice's takes. */
export interface VoiceTakes {
  readonly learning: readonly BenchTake[];
  readonly testing: readonly BenchTake[];
  /** Takes of one or two words. */
  readonly short: readonly BenchTake[];
}

export const fileName = (voice: BenchVoice): string => voice.name.replace(/[^a-z0-9]+/gi, '-');

/** Makes a voice's takes, or reads them from the folder `LECTERN_PROOF_TAKES` if it already contains them. */
export async function cachedTakes(voice: BenchVoice): Promise<VoiceTakes> {
  const counts = TAKE_COUNTS[voice.set];
  const name = fileName(voice);
  const takes = await readOrMake(name, (folder) => makeTakes(voice, counts, folder));
  const short = await readOrMake(`${name}-short`, (folder) => makeShortTakes(voice, counts.short, folder));
  return { learning: takes.slice(0, counts.learning), testing: takes.slice(counts.learning), short };
}

let temporary: string | undefined;

/** Keeps files until the process ends, or for good if `LECTERN_PROOF_TAKES` names a folder. */
function takesFolder(): string {
  const kept = process.env['LECTERN_PROOF_TAKES'];
  if (kept !== undefined) {
    mkdirSync(kept, { recursive: true });
    return kept;
  }
  if (temporary === undefined) {
    const folder = temporaryFolder();
    process.on('exit', () => folder.remove());
    temporary = folder.path;
  }
  return temporary;
}

/** Reads a value that an earlier call with this name has made, or makes it. */
export function keptJson<T>(name: string, make: () => T): T {
  const file = join(takesFolder(), `${name}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(make()));
  // Written above.
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

async function readOrMake(name: string, make: (folder: string) => Promise<BenchTake[]>): Promise<BenchTake[]> {
  const list = join(takesFolder(), `${name}.json`);
  const sound = join(takesFolder(), `${name}.pcm`);
  if (!existsSync(list)) {
    const scratch = temporaryFolder();
    const takes = await make(scratch.path).finally(() => scratch.remove());
    const pcm = takes.map(({ samples }) => Buffer.from(Int16Array.from(samples, toInt16).buffer));
    writeFileSync(sound, Buffer.concat(pcm));
    const stored = takes.map(({ samples, ...take }): StoredTake => ({ ...take, length: samples.length }));
    writeFileSync(list, JSON.stringify(stored));
  }
  const bytes = new Uint8Array(readFileSync(sound));
  // Written above.
  const stored = JSON.parse(readFileSync(list, 'utf8')) as readonly StoredTake[];
  let start = 0;
  return stored.map(({ length, ...take }): BenchTake => {
    const samples = toFloatSamples(new Int16Array(bytes.buffer, start, length));
    start += 2 * length;
    return { ...take, samples };
  });
}

let sharedReader: Promise<ReferenceReader> | undefined;

export async function prepareTakes(takes: readonly BenchTake[]): Promise<PreparedLine[]> {
  sharedReader ??= ReferenceReader.create();
  const reader = await sharedReader;
  return takes.map((take) => prepareLine(reader, take));
}
