import { describe, expect, it } from 'vitest';
import { boundText } from './check-words.ts';
import { delivery } from './en/delivery.ts';
import { openBook } from './words.ts';

describe('the limits of a length', () => {
  const t = openBook({ delivery }).words('delivery');

  it.each([
    [{ max: 7_200 }, 'at most 2 hours'],
    [{ max: 3_600 }, 'at most 1 hour'],
    [{ min: 60, max: 300 }, '1 minute to 5 minutes'],
    [{ min: 1.5, max: 90 }, '1.5 s to 90 s'],
  ])('%j are in the unit that they are whole in: %s', (bound, text) => {
    expect(boundText(t, 'durationSeconds', bound)).toBe(text);
  });

  it('are those of a length alone: other figures stay in their unit', () => {
    expect(boundText(t, 'headSeconds', { max: 60 })).toContain('60');
  });
});
