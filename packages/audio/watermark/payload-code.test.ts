import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { CODED_BITS, crc16, decodePayload, encodePayload } from './payload-code.ts';

const softOf = (payload: number): Float64Array => Float64Array.from(encodePayload(payload));

describe('the payload code', () => {
  it('calculates the CRC-16 of CRC catalogues', () => {
    // "1234" in ASCII; calculated with an independent implementation.
    expect(crc16(0x31323334)).toBe(0x5349);
  });

  it.each([0, 1, 0x1a2b3c4d, 0x80000000, 0xffffffff])('decodes the payload %i', (payload) => {
    expect(decodePayload(softOf(payload))).toBe(payload);
  });

  it('corrects errors', () => {
    const soft = softOf(0xdeadbeef);
    for (let bit = 0; bit < CODED_BITS; bit += 9) soft[bit] = -(soft[bit] ?? 0);
    expect(decodePayload(soft)).toBe(0xdeadbeef);
  });

  it('decodes payloads that are mostly noise', () => {
    const random = new RandomNumbers(3);
    const soft = softOf(0x01234567).map((value) => value + 1.2 * (random.next() + random.next() + random.next() - 1.5));
    expect(decodePayload(soft)).toBe(0x01234567);
  });

  it('rejects noise', () => {
    const random = new RandomNumbers(4);
    const results = Array.from({ length: 20 }, () =>
      decodePayload(Float64Array.from({ length: CODED_BITS }, () => random.between(-1, 1))),
    );
    expect(results.every((result) => result === null)).toBe(true);
  });
});
