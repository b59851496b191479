import { describe, expect, it } from 'vitest';
import { fingerprintBinding } from './fingerprint-binding.ts';

describe('fingerprintBinding', () => {
  it('encodes sub-fingerprints as big-endian integers, with their time span', () => {
    expect(fingerprintBinding(Uint32Array.of(0x0102_0304, 0xffff_fffe))).toEqual({
      algorithm: 'example.lectern.chromaprint.2',
      value: Buffer.from([1, 2, 3, 4, 255, 255, 255, 254]).toString('base64'),
      timespan: { start: 0, end: 2848 },
    });
  });

  it('covers at most 15 seconds, in less than 0.6 kB', () => {
    const binding = fingerprintBinding(new Uint32Array(100_000));
    expect(binding?.timespan?.end).toBeGreaterThan(14_800);
    expect(binding?.timespan?.end).toBeLessThanOrEqual(15_000);
    expect(binding?.value.length).toBeLessThan(600);
  });

  it('is null if the file is too short for a fingerprint', () => {
    expect(fingerprintBinding(new Uint32Array(0))).toBeNull();
  });
});
