import { durationSeconds, encode, type Pcm, resample } from '@lectern/audio';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { flacBomb } from '../../audio/testing/bombs.ts';
import { tone } from '../../audio/testing/tones.ts';
import { formatChunk, wavFile } from '../../audio/testing/wav-bytes.ts';
import { SampleSpeaker } from '../testing/voice-sample.ts';
import { analyseSample } from './analyse-sample.ts';

const speaker = await SampleSpeaker.load();
const speech = speaker.speak({ variant: 'm5', rate: 170, pitch: 50, range: 50 });

const cut = ({ sampleRate, channels }: Pcm, seconds: number): Pcm => ({
  sampleRate,
  channels: channels.map((samples) => samples.subarray(0, Math.round(seconds * sampleRate))),
});

const silence = (sampleRate: number, seconds: number): Pcm => ({
  sampleRate,
  channels: [new Float32Array(sampleRate * seconds)],
});

/** A mu-law WAV file padded with silence to `samples` samples in all. */
function withSilence(file: Uint8Array, samples: number): Uint8Array {
  const data = Buffer.from(file).indexOf('data') + 8;
  const longer = new Uint8Array(data + samples).fill(0xff);
  longer.set(file);
  const view = new DataView(longer.buffer);
  view.setUint32(4, longer.length - 8, true);
  view.setUint32(data - 4, samples, true);
  return longer;
}

/** A sample of a sine of a pitch in Hz at 24 kHz. */
const swing = (pitch: number, at: number): number => 0.3 * Math.sin((2 * Math.PI * pitch * at) / 24_000);

const refusal = (bytes: Uint8Array): Promise<string> =>
  analyseSample(bytes).then(
    () => 'none',
    (error: unknown) => (error instanceof Error && error.name === 'SampleProblem' ? error.message : String(error)),
  );

describe('a sample is heard', () => {
  test.each(OUTPUT_FORMATS)('as %s', async (format) => {
    const { pitch, spread, speech: said } = await analyseSample(await encode(speech, format));
    expect(pitch).toBeGreaterThan(96);
    expect(pitch).toBeLessThan(107);
    expect(spread).toBeGreaterThan(3);
    expect(said.syllables / said.seconds).toBeGreaterThan(4);
  });

  test('alike at any rate, also in one of two channels', async () => {
    const plain = await analyseSample(await encode(speech, 'wav'));
    const [mono = new Float32Array(0)] = resample(speech, 48_000).channels;
    const right = { sampleRate: 48_000, channels: [new Float32Array(mono.length), mono] };
    const other = await analyseSample(await encode(right, 'wav'));
    expect(other.pitch).toBeCloseTo(plain.pitch, 0);
    expect(other.speech.syllables).toBe(plain.speech.syllables);
  });

  test('from two seconds on', async () => {
    expect(await refusal(await encode(cut(speech, 2), 'wav'))).toBe('none');
    expect(await refusal(await encode(cut(speech, 1.999), 'wav'))).toBe(
      'is too short: it lasts 1.999 seconds, but must last at least 2',
    );
  });

  test('up to an hour', async () => {
    const begun = await encode(resample(speech, 8000), 'mulaw');
    expect(await refusal(withSilence(begun, 3600 * 8000))).toBe('none');
    expect(await refusal(withSilence(begun, 3600 * 8000 + 1))).toBe('is too long: it must last at most 3600 seconds');
  });
});

describe('what is no sample', () => {
  test('is silence', async () => {
    expect(await refusal(await encode(silence(22_050, 3), 'wav'))).toBe('is silent');
  });

  test('is noise', async () => {
    let state = 7;
    const noise = Float32Array.from({ length: 48_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    });
    const bytes = await encode({ sampleRate: 16_000, channels: [noise] }, 'wav');
    expect(await refusal(bytes)).toBe('contains no voice: no pitch was detected (a whisper has none)');
  });

  test.each([80, 150, 300, 550])('is a pure tone of %i Hz', async (pitch) => {
    const even = { sampleRate: 24_000, channels: [Float32Array.from({ length: 72_000 }, (_, at) => swing(pitch, at))] };
    expect(await refusal(await encode(even, 'wav'))).toBe('contains no voice: it is a pure tone');
    const [samples = new Float32Array(0)] = even.channels;
    const rising = { ...even, channels: [samples.map((sample, at) => sample * (0.1 + at / 80_000))] };
    expect(await refusal(await encode(rising, 'mp3'))).toBe('contains no voice: it is a pure tone');
  });

  test('is not a hum, which has overtones', async () => {
    const hum = Float32Array.from({ length: 72_000 }, (_, at) => swing(140, at) + swing(280, at) / 20);
    expect(await refusal(await encode({ sampleRate: 24_000, channels: [hum] }, 'wav'))).toBe('none');
  });

  test('is a file of something else, or of nothing', async () => {
    expect(await refusal(new TextEncoder().encode('<!doctype html><p>Not found'.repeat(300)))).toContain('a web page');
    expect(await refusal(new Uint8Array(9000).fill(0xa5))).toContain('not in a supported audio format');
    expect(await refusal(new Uint8Array(0))).toContain('empty');
  });

  test.each(['wav', 'mp3', 'ogg', 'flac'] as const)('is a %s file that is cut', async (format) => {
    const bytes = await encode(speech, format);
    expect(await refusal(bytes.subarray(0, Math.round(bytes.length * 0.7)))).toMatch(
      /^can't be read: .*(incomplete|cut short)/,
    );
  });

  test('is one that no voice is recorded with', async () => {
    const slow = await encode(tone({ sampleRate: 7999, seconds: 3 }), 'wav');
    expect(await refusal(slow)).toBe('has a sample rate of 7999 Hz: it must be 8000 to 192000 Hz');
    const many = wavFile([
      formatChunk(1, { bits: 16, channels: 9 }),
      { id: 'data', body: new Uint8Array(9 * 2 * 20_000) },
    ]);
    expect(await refusal(many)).toBe('has 9 channels: it must have at most 8');
  });

  test('is one whose samples are not numbers', async () => {
    const body = new Uint8Array(new Float32Array(24_000).fill(Number.NaN).buffer);
    expect(await refusal(wavFile([formatChunk(3, { bits: 32 }), { id: 'data', body }]))).toContain('not numbers');
  });

  test('is silence of unknown length, of which a quarter of an hour is unpacked', async () => {
    // Unpacked to its end, it would be too long.
    expect(await refusal(flacBomb(3000))).toBe('is silent');
  });

  test('is hours of silence in a few bytes, which are not unpacked', async () => {
    const bytes = await encode(silence(8000, 4000), 'flac');
    expect(bytes.length).toBeLessThan(200_000);
    // Cut, so that unpacking it would give a different error.
    expect(await refusal(bytes.subarray(0, 9000))).toBe('is too long: it must last at most 3600 seconds');
  });
});

test('a dozen seconds are what these tests say of', () => {
  expect(durationSeconds(speech)).toBeGreaterThan(9);
});
