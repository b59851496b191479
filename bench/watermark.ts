// Measures how often the watermark survives typical processing of published audio. Needs ffmpeg, Festival with its Czech,
// Finnish and Italian voices, and eSpeak NG.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, resample } from '@lectern/audio';
import { analyseAudio } from '@lectern/audio/meters';
import { DETECTION_RATE, DETECTION_SECONDS, loadFft, WatermarkDetector, Watermarker } from '@lectern/audio/watermark';
import { seededRandom } from '../e2e/hostile-service/seeded-random.ts';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { type SpokenVoice, speakFor, WATERMARK_VOICES } from './watermark-speech.ts';

const fft = await loadFft();
const CLIPS_PER_VOICE = 5;
const CLIP_SECONDS = 36;
const RATE = 44_100;
const PEAK = 0.7;
const BLOCK = 16_384;

interface Attack {
  readonly name: string;
  /** ffmpeg arguments; the last is the file extension. */
  readonly ffmpeg: readonly string[] | null;
  /** Minimum share of clips in which the correct ID is found; null if the result is only informative. */
  readonly bar: number | null;
}

const ATTACKS: readonly Attack[] = [
  { name: 'none', ffmpeg: null, bar: 0.98 },
  { name: 'MP3, 48 kbit/s', ffmpeg: ['-b:a', '48k', 'mp3'], bar: 0.98 },
  { name: 'AAC, 64 kbit/s', ffmpeg: ['-b:a', '64k', 'm4a'], bar: 0.98 },
  { name: 'Opus, 32 kbit/s', ffmpeg: ['-b:a', '32k', 'opus'], bar: 0.85 },
  { name: 'Opus, 16 kbit/s', ffmpeg: ['-b:a', '16k', 'opus'], bar: null },
  { name: '16 kHz', ffmpeg: ['-ar', '16000', 'wav'], bar: 0.98 },
  { name: '8 kHz', ffmpeg: ['-ar', '8000', 'wav'], bar: 0.85 },
  { name: '+3 dB', ffmpeg: ['-af', 'volume=3dB', 'wav'], bar: 0.98 },
  { name: '-3 dB', ffmpeg: ['-af', 'volume=-3dB', 'wav'], bar: 0.98 },
  { name: 'low-pass at 4 kHz', ffmpeg: ['-af', 'lowpass=f=4000,lowpass=f=4000', 'wav'], bar: 0.98 },
  { name: 'limiter', ffmpeg: ['-af', 'volume=9dB,alimiter=limit=0.5', 'wav'], bar: 0.98 },
  { name: 'tempo +2 %', ffmpeg: ['-af', 'atempo=1.02', 'wav'], bar: 0.98 },
  { name: 'tempo -2 %', ffmpeg: ['-af', 'atempo=0.98', 'wav'], bar: 0.98 },
  { name: 'tempo +1.9 %, between two steps of the search', ffmpeg: ['-af', 'atempo=1.01875', 'wav'], bar: null },
  { name: 'speed +2 %, with pitch', ffmpeg: ['-af', 'asetrate=44982,aresample=44100', 'wav'], bar: null },
];
const BARS = { loudness: 0.1, marking: 50 } as const;

const ffmpeg = (options: readonly string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', '-threads', '1', ...options]);

/** Returns the clip after each attack, mono at `DETECTION_RATE`. Runs ffmpeg only twice to save time. */
function attackClip(wav: Uint8Array, folder: string): Float32Array[] {
  const marked = join(folder, 'marked.wav');
  writeFileSync(marked, wav);
  const attacked = ATTACKS.map(({ ffmpeg: options }, index) => {
    return options === null ? marked : join(folder, `${index}.${options.at(-1)}`);
  });
  ffmpeg([
    '-i',
    marked,
    ...ATTACKS.flatMap(({ ffmpeg: options }, index) => {
      return options === null ? [] : [...options.slice(0, -1), at(attacked, index)];
    }),
  ]);
  const decoded = ATTACKS.map((_, index) => join(folder, `${index}.f32`));
  ffmpeg([
    ...attacked.flatMap((file) => ['-i', file]),
    ...decoded.flatMap((file, index) => {
      return ['-map', `${index}:a`, '-ac', '1', '-ar', String(DETECTION_RATE), '-f', 'f32le', file];
    }),
  ]);
  return decoded.map((file) => {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  });
}

async function mark(samples: Float32Array, id: number): Promise<Float32Array> {
  const watermarker = await Watermarker.create(id, RATE, 1);
  const marked = new Float32Array(samples.length);
  let end = 0;
  const add = (block: Float32Array): void => {
    marked.set(block, end);
    end += block.length;
  };
  for (let from = 0; from < samples.length; from += BLOCK) {
    add(at(watermarker.process([samples.subarray(from, from + BLOCK)]), 0));
  }
  add(at(watermarker.end(), 0));
  return marked;
}

async function clipOf(voice: SpokenVoice, number: number, folder: string): Promise<Float32Array> {
  const speech = await speakFor(voice, CLIP_SECONDS, number, folder);
  const samples = at(resample({ sampleRate: speech.sampleRate, channels: [speech.samples] }, RATE).channels, 0);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample * PEAK) / peak);
}

