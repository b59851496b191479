import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchSound } from './time-stretch.ts';

const RATE = 16_000;

const sine = (hertz: number, seconds: number): Float32Array =>
  new Float32Array(Math.round(seconds * RATE)).map((_, at) => Math.sin((2 * Math.PI * hertz * at) / RATE));

/** All of a sound at another speed, taken in stretches of a given number of frames. */
function stretched(samples: Float32Array, speed: number, frames = 4_096): Float32Array {
  const sound = stretchSound([samples], { sampleRate: RATE, speed, from: 0, to: samples.length });
  const out: number[] = [];
  for (let next = sound.next(frames); next; next = sound.next(frames)) out.push(...(next[0] ?? []));
  expect(out).toHaveLength(sound.length);
  return Float32Array.from(out);
}

function hertzOf(samples: Float32Array): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if (Math.sign(samples[at] ?? 0) !== Math.sign(samples[at - 1] ?? 0)) crossings += 1;
  }
  return (crossings / 2 / samples.length) * RATE;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

describe('sound at another speed', () => {
  it('lasts as long as the speed says, with the same pitch and the same level', () => {
    for (const speed of [0.5, 0.75, 1.25, 1.5, 2]) {
      for (const hertz of [90, 220, 440]) {
        const before = sine(hertz, 2);
        const after = stretched(before, speed);
        expect(after.length).toBe(Math.round(before.length / speed));
        expect(hertzOf(after) / hertz).toBeCloseTo(1, 1.5);
        expect(rms(after) / rms(before)).toBeGreaterThan(0.9);
        expect(rms(after) / rms(before)).toBeLessThan(1.1);
      }
    }
  });

  it('is the sound itself at its own speed', () => {
    const before = sine(300, 0.5);
    const after = stretched(before, 1);
    expect(after.every((value, at) => Math.abs(value - (before[at] ?? 0)) < 1e-6)).toBe(true);
  });

  it('has no step in it: no sample differs more from the one before than in the sound itself', () => {
    const before = sine(200, 1);
    const steps = (samples: Float32Array) =>
      Math.max(...samples.slice(1).map((value, at) => Math.abs(value - (samples[at] ?? 0))));
    for (const speed of [0.5, 1.5, 2]) expect(steps(stretched(before, speed))).toBeLessThan(1.5 * steps(before));
  });

  it('begins and ends where it is told, and is silent beyond', () => {
    const loud = new Float32Array(RATE).fill(0.5);
    const sound = stretchSound([loud], { sampleRate: RATE, speed: 2, from: 4_000, to: RATE + 4_000 });
    const [out = new Float32Array()] = sound.next(RATE) ?? [];
    expect(out).toHaveLength(8_000);
    expect(out[0]).toBeCloseTo(0.5);
    expect(out.slice(-1_500).every((value) => value === 0)).toBe(true);
    expect(sound.next(1)).toBeNull();
  });

  it('is the same in whatever stretches it is taken', () => {
    const before = sine(250, 0.4);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(0.5, 1.25, 2), (frames, speed) => {
        expect(stretched(before, speed, frames)).toEqual(stretched(before, speed));
      }),
      { numRuns: 30 },
    );
  });
});
