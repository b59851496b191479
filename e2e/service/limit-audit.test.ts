import { describe, expect, it } from 'vitest';
import { type CountedCall, limitViolations } from './limit-audit.ts';

const call = (sentAt: number, refused = false, characters = 10): CountedCall => ({
  sentAt,
  answeredAt: sentAt + 5,
  characters,
  refused,
});

describe('the audit of a limit', () => {
  const limit = { requests: 2, characters: 100 };

  it('finds nothing where the limit was kept', () => {
    expect(limitViolations([call(0), call(10), call(20, true), call(60_010), call(60_020)], limit)).toEqual([]);
  });

  it('finds one too many in a minute, by requests and by characters', () => {
    expect(limitViolations([call(0), call(10), call(59_000)], limit)).toEqual([
      'accepted with 3 requests and 30 characters in a minute',
    ]);
    expect(limitViolations([call(0, false, 60), call(10, false, 60)], limit)).toHaveLength(1);
  });

  it('finds a refusal for which there was room', () => {
    expect(limitViolations([call(0), call(10, true)], limit)).toEqual([
      'refused with at most 2 requests and 20 characters in a minute',
    ]);
    expect(limitViolations([call(0), call(10), call(60_100, true)], limit)).toHaveLength(1);
  });

  it('gives the benefit of the doubt: when between sending and answer a call was counted cannot be known', () => {
    const slow: CountedCall = { sentAt: 0, answeredAt: 30_000, characters: 10, refused: false };
    expect(limitViolations([slow, call(10), call(60_001)], limit)).toEqual([]);
    expect(limitViolations([slow, call(70_000), call(80_000, true)], limit)).toEqual([]);
  });
});
