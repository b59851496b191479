import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { ReferenceReader } from '../alignment/reference-reading.ts';
import { encode } from '../codecs/encode.ts';
import { loadFft } from '../fft/real-fft.ts';
import { openFlacEncoder } from '../flac/flac-encoder.ts';
import { resample } from '../resample/resample.ts';
import { encodeWav } from '../wav/wav-encode.ts';
import { DETECTION_RATE, WatermarkDetector } from './detect-watermark.ts';
import { findWatermark } from './find-watermark.ts';
import { markSamples, syllables } from './testing/marked-audio.ts';
import { WatermarkScanner } from './watermark-scanner.ts';

const ID = 0xc0ffee42;
const RATE = 44_100;
const TEXT =
  'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do. ' +
  'So she was considering, in her own mind, whether the pleasure of making a daisy chain would be worth the trouble. ' +
  'There was nothing so very remarkable in that, nor did Alice think it so very much out of the way. ' +
  'The rabbit hole went straight on like a tunnel for some way, and then dipped suddenly down, so suddenly that she ' +
  'had not a moment to think about stopping herself before she found herself falling down a very deep well. ' +
  'Either the well was very deep, or she fell very slowly, for she had plenty of time as she went down.';

let speech: Float32Array;
let marked: Float32Array;
let mp3: Uint8Array;

beforeAll(async () => {
  const reader = await ReferenceReader.create();
  const { samples } = reader.read({ text: TEXT, language: 'english' });
  speech = at(resample({ sampleRate: DETECTION_RATE, channels: [samples] }, RATE).channels, 0);
  marked = await markSamples(speech, ID, RATE);
  const stereo = [marked, marked.map((sample) => sample / 2)];
  mp3 = await encode({ sampleRate: RATE, channels: stereo }, 'mp3', { quality: 'low' });
});

const scanFile = (bytes: Uint8Array) => findWatermark(bytes);
const wavOf = (...channels: Float32Array[]): Uint8Array => encodeWav({ sampleRate: RATE, channels });

describe('the watermark in speech', () => {
  it('is found in a file, with its position', async () => {
    const { found, searchedSeconds } = await scanFile(wavOf(marked));
    expect(found).toMatchObject({ id: ID, speed: 1, startSeconds: 0 });
    expect(found?.endSeconds).toBeCloseTo(30, 1);
    expect(searchedSeconds).toBeGreaterThanOrEqual(30);
  });

  it('isn’t found in the original', async () => {
    const { found, searchedSeconds } = await scanFile(wavOf(speech));
    expect(found).toBeNull();
    expect(searchedSeconds).toBeCloseTo(speech.length / RATE, 1);
  });

  it('survives MP3 and stereo', async () => {
    expect((await scanFile(mp3)).found?.id).toBe(ID);
  });

  it('survives a change of speed', async () => {
    // Plays the samples at another rate.
    const slower = at(resample({ sampleRate: RATE, channels: [marked] }, 16_320).channels, 0);
    const found = new WatermarkDetector(await loadFft(), slower.subarray(0, 30 * DETECTION_RATE)).detect();
    expect(found).toMatchObject({ id: ID });
    expect(found?.speed).toBeCloseTo(0.98, 2);
  });

  it('is found in the part before damage', async () => {
    const encoder = await openFlacEncoder({ sampleRate: RATE, channels: 1 }, 16);
    const flac = Buffer.concat([await encoder.add([marked]), await encoder.end()]);
    flac.set(encoder.header());
    encoder.close();
    expect((await scanFile(flac)).found?.id).toBe(ID);
    const damaged = flac.fill(0xff, Math.round(flac.length * 0.9), Math.round(flac.length * 0.95));
    expect((await scanFile(damaged)).found?.id).toBe(ID);
  });
});

describe('the scanner', () => {
  const add = (scanner: WatermarkScanner, samples: Float32Array, sampleRate: number, times = 1): void => {
    for (let index = 0; index < times && !scanner.isDone; index += 1) scanner.add({ sampleRate, channels: [samples] });
  };

  it('stops after a limited number of segments', async () => {
    const scanner = await WatermarkScanner.create();
    add(scanner, syllables(30, DETECTION_RATE), DETECTION_RATE, 100);
    expect(scanner.finish()).toMatchObject({ found: null, searchedSeconds: 600 });
  });

  it('skips silence, and stops after an hour', async () => {
    const scanner = await WatermarkScanner.create();
    add(scanner, new Float32Array(60 * DETECTION_RATE), DETECTION_RATE, 100);
    expect(scanner.finish()).toMatchObject({ found: null, searchedSeconds: 0, readSeconds: 3_600 });
  });

  it('ignores audio at absurd sample rates', async () => {
    const scanner = await WatermarkScanner.create();
    add(scanner, syllables(1, DETECTION_RATE), 1);
    add(scanner, syllables(1, DETECTION_RATE), 4_000_000_000);
    expect(scanner.finish()).toEqual({ found: null, searchedSeconds: 0, readSeconds: 0 });
  });
});
