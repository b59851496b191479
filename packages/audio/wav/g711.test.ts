import { expect, test } from 'vitest';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES, muLawBytes } from './g711.ts';

function muLaw(sample: number): number | undefined {
  return muLawBytes()[sample & 0xffff];
}

test('mu-law bytes are those of the standard', () => {
  expect([0, 8, -8, 1000, -1000, 32767, -32768].map(muLaw)).toEqual([0xff, 0xfe, 0x7e, 0xce, 0x4e, 0x80, 0x00]);
});

test('a mu-law byte stands for a sample that is written as the same byte again', () => {
  const again = [...MU_LAW_SAMPLES].map((sample) => muLaw(Math.round(sample * 32768)));
  // Minus zero (0x7f) is written as plus zero (0xff).
  expect(again).toEqual(Array.from({ length: 256 }, (_, byte) => (byte === 0x7f ? 0xff : byte)));
});

test('a sample comes back from mu-law within a step of its own size', () => {
  for (let sample = -32768; sample <= 32767; sample += 1) {
    const back = (MU_LAW_SAMPLES[muLaw(sample) ?? 0] ?? 0) * 32768;
    // Half a step: a step is at most a sixteenth of what it is counted from, the biased magnitude.
    expect(Math.abs(back - sample)).toBeLessThanOrEqual((Math.abs(sample) + 132) / 32);
  }
});

test('A-law bytes stand for the samples of the standard', () => {
  const samples = [0xd5, 0x55, 0xaa, 0x2a].map((byte) => (A_LAW_SAMPLES[byte] ?? 0) * 32768);
  expect(samples).toEqual([8, -8, 32256, -32256]);
});
