import { describe, expect, it } from 'vitest';
import type { Person } from './character-name.ts';
import { NARRATING } from './characters.ts';
import { SpeechStyles } from './speech-style.ts';

const person = (name: string): Person => ({ ...NARRATING, name, words: new Set(), forms: new Set() });
const [ann, tom, ben] = [person('Ann'), person('Tom'), person('Ben')];
const times = (words: string, count: number): string[] => Array.from({ length: count }, () => words.split(' ')).flat();

describe('how somebody speaks', () => {
  const styles = new SpeechStyles();
  styles.add(ann, times('indeed my dear sir', 100));
  styles.add(tom, times('ain’t it a shame', 100));
  styles.add(ben, ['indeed']);

  it('is like the words that the person uses elsewhere, and unlike those of others', () => {
    expect(styles.likeness(ann, ['my', 'dear'], false)).toBeGreaterThan(0);
    expect(styles.likeness(tom, ['my', 'dear'], false)).toBeLessThan(0);
  });

  it('is not known of somebody who says little', () => {
    expect(styles.likeness(ben, ['indeed'], false)).toBe(0);
  });

  it('leaves the words out that are compared', () => {
    const once = new SpeechStyles();
    once.add(ann, [...times('indeed my dear sir', 100), 'mumsy']);
    once.add(tom, times('ain’t it a shame', 100));
    expect(once.likeness(ann, ['mumsy'], false)).toBeGreaterThan(0);
    expect(once.likeness(ann, ['mumsy'], true)).toBeLessThan(0);
  });
});
