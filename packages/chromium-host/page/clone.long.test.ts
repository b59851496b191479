import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './clone.ts';

const sent = (value: unknown): unknown => unpack(JSON.parse(JSON.stringify(pack(value))));

describe('a value sent as JSON', () => {
  it('comes out as it went in, whatever structured clone carries', () => {
    const any = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });
    fc.assert(
      fc.property(any, (value) => {
        expect(sent(value)).toEqual(structuredClone(value));
      }),
    );
  });

  it('passes untouched where JSON has all of it', () => {
    // What comes back from JSON is what JSON has: there is no -0 in it.
    const ofJson = fc
      .json({ noUnicodeString: false })
      .map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text))));
    fc.assert(
      fc.property(ofJson, (value) => {
        fc.pre(!JSON.stringify(value).includes('"~"'));
        const { value: packed } = pack(value);
        expect(packed).toBe(value);
      }),
    );
  });

  it('keeps a date that is none', () => {
    expect(sent(new Date(Number.NaN))).toEqual(new Date(Number.NaN));
  });

  it('keeps an error with its kind and message', () => {
    const error = sent(new RangeError('too far')) as Error;
    expect([error instanceof RangeError, error.message]).toEqual([true, 'too far']);
  });

  it('keeps part of a buffer as a buffer of its own', () => {
    const part = new Uint8Array(Buffer.from('abcdef')).subarray(2, 4);
    expect(sent(part)).toEqual(new Uint8Array([99, 100]));
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve()],
  ])('is refused where it holds %s', (_name, value) =>
    expect(() => pack({ value })).toThrow('An object could not be cloned.'),
  );

  it('is refused where it holds itself', () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    expect(() => pack(cycle)).toThrow('A cycle in a message is not part of the Chromium host');
  });
});
