import { describe, expect, it } from 'vitest';
import { contentRangeOf, validatorOf } from './download.ts';

describe('the mark of a file', () => {
  it('is its entity tag, else its date', () => {
    expect(validatorOf({ etag: '"a1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe('"a1"');
    expect(validatorOf({ 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
  });

  it('is none where the tag is weak, the date broken, or the server gives no parts', () => {
    expect(validatorOf({})).toBeNull();
    expect(validatorOf({ etag: 'W/"a1"' })).toBeNull();
    expect(validatorOf({ 'last-modified': 'yesterday or so' })).toBeNull();
    expect(validatorOf({ etag: '"a1"', 'accept-ranges': 'none' })).toBeNull();
  });
});

describe('Content-Range', () => {
  it('says where a part begins and how large the whole is', () => {
    expect(contentRangeOf('bytes 5-9/10')).toEqual({ start: 5, total: 10 });
    expect(contentRangeOf('Bytes 5-9/*')).toEqual({ start: 5, total: null });
  });

  it('is nothing where it makes no sense', () => {
    for (const value of [undefined, '', 'bytes */10', 'bytes 9-5/10', 'bytes 5-10/10', 'lines 1-2/3']) {
      expect(contentRangeOf(value)).toBeNull();
    }
  });
});
