// Measures how long it takes to analyse an hour of audio (peaks, loudness and other figures), compared with ffmpeg
// (ebur128 with true peaks, astats) in the same run. Also compares the measured loudness with that of ffmpeg's meter.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, type Pcm } from '@lectern/audio';
import { analyseAudio } from '@lectern/audio/meters';
import { createAudioWorkers } from '../electron/core/audio/audio-workers.ts';
import type { BenchRow } from './bench-row.ts';
import { makeSounds } from './peaks-sounds.ts';
import { withTemporaryFolder } from './store-project.ts';

const ROUNDS = 3;
const MAX_LOUDNESS_LU = 0.1;
const MAX_PEAK_DB = 0.2;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function timeMs(work: () => Promise<unknown> | unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Reads and analyses a file in a new thread. The comparison is fair, because ffmpeg starts a new process as well. */
async function measureInThread(path: string): Promise<void> {
  const workers = createAudioWorkers({ size: 1 });
  try {
    await workers.analyseAudio(readFileSync(path));
  } finally {
    await workers.close();
  }
}

function measureWithFfmpeg(path: string): void {
  const filters = 'ebur128=peak=true,astats';
  execFileSync('ffmpeg', ['-v', 'error', '-threads', '1', '-i', path, '-af', filters, '-f', 'null', '-']);
}

async function benchHour(name: string, path: string, bytes: Uint8Array, seconds: number): Promise<BenchRow> {
  writeFileSync(path, bytes);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timeMs(() => measureInThread(path)));
    theirs.push(await timeMs(() => measureWithFfmpeg(path)));
  }
  return {
    name: `peaks and all figures of ${(seconds / 60).toFixed(0)} minutes of ${name}, median of ${ROUNDS} by turns`,
    value: `${median(ours).toFixed(0)} ms`,
    against: `${median(theirs).toFixed(0)} ms for ffmpeg's ebur128 with true peaks and astats, one thread`,
    ratio: median(ours) / median(theirs),
    bar: 'at most 1.0',
    ok: median(ours) <= median(theirs),
  };
}

/** Returns the loudness and peak that ffmpeg measures, in LUFS and dBTP, to one decimal place. */
function readFfmpegMeter(path: string): { readonly loudness: number; readonly peak: number } {
  const options = ['-nostats', '-i', path, '-filter_complex', 'ebur128=peak=true', '-f', 'null', '-'];
  const text = spawnSync('ffmpeg', options, { encoding: 'utf8' }).stderr;
  const summary = text.slice(text.lastIndexOf('Summary'));
  return { loudness: Number(/I:\s+(\S+)/.exec(summary)?.[1]), peak: Number(/Peak:\s+(\S+)/.exec(summary)?.[1]) };
}

async function benchMeter(name: string, path: string, sound: Pcm): Promise<BenchRow> {
  const wav = encodeWav(sound);
  writeFileSync(path, wav);
  const { analysis } = await analyseAudio(wav);
  const theirs = readFfmpegMeter(path);
  const loudness = (analysis.loudnessLufs ?? Number.NaN) - theirs.loudness;
  const peak = (analysis.truePeakDbtp ?? Number.NaN) - theirs.peak;
  return {
    name: `loudness and true peak of ${name}`,
    value: `${analysis.loudnessLufs?.toFixed(2)} LUFS, ${analysis.truePeakDbtp?.toFixed(2)} dBTP`,
    against: `${theirs.loudness} LUFS, ${theirs.peak} dBTP by ffmpeg's ebur128: ${loudness.toFixed(2)} LU, ${peak.toFixed(2)} dB off`,
    ratio: null,
    bar: `at most ${MAX_LOUDNESS_LU} LU and ${MAX_PEAK_DB} dB off`,
    ok: Math.abs(loudness) <= MAX_LOUDNESS_LU && Math.abs(peak) <= MAX_PEAK_DB,
  };
}

/** Makes the second half 20 dB quieter, to exercise the meter's gates. */
function withQuietHalf({ sampleRate, channels }: Pcm): Pcm {
  return {
    sampleRate,
    channels: channels.map((samples) => samples.map((sample, at) => (at < samples.length / 2 ? sample : sample / 10))),
  };
}

/** Takes about half a minute. */
export async function run(): Promise<BenchRow[]> {
  const { speech, hourSeconds, hourWav, hourMp3 } = await makeSounds();
  const [channel = new Float32Array(0)] = speech.channels;
  const minute: Pcm = { sampleRate: speech.sampleRate, channels: [channel.slice(0, 60 * speech.sampleRate)] };
  const stereo: Pcm = { sampleRate: 44_100, channels: [...minute.channels, ...withQuietHalf(minute).channels] };
  return withTemporaryFolder(async (folder) => [
    await benchHour('24 kHz WAV', join(folder, 'hour.wav'), hourWav, hourSeconds),
    await benchHour('24 kHz MP3', join(folder, 'hour.mp3'), hourMp3, hourSeconds),
    await benchMeter('a minute of speech', join(folder, 'minute.wav'), minute),
    await benchMeter(
      'a minute that is 20 dB quieter in its second half',
      join(folder, 'half.wav'),
      withQuietHalf(minute),
    ),
    await benchMeter('two channels at 44.1 kHz', join(folder, 'stereo.wav'), stereo),
  ]);
}
