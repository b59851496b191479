// Cuts about an hour of speech into its lines. The voice wasn't used to tune the search, and the speech contains missing,
// repeated and abandoned lines, skipped words, noises and unrelated sentences.

import { conformChapter, RecordingMeasurer, ReferenceReader, toSixteenKilohertz } from '@lectern/audio/alignment';
import { seededRandom } from '../e2e/hostile-service/seeded-random.ts';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { ALIGNMENT_RATE, DOUBTFUL_CONFIDENCE } from '../shared/model/proof.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { type Interval, speakReferences } from './spoken-references.ts';
import { aliceSentences } from './spoken-sentences.ts';

const LINES = 700;
/** Sentences from elsewhere, which belong to no line. */
const OTHER_SENTENCES = 40;
const VOICE = { name: 'festival:ked_diphone', language: 'en', sex: 'male', pace: 1 } as const;
/** Maximum number of sentences from elsewhere that follow each other. */
const MAX_SENTENCES = 6;
/** Texts per run of the synthesizer. */
const BATCH = 50;
const AUDIBLE = 0.004;
const BAR = { share: 0.99, seconds: 0.15 } as const;

interface TrueLine extends Interval {
  readonly line: number;
  /** Whether the speaker skips a word. */
  readonly isShortened: boolean;
  /** Whether the line was read before, completely or in part. */
  readonly earlier: 'complete' | 'abandoned' | null;
}

class Chapter {
  readonly #random = seededRandom(11);
  readonly #parts: Float32Array[] = [];
  #length = 0;
  /** All sounds, in order. */
  readonly sounds: Interval[] = [];

  chance(share: number): boolean {
    return this.#random() < share;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.#random();
  }

  pause(from: number, to: number): void {
    this.#append(new Float32Array(Math.round(this.between(from, to) * ALIGNMENT_RATE)));
  }

  sound(samples: Float32Array): Interval {
    const startSeconds = this.#length / ALIGNMENT_RATE;
    this.#append(samples);
    const sound = { startSeconds, endSeconds: this.#length / ALIGNMENT_RATE };
    this.sounds.push(sound);
    return sound;
  }

  cough(): void {
    const length = Math.round(this.between(0.3, 1) * ALIGNMENT_RATE);
    let level = 0;
    this.sound(
      Float32Array.from({ length }, (_, index) => {
        level = 0.6 * level + 0.4 * this.between(-1, 1);
        return 0.25 * level * Math.sin((Math.PI * index) / length);
      }),
    );
  }

  samples(): Float32Array {
    const samples = new Float32Array(this.#length);
    let end = 0;
    for (const part of this.#parts) {
      samples.set(part, end);
      end += part.length;
    }
    return samples.map((sample) => sample + this.between(-0.0005, 0.0005));
  }

  #append(samples: Float32Array): void {
    this.#parts.push(samples);
    this.#length += samples.length;
  }
}

const withoutSilence = (samples: Float32Array): Float32Array => {
  const isAudible = (sample: number): boolean => Math.abs(sample) >= AUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
};

function speak(texts: readonly string[], folder: string): Float32Array[] {
  const takes: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    for (const { samples, sampleRate } of speakReferences(VOICE, texts.slice(from, from + BATCH), folder)) {
      takes.push(withoutSilence(toSixteenKilohertz(samples, sampleRate)));
    }
  }
  return takes;
}

