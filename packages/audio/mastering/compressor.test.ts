import { describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { Compressor, KNEE_DB, LEVEL_SECONDS } from './compressor.ts';

const RATE = 44_100;
const GENTLE = { ratio: 2, thresholdDbfs: -24, attackSeconds: 0.01, releaseSeconds: 0.2 };
const SQRT_2 = Math.SQRT2;

/** A tone of 1 kHz whose level (dBFS, RMS) goes by the time in seconds. */
const toneOf = (seconds: number, levelAt: (time: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, index) => {
    const level = levelAt(index / RATE);
    return 10 ** (level / 20) * SQRT_2 * Math.sin((2 * Math.PI * 1000 * index) / RATE);
  });

const rmsDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

function compressed(samples: Float32Array, wanted = GENTLE, blockOf = () => 4_096): Float32Array {
  const made = samples.slice();
  const compressor = new Compressor(wanted, RATE, 1);
  for (let from = 0; from < made.length; ) {
    const to = Math.min(made.length, from + blockOf());
    compressor.apply([made.subarray(from, to)]);
    from = to;
  }
  return made;
}

/** What a tone is turned down by, once all is settled. */
const settledReduction = (level: number, wanted = GENTLE): number => {
  const sound = toneOf(2, () => level);
  return rmsDb(sound.subarray(RATE)) - rmsDb(compressed(sound, wanted).subarray(RATE));
};

/** The same, written out: the level of each sample in turn, the curve, and the gain that follows it sample by sample. */
function reference(samples: Float32Array, { ratio, thresholdDbfs, attackSeconds, releaseSeconds } = GENTLE): number[] {
  const part = (seconds: number) => 1 - Math.exp(-1 / (seconds * RATE));
  let square = 0;
  let reduction = 0;
  return Array.from(samples, (sample) => {
    square += (sample * sample - square) * part(LEVEL_SECONDS);
    const over = 10 * Math.log10(square + 1e-20) - thresholdDbfs;
    const bent = Math.min(Math.max(over + KNEE_DB / 2, 0), KNEE_DB);
    const wanted = (1 - 1 / ratio) * (over >= KNEE_DB / 2 ? over : bent ** 2 / (2 * KNEE_DB));
    reduction += (wanted - reduction) * part(wanted > reduction ? attackSeconds : releaseSeconds);
    return reduction;
  });
}

describe('a compressor', () => {
  it('turns a steady tone down by what its ratio leaves of it above the threshold', () => {
    for (const level of [-18, -12, -6]) expect(settledReduction(level)).toBeCloseTo((level + 24) / 2, 1);
    expect(settledReduction(-12, { ...GENTLE, ratio: 4 })).toBeCloseTo(9, 1);
    // In the middle of the bend.
    expect(settledReduction(-24)).toBeCloseTo(KNEE_DB / 16, 1);
  });

  it('leaves what is quieter than the bend as it is, to the bit', () => {
    const quiet = toneOf(1, () => -27.5);
    expect(compressed(quiet)).toEqual(quiet);
  });

  it('goes down and comes back as the reference does', () => {
    const burst = toneOf(1.5, (time) => (time >= 0.3 && time < 0.7 ? -10 : -40));
    const made = compressed(burst);
    const wanted = reference(burst);
    let worst = 0;
    for (let index = 0; index < burst.length; index += 7) {
      const sample = Math.abs(sampleAt(burst, index));
      if (sample < 1e-3) continue;
      const reduction = -20 * Math.log10(Math.abs(sampleAt(made, index)) / sample);
      worst = Math.max(worst, Math.abs(reduction - at(wanted, index)));
    }
    expect(worst).toBeLessThan(0.5);
    const reductionAt = (time: number) => {
      const [from, to] = [Math.round(time * RATE), Math.round((time + 0.002) * RATE)];
      return rmsDb(burst.subarray(from, to)) - rmsDb(made.subarray(from, to));
    };
    expect(reductionAt(0.301)).toBeLessThan(2);
    expect(reductionAt(0.35)).toBeGreaterThan(6);
    // The level has to fall first, then two thirds of the reduction are gone in the time of the release.
    expect(reductionAt(0.9)).toBeGreaterThan(1.5);
    expect(reductionAt(0.9)).toBeLessThan(4);
  });

  it('is the same in whatever pieces', () => {
    const sound = toneOf(0.5, (time) => -40 + 30 * Math.sin(time * 9) ** 2);
    let size = 1;
    const uneven = () => {
      size = (size * 31 + 7) % 4_001;
      return size + 1;
    };
    expect(compressed(sound, GENTLE, uneven)).toEqual(compressed(sound));
  });

  it('turns both channels down together, by the louder one', () => {
    const [left, right] = [toneOf(1, () => -12), toneOf(1, () => -40)];
    const [madeLeft, madeRight] = [left.slice(), right.slice()];
    new Compressor(GENTLE, RATE, 2).apply([madeLeft, madeRight]);
    const end = RATE / 2;
    expect(rmsDb(right.subarray(end)) - rmsDb(madeRight.subarray(end))).toBeCloseTo(6, 1);
    expect(rmsDb(left.subarray(end)) - rmsDb(madeLeft.subarray(end))).toBeCloseTo(6, 1);
  });
});