interface Result {
  readonly isRight: boolean;
  readonly isWrong: boolean;
  readonly score: number;
  readonly voice: string;
}

class Trial {
  readonly results = new Map<string, Result[]>(ATTACKS.map(({ name }) => [name, []]));
  readonly #random = seededRandom(29);
  readonly #folder: string;
  markingSeconds = 0;
  detectingSeconds = 0;
  clips = 0;
  loudnessChange = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(samples: Float32Array, voice: string): Promise<void> {
    const id = Math.floor(this.#random() * 2 ** 32);
    const started = process.cpuUsage().user;
    const marked = await mark(samples, id);
    this.markingSeconds += (process.cpuUsage().user - started) / 1e6;
    this.clips += 1;
    const wavOf = (channel: Float32Array): Uint8Array => encodeWav({ sampleRate: RATE, channels: [channel] });
    const wav = wavOf(marked);
    const [before, after] = await Promise.all([analyseAudio(wavOf(samples)), analyseAudio(wav)]);
    const change = (after.analysis.loudnessLufs ?? 0) - (before.analysis.loudnessLufs ?? 0);
    this.loudnessChange = Math.max(this.loudnessChange, Math.abs(change));
    const attacked = attackClip(wav, this.#folder);
    for (const [index, { name }] of ATTACKS.entries()) this.#try(at(attacked, index), name, id, voice);
  }

  #try(attacked: Float32Array, name: string, id: number, voice: string): void {
    const length = DETECTION_SECONDS * DETECTION_RATE;
    const start = Math.floor(this.#random() * Math.max(0, attacked.length - length));
    const started = process.cpuUsage().user;
    const detector = new WatermarkDetector(fft, attacked.subarray(start, start + length));
    const found = detector.detect();
    this.detectingSeconds += (process.cpuUsage().user - started) / 1e6;
    this.results.get(name)?.push({
      isRight: found?.id === id,
      isWrong: found !== null && found.id !== id,
      score: detector.bestScore,
      voice,
    });
  }
}

function rowOf({ name, bar }: Attack, results: readonly Result[]): BenchRow {
  const right = results.filter(({ isRight }) => isRight).length;
  const scores = results.map(({ score }) => score).sort((a, b) => a - b);
  const missed = results.filter(({ isRight }) => !isRight).map(({ voice }) => voice);
  return {
    name: `Watermark found after: ${name}`,
    value: `${right} of ${results.length} clips of ${DETECTION_SECONDS} s${missed.length > 0 ? ` (not in ${missed.join(', ')})` : ''}`,
    against: `the embedded IDs; lowest score ${at(scores, 0).toFixed(1)}, median ${at(scores, Math.floor(scores.length / 2)).toFixed(1)}`,
    ratio: right / results.length,
    bar: bar === null ? '' : `at least ${bar}`,
    ok: bar === null ? null : right / results.length >= bar,
  };
}

/** Takes about 20 minutes. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  try {
    const trial = new Trial(folder.path);
    for (const voice of WATERMARK_VOICES.filter(({ set }) => set === 'measuring')) {
      for (let number = 0; number < CLIPS_PER_VOICE; number += 1) {
        await trial.add(await clipOf(voice, number, folder.path), voice.name);
      }
    }
    const wrong = [...trial.results.values()].flat().filter(({ isWrong }) => isWrong).length;
    const marking = (trial.clips * CLIP_SECONDS) / trial.markingSeconds;
    const detecting = (trial.clips * ATTACKS.length * DETECTION_SECONDS) / trial.detectingSeconds;
    return [
      ...ATTACKS.map((one) => rowOf(one, trial.results.get(one.name) ?? [])),
      {
        name: 'Wrong ids',
        value: `${wrong}`,
        against: `${trial.clips * ATTACKS.length} clips`,
        ratio: null,
        bar: 'none',
        ok: wrong === 0,
      },
      {
        name: 'Largest change in loudness (BS.1770)',
        value: `${trial.loudnessChange.toFixed(3)} LU`,
        against: 'the clips without the watermark',
        ratio: null,
        bar: `at most ${BARS.loudness} LU`,
        ok: trial.loudnessChange <= BARS.loudness,
      },
      {
        name: 'Marking speed at 44.1 kHz',
        value: `${marking.toFixed(0)} times real time`,
        against: 'the duration, in CPU time of one core',
        ratio: null,
        bar: `at least ${BARS.marking}`,
        ok: marking >= BARS.marking,
      },
      {
        name: 'Detection speed',
        value: `${detecting.toFixed(0)} times real time`,
        against: 'the duration, in CPU time of one core; clips at other speeds take longest',
        ratio: null,
        bar: '',
        ok: null,
      },
    ];
  } finally {
    folder.remove();
  }
}
