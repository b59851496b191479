import { encode, encodeWav } from '@lectern/audio';
import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { flacBomb, mp3Bomb } from '../../../packages/audio/testing/bombs.ts';
import { createAudioWorkers } from './audio-workers.ts';
import { checkVoiceSample } from './check-voice-sample.ts';

const workers = createAudioWorkers({ size: 1 });
afterAll(() => workers.close());

const RATE = 24_000;

/** A hum with its overtones, as a voice has it. @param level 1: full scale */
function hum(seconds: number, level = 0.4, sampleRate = RATE) {
  const wave = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    const turn = (2 * Math.PI * 140 * at) / sampleRate;
    return level * (0.7 * Math.sin(turn) + 0.3 * Math.sin(3 * turn));
  });
  return { sampleRate, channels: [wave] };
}

const check = (bytes: Uint8Array) => checkVoiceSample(bytes, workers);

describe('a sample of a voice', () => {
  it('is good where it lies within the bounds, in each format that is read', async () => {
    for (const format of ['wav', 'mp3', 'ogg', 'flac'] as const) {
      const { seconds, problems, warnings, ...found } = await check(await encode(hum(10), format));
      expect([found.format, problems, warnings]).toEqual([format, [], []]);
      expect(seconds).toBeCloseTo(10, 0);
    }
  });

  it('is refused at the very bounds of the service', async () => {
    const { min } = CLONE_BOUNDS.seconds;
    expect((await check(encodeWav(hum(min)))).problems).toEqual([]);
    expect((await check(encodeWav(hum(min - 0.001)))).problems).toEqual(['too-short']);
    const tiny = encodeWav(hum(0.05));
    expect(tiny.byteLength).toBeLessThan(CLONE_BOUNDS.bytes.min);
    expect((await check(tiny)).problems).toEqual(['too-small', 'too-short']);
    const large = new Uint8Array(CLONE_BOUNDS.bytes.max + 1);
    expect(await check(large)).toEqual({ seconds: null, format: null, problems: ['too-large'], warnings: [] });
    // An hour and a bit of silence in FLAC is small.
    const long = await encode({ sampleRate: 8_000, channels: [new Float32Array(3_601 * 8_000)] }, 'flac');
    expect((await check(long)).problems).toEqual(expect.arrayContaining(['too-long']));
  });

  it('is refused where nothing is heard, or it is no sound', async () => {
    expect((await check(encodeWav(hum(3, 0)))).problems).toEqual(['silent']);
    expect((await check(encodeWav(hum(3, 0.0005)))).problems).toEqual(['silent']);
    expect((await check(new Uint8Array(6_000).fill(0xa5))).problems).toEqual(['unreadable']);
    expect((await check(encodeWav(hum(3)).subarray(0, 60_000))).problems).toEqual(['unreadable']);
    expect((await check(encodeWav(hum(3, 0.4, 4_000)))).problems).toEqual(['sample-rate']);
  });

  it('is taken with a warning where it could be better', async () => {
    expect((await check(encodeWav(hum(3)))).warnings).toEqual(['short']);
    expect((await check(encodeWav(hum(10, 0.008)))).warnings).toEqual(['quiet']);
    const clipped = hum(10);
    clipped.channels[0]?.fill(1, 100, 200);
    expect((await check(encodeWav(clipped))).warnings).toEqual(['clipped']);
    const paused = hum(15);
    paused.channels[0]?.fill(0, 5 * RATE, 10 * RATE);
    expect((await check(encodeWav(paused))).warnings).toEqual(['pauses']);
  });
});

it('a sample that unpacks to hours is too long, whatever it says of its length', async () => {
  for (const bytes of [flacBomb(4_000, 1, 48_000), mp3Bomb(200_000)]) {
    expect(await check(bytes)).toEqual({ seconds: null, format: null, problems: ['too-long'], warnings: [] });
  }
});
