// Counts false positives of the watermark detector in unmarked audio: recorded telephone prompts (Debian packages
// asterisk-core-sounds-en-g722 and asterisk-core-sounds-fr-g722, skipped if they aren't installed) and synthetic speech, also
// reversed and at other speeds, noise, and music. Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resample } from '@lectern/audio';
import { DETECTION_RATE, DETECTION_SECONDS, loadFft, WatermarkDetector } from '@lectern/audio/watermark';
import { seededRandom } from '../e2e/hostile-service/seeded-random.ts';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { at } from '../shared/rules/at.ts';
import type { BenchRow } from './bench-row.ts';
import { type Speech, speakFor, WATERMARK_VOICES } from './watermark-speech.ts';

const fft = await loadFft();
const PROMPT_FOLDERS = ['/usr/share/asterisk/sounds/en_US_f_Allison', '/usr/share/asterisk/sounds/fr_CA_f_June'];
const SPEECH_SECONDS = 190;
const WINDOW = DETECTION_SECONDS * DETECTION_RATE;
const STEP_SECONDS = 10;
const SPEEDS = [1, 0.89, 0.94, 1.06, 1.13] as const;
/** Number of windows for each kind of noise and music. */
const OTHER_WINDOWS = 60;

interface UnmarkedCount {
  windows: number;
  falsePositives: number;
  highestScore: number;
}

/** Searches overlapping windows of a recording, starting every `STEP_SECONDS`. */
function search(samples: Float32Array, count: UnmarkedCount): void {
  for (let start = 0; start + WINDOW <= samples.length; start += STEP_SECONDS * DETECTION_RATE) {
    const detector = new WatermarkDetector(fft, samples.subarray(start, start + WINDOW));
    if (detector.detect() !== null) count.falsePositives += 1;
    count.windows += 1;
    count.highestScore = Math.max(count.highestScore, detector.bestScore);
  }
}

/** Searches speech at several speeds, forwards and backwards. */
function searchSpeech({ samples, sampleRate }: Speech, count: UnmarkedCount): void {
  for (const speed of SPEEDS) {
    // Resampling without adjusting the nominal sample rate changes the speed.
    const { channels } = resample({ sampleRate, channels: [samples] }, Math.round(DETECTION_RATE / speed));
    search(at(channels, 0), count);
    search(at(channels, 0).slice().reverse(), count);
  }
}

/** Returns the concatenated prompts in a folder, or null if they aren't installed. */
function readPrompts(folder: string): Speech | null {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.g722')) : [];
  if (names.length === 0) return null;
  const input = Buffer.concat(names.sort().map((name) => readFileSync(join(folder, name))));
  const options = ['-f', 'g722', '-i', '-', '-f', 'f32le', '-ar', String(DETECTION_RATE), '-'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', ...options], { input, maxBuffer: 2 ** 30 });
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return { samples, sampleRate: DETECTION_RATE };
}

/** Searches white and brown noise, chords, and noise modulated like speech. */
function searchOthers(count: UnmarkedCount): void {
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

/** Returns a sample of triads with overtones, which change every half second. */
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
  const count: UnmarkedCount = { windows: 0, falsePositives: 0, highestScore: 0 };
  try {
    for (const prompts of PROMPT_FOLDERS.map(readPrompts)) if (prompts) searchSpeech(prompts, count);
    for (const voice of WATERMARK_VOICES) searchSpeech(await speakFor(voice, SPEECH_SECONDS, 50, folder.path), count);
    searchOthers(count);
  } finally {
    folder.remove();
  }
  return [
    {
      name: 'False positives of the watermark detector',
      value: `${count.falsePositives} of ${count.windows} windows of ${DETECTION_SECONDS} s`,
      against: `unmarked audio, with scores up to ${count.highestScore.toFixed(2)}`,
      ratio: null,
      bar: 'none',
      ok: count.falsePositives === 0,
    },
  ];
}
