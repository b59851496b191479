import { describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { analyseAudio } from '../meters/analyse-audio.ts';
import { encodeWav } from '../wav/wav-encode.ts';
import { Watermarker } from './watermarker.ts';

const RATE = 16_000;

const noise = (length: number, seed = 1): Float32Array => {
  const random = new RandomNumbers(seed);
  return Float32Array.from({ length }, () => random.between(-0.3, 0.3));
};

async function mark(
  channels: readonly Float32Array[],
  { id = 0x1a2b3c4d, sampleRate = RATE, blockOf = (): number => 4_096 } = {},
): Promise<Float32Array[]> {
  const marker = await Watermarker.create(id, sampleRate, channels.length === 2 ? 2 : 1);
  const length = at(channels, 0).length;
  const marked = channels.map(() => new Float32Array(length));
  let end = 0;
  const add = (blocks: readonly Float32Array[]): void => {
    for (const [index, block] of blocks.entries()) at(marked, index).set(block, end);
    end += at(blocks, 0).length;
  };
  for (let from = 0; from < length; ) {
    const to = Math.min(length, from + blockOf());
    add(marker.process(channels.map((samples) => samples.subarray(from, to))));
    expect(to - end).toBeLessThanOrEqual(marker.latency);
    from = to;
  }
  add(marker.end());
  expect(end).toBe(length);
  return marked;
}

const powerDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

const differenceOf = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, sample, index) => Math.max(most, Math.abs(sample - sampleAt(other, index))), 0);

describe('a watermarker', () => {
  it('returns the same samples for blocks of any size', async () => {
    const samples = noise(9_000);
    const random = new RandomNumbers(2);
    const [expected] = await mark([samples]);
    const [marked] = await mark([samples], { blockOf: () => random.integer(1, 3_000) });
    expect(marked).toEqual(expected);
  });

  it.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000])('works at %i Hz', async (sampleRate) => {
    const samples = noise(12_345);
    const [marked = samples] = await mark([samples], { sampleRate });
    expect(marked).not.toEqual(samples);
    expect(Math.abs(powerDb(marked) - powerDb(samples))).toBeLessThan(0.1);
  });

  it('leaves silence unchanged, except next to sound', async () => {
    const samples = new Float32Array(8_000);
    samples.set(noise(2_000), 3_000);
    const [marked = samples] = await mark([samples]);
    const { latency } = await Watermarker.create(0, RATE, 1);
    expect(marked.subarray(0, 3_000 - latency).every((sample) => sample === 0)).toBe(true);
    expect(marked.subarray(5_000 + latency).every((sample) => sample === 0)).toBe(true);
    expect(marked.subarray(3_000, 5_000)).not.toEqual(samples.subarray(3_000, 5_000));
  });

  it('changes both channels by the same gains', async () => {
    const left = noise(6_000);
    const [markedLeft = left, markedRight = left] = await mark([left, left.map((sample) => sample / 2)]);
    const [alone = left] = await mark([left]);
    expect(
      differenceOf(
        markedRight,
        markedLeft.map((sample) => sample / 2),
      ),
    ).toBeLessThan(1e-6);
    expect(differenceOf(markedLeft, alone)).toBeLessThan(1e-6);
  });

  it('changes a tone by at most 1.5 dB', async () => {
    const tone = Float32Array.from(
      { length: 16_000 },
      (_, index) => 0.5 * Math.sin((2 * Math.PI * 1_003 * index) / RATE),
    );
    const [marked = tone] = await mark([tone]);
    const levels = Array.from({ length: 40 }, (_, part) => powerDb(marked.subarray(part * 400, part * 400 + 400)));
    const before = powerDb(tone);
    expect(Math.max(...levels) - before).toBeLessThan(1.5);
    expect(Math.min(...levels) - before).toBeGreaterThan(-1.5);
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(1);
  });

  it('keeps the loudness of a monotonous voice, whose power is in a few cells', async () => {
    const length = 20 * RATE;
    const voice = Float32Array.from({ length }, (_, index) => {
      const time = index / RATE;
      const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.1 * time));
      const harmonics = [2, 3, 5].map((number) => Math.sin(2 * Math.PI * 230 * number * time) / number);
      return 0.2 * syllable * harmonics.reduce((sum, sample) => sum + sample, 0);
    });
    const loudness = async (samples: Float32Array): Promise<number> =>
      (await analyseAudio(encodeWav({ sampleRate: RATE, channels: [samples] }))).analysis.loudnessLufs ?? Number.NaN;
    for (const id of [1, 0x1a2b3c4d, 0xffff_0000]) {
      const [marked = voice] = await mark([voice], { id });
      expect(Math.abs((await loudness(marked)) - (await loudness(voice)))).toBeLessThan(0.1);
    }
  });

  it('leaves other frequencies unchanged', async () => {
    const tone = Float32Array.from({ length: 8_000 }, (_, index) => 0.5 * Math.sin((2 * Math.PI * 100 * index) / RATE));
    const [marked = tone] = await mark([tone]);
    const change = marked.subarray(1_024, 7_000).map((sample, index) => sample - sampleAt(tone, index + 1_024));
    expect(powerDb(change)).toBeLessThan(-60);
  });
});