/** Takes about ten minutes, mostly for synthesizing the speech. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  try {
    const sentences = aliceSentences().slice(1);
    const lines = sentences.slice(0, LINES);
    const chapter = new Chapter();
    const spoken = lines.map((line) => {
      const words = line.split(' ');
      if (words.length < 6 || !chapter.chance(0.03)) return line;
      return words.toSpliced(Math.floor(chapter.between(1, words.length - 1)), 1).join(' ');
    });
    const takes = speak(spoken, folder.path);
    const others = speak(sentences.slice(LINES, LINES + OTHER_SENTENCES), folder.path);
    const truth: TrueLine[] = [];
    chapter.pause(1, 2);
    for (const [line, take] of takes.entries()) {
      if (chapter.chance(0.02)) continue;
      let earlier: TrueLine['earlier'] = null;
      if (chapter.chance(0.04)) {
        const share = chapter.chance(0.5) ? 1 : chapter.between(0.3, 0.8);
        earlier = share === 1 ? 'complete' : 'abandoned';
        chapter.sound(take.subarray(0, Math.round(share * take.length)));
        chapter.pause(0.35, 1.1);
      }
      if (chapter.chance(0.01)) {
        chapter.cough();
        chapter.pause(0.35, 1.1);
      }
      if (chapter.chance(0.004)) {
        for (let count = Math.floor(chapter.between(1, MAX_SENTENCES + 1)); count > 0; count -= 1) {
          chapter.sound(at(others, Math.floor(chapter.between(0, others.length))));
          chapter.pause(0.35, 1.1);
        }
      }
      truth.push({ line, isShortened: spoken[line] !== lines[line], earlier, ...chapter.sound(take) });
      chapter.pause(0.25, 1.1);
    }
    return await measure(lines, truth, chapter);
  } finally {
    folder.remove();
  }
}

async function measure(lines: readonly string[], truth: readonly TrueLine[], chapter: Chapter): Promise<BenchRow[]> {
  const samples = chapter.samples();
  const reader = await ReferenceReader.create();
  const started = process.cpuUsage();
  const measurer = new RecordingMeasurer();
  measurer.add(samples);
  const found = conformChapter({ recording: measurer.end(), lines, language: 'english', reader });
  const used = process.cpuUsage(started);
  const seconds = samples.length / ALIGNMENT_RATE;
  const isRight = ({ line, startSeconds, endSeconds }: TrueLine): boolean => {
    const cut = found.lines[line];
    if (!cut) return false;
    // A cut is right anywhere in the pause between the line and its neighbours.
    const before = chapter.sounds.findLast((sound) => sound.endSeconds <= startSeconds)?.endSeconds ?? 0;
    const after = chapter.sounds.find((sound) => sound.startSeconds >= endSeconds)?.startSeconds ?? seconds;
    const errors = [
      before - cut.startSeconds,
      cut.startSeconds - startSeconds,
      endSeconds - cut.endSeconds,
      cut.endSeconds - after,
    ];
    return Math.max(...errors) <= BAR.seconds;
  };
  const wrong = truth.filter((line) => !isRight(line));
  const right = truth.length - wrong.length;
  const isReported = ({ line }: TrueLine): boolean => (found.lines[line]?.confidence ?? 0) < DOUBTFUL_CONFIDENCE;
  const shortened = truth.filter((line) => line.isShortened && isRight(line));
  const falselyDoubtful = truth.filter((line) => !line.isShortened && isRight(line) && isReported(line)).length;
  const spokenLines = new Set(truth.map(({ line }) => line));
  const missing = lines.map((_, line) => line).filter((line) => !spokenLines.has(line));
  const noticed = missing.filter((line) => !found.lines[line]).length;
  const repeated = truth.filter(({ earlier }) => earlier !== null);
  const repeatedFound = new Set(found.repeats.map(({ line }) => line));
  const named = repeated.filter(({ line }) => repeatedFound.has(line)).length;
  const falselyNamed = repeatedFound.size - named;
  const judged = repeated.filter(({ line }) => repeatedFound.has(line));
  const judgedRight = judged.filter(({ line, earlier }) =>
    found.repeats.some((repeat) => repeat.line === line && repeat.isComplete === (earlier === 'complete')),
  ).length;
  return [
    {
      name: `${truth.length} lines in ${(seconds / 60).toFixed(0)} minutes`,
      value: `${((100 * right) / truth.length).toFixed(2)} % cut within ${1000 * BAR.seconds} ms of the pauses around them`,
      against: 'where the lines were put together',
      ratio: null,
      bar: `at least ${100 * BAR.share} %`,
      ok: right >= BAR.share * truth.length,
    },
    {
      name: 'missing lines',
      value: `${noticed} of ${missing.length} named`,
      against: `repeated lines: ${named} of ${repeated.length} named, ${judgedRight} of them correctly as complete or false starts, and ${falselyNamed} others; ${found.extras.length} other sounds`,
      ratio: null,
      bar: 'all missing lines',
      ok: noticed === missing.length,
    },
    {
      name: 'doubtful lines',
      value: `${wrong.filter(isReported).length} of ${wrong.length} wrong cuts are missing or doubtful`,
      against: `${shortened.filter(isReported).length} of ${shortened.length} with a skipped word, and ${falselyDoubtful} of ${right - shortened.length} other correct cuts are doubtful`,
      ratio: null,
      bar: '',
      ok: null,
    },
    {
      name: 'speed',
      value: `${((used.user + used.system) / 1e6).toFixed(0)} s on one core`,
      against: `${seconds.toFixed(0)} s of sound`,
      ratio: null,
      bar: '',
      ok: null,
    },
  ];
}
