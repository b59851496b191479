import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { AudioFingerprinter, ITEM_SECONDS } from './audio-fingerprint.ts';

/** Chords of changing tones, as 16-bit samples. */
function melody(sampleRate: number, seconds: number): Float32Array {
  const random = new RandomNumbers(7);
  const samples = new Float32Array(Math.round(sampleRate * seconds));
  for (let start = 0; start < seconds; start += 0.25) {
    const tones = [random.between(80, 3000), random.between(80, 3000), random.between(80, 800)];
    for (let index = Math.round(start * sampleRate); index < (start + 0.25) * sampleRate; index += 1) {
      if (index >= samples.length) break;
      const time = index / sampleRate;
      const value = tones.reduce((sum, hertz) => sum + 0.2 * Math.sin(2 * Math.PI * hertz * time), 0);
      samples[index] = Math.round(value * 32_768) / 32_768;
    }
  }
  return samples;
}

async function fingerprint(
  samples: Float32Array,
  sampleRate: number,
  blockSize = 5000,
  start = 0,
): Promise<Uint32Array> {
  const fingerprinter = await AudioFingerprinter.create(start);
  for (let from = 0; from < samples.length; from += blockSize) {
    fingerprinter.add({ sampleRate, channels: [samples.subarray(from, from + blockSize)] });
  }
  return fingerprinter.end();
}

function difference(a: Uint32Array, b: Uint32Array): number {
  let bits = 0;
  for (const [index, item] of a.entries()) {
    for (let rest = (item ^ (b[index] ?? 0)) >>> 0; rest > 0; rest >>>= 1) bits += rest & 1;
  }
  return bits / (a.length * 32);
}

/** The output of fpcalc 1.5.1 for `melody(11_025, 6)`. */
const EXPECTED = [
  44669351, 1118354852, 1118343588, 1110213092, 1110229484, 1110249964, 1093542373, 1076765043, 1357521250, 1353335138,
  1353236834, 3500716822, 3500714502, 1349040646, 1344899590, 1344899334, 1948956678, 1949214723, 1999544323,
  2116861985, 1852653729, 1852440736, 1848246944, 1848317600, 778975888, 788413056, 800927616,
];

describe('AudioFingerprinter', () => {
  it('calculates the fingerprint that Chromaprint calculates', async () => {
    expect([...(await fingerprint(melody(11_025, 6), 11_025))]).toEqual(EXPECTED);
  });

  it('returns 113 KiB per hour, one item every 0.124 seconds', async () => {
    const items = await fingerprint(melody(11_025, 12), 11_025);
    expect(items.length).toBe(Math.floor((12 - 4096 / 11_025) / ITEM_SECONDS) + 1 - 19);
    expect((4 * 3600) / ITEM_SECONDS / 1024).toBeCloseTo(113.6, 1);
  });

  it.each([97, 1333, 200_000])('does not depend on the size of the blocks: %i samples', async (size) => {
    const samples = melody(44_100, 4);
    expect(await fingerprint(samples, 44_100, size)).toEqual(await fingerprint(samples, 44_100));
  });

  it.each([8000, 12_000, 16_000, 22_050, 24_000, 44_100, 48_000])(
    'is similar at a sample rate of %i Hz',
    async (rate) => {
      const original = await fingerprint(melody(11_025, 6), 11_025);
      const resampled = await fingerprint(melody(rate, 6), rate);
      expect(resampled.length).toBe(original.length);
      expect(difference(original, resampled)).toBeLessThan(0.08);
    },
  );

  it('mixes channels', async () => {
    const samples = melody(22_050, 4);
    const fingerprinter = await AudioFingerprinter.create();
    fingerprinter.add({ sampleRate: 22_050, channels: [samples, samples] });
    expect(fingerprinter.end()).toEqual(await fingerprint(samples, 22_050));
  });

  it('starts later if asked to', async () => {
    const samples = melody(11_025, 5);
    const later = await fingerprint(samples.subarray(1365), 11_025);
    expect(await fingerprint(samples, 11_025, 5000, ITEM_SECONDS)).toEqual(later);
  });

  it.each([0, 100, 29_000])('is empty for %i samples', async (count) => {
    expect(await fingerprint(new Float32Array(count), 11_025)).toEqual(new Uint32Array(0));
  });
});
