// Counts false alarms of the watermark's detector in audio that isn't marked: speech of all voices, also reversed and at
// other speeds, noise, and music.

import { resample } from '@lectern/audio';
import { DETECTION_RATE, DETECTION_SECONDS, WatermarkDetector } from '@lectern/audio/watermark';
import { seededRandom } from '../e2e/hostile-service/seeded-random.ts';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { type SpokenVoice, speakFor, WATERMARK_VOICES } from './watermark-speech.ts';

const SPEECH_SECONDS = 310;
const WINDOW = DETECTION_SECONDS * DETECTION_RATE;
const STEP_SECONDS = 10;
const SPEEDS = [1, 0.89, 0.94, 1.06, 1.13] as const;
/** Windows of each kind of noise and music. */
const OTHER_WINDOWS = 60;

export interface UnmarkedCount {
  windows: number;
  alarms: number;
  highestScore: number;
}

/** Adds the windows of a recording, starting every `STEP_SECONDS`. */
function search(samples: Float32Array, count: UnmarkedCount): void {
  for (let start = 0; start + WINDOW <= samples.length; start += STEP_SECONDS * DETECTION_RATE) {
    const detector = new WatermarkDetector(samples.subarray(start, start + WINDOW));
    if (detector.detect() !== null) count.alarms += 1;
    count.windows += 1;
    count.highestScore = Math.max(count.highestScore, detector.bestScore);
  }
}

export async function searchVoice(voice: SpokenVoice, folder: string, count: UnmarkedCount): Promise<void> {
  for (const speed of SPEEDS) {
    const speech = await speakFor(voice, SPEECH_SECONDS * speed, 50, folder);
    // Resampling to another rate and keeping the number of samples changes the speed.
    const rate = Math.round(DETECTION_RATE / speed);
    const { channels } = resample({ sampleRate: speech.sampleRate, channels: [speech.samples] }, rate);
    const samples = at(channels, 0);
    search(samples, count);
    search(samples.slice().reverse(), count);
  }
}

/** White and brown noise, chords, and noise modulated like speech. */
export function searchOthers(count: UnmarkedCount): void {
  const random = seededRandom(31);
  const length = WINDOW + (OTHER_WINDOWS - 1) * STEP_SECONDS * DETECTION_RATE;
  let level = 0;
  let syllable = 0;
  const sources: ((index: number) => number)[] = [
    () => random() - 0.5,
    () => {
      level = 0.99 * level + 0.1 * (random() - 0.5);
      return level;
    },
    (index) => chordAt(index / DETECTION_RATE),
    (index) => {
      if (index % 2_400 === 0) syllable = random();
      return syllable * (random() - 0.5);
    },
  ];
  for (const sampleAt of sources) {
    search(
      Float32Array.from({ length }, (_, index) => sampleAt(index)),
      count,
    );
  }
}

/** Three notes with overtones, changing every half second. */
function chordAt(seconds: number): number {
  const beat = Math.floor(seconds * 2);
  const fade = Math.exp(-3 * (seconds * 2 - beat));
  let sum = 0;
  for (const note of [0, 4, 7]) {
    const frequency = 220 * 2 ** ((note + ((beat * 5) % 12)) / 12);
    for (let overtone = 1; overtone <= 8; overtone += 1) {
      sum += Math.sin(2 * Math.PI * frequency * overtone * seconds) / overtone;
    }
  }
  return 0.1 * fade * sum;
}

/** Takes about an hour. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  const count: UnmarkedCount = { windows: 0, alarms: 0, highestScore: 0 };
  try {
    for (const voice of WATERMARK_VOICES) await searchVoice(voice, folder.path, count);
    searchOthers(count);
  } finally {
    folder.remove();
  }
  return [
    {
      name: 'False alarms of the watermark detector',
      value: `${count.alarms} of ${count.windows} windows of ${DETECTION_SECONDS} s`,
      against: `unmarked audio, with scores up to ${count.highestScore.toFixed(2)}`,
      ratio: null,
      bar: 'none',
      ok: count.alarms === 0,
    },
  ];
}
