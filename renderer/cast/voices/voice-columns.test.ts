import { describe, expect, it } from 'vitest';
import { castVoice } from '../testing/fake-cast.ts';
import { columnTemplate, shownTraits } from './voice-columns.ts';

const ENGLISH = [
  castVoice('Anna', { accent: 'British', age: 'adult' }),
  castVoice('Ben', { accent: 'American', age: 'older', gender: 'male' }),
];
const NO_STYLES = [...ENGLISH, castVoice('Cora', { language: 'French', accent: 'French', age: 'young' })];

describe('the columns of the voice list', () => {
  it('show all traits if there is space', () => {
    expect(shownTraits(ENGLISH, 1000)).toEqual(['language', 'gender', 'accent', 'age', 'style']);
  });

  it('leave out traits that are the same for all voices first', () => {
    expect(shownTraits(ENGLISH, 560)).toEqual(['gender', 'accent', 'age']);
    expect(shownTraits(NO_STYLES, 650)).toEqual(['language', 'gender', 'accent', 'age']);
  });

  it('count a trait that isn’t displayed as missing', () => {
    const voices = ENGLISH.map((voice, at) => ({ ...voice, style: at === 0 ? 'neutral' : null }));
    expect(shownTraits(voices, 650)).not.toContain('style');
  });

  it('leave out the last traits next', () => {
    expect(shownTraits(NO_STYLES, 480)).toEqual(['language', 'gender']);
    expect(shownTraits(NO_STYLES, 200)).toEqual([]);
  });

  it('fit into the table', () => {
    for (let width = 300; width <= 1200; width += 20) {
      const least =
        columnTemplate(shownTraits(ENGLISH, width), width)
          .match(/\d+(?=px)/g)
          ?.map(Number) ?? [];
      const total = least.reduce((sum, one) => sum + one, 0) + (least.length - 1) * 11 + 30;
      if (width >= 320) expect(total, String(width)).toBeLessThanOrEqual(width);
    }
  });
});
