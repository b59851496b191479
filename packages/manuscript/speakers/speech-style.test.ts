import { describe, expect, it } from 'vitest';
import type { Person } from './character-name.ts';
import { NARRATOR_PERSON } from './characters.ts';
import { SpeechStyles } from './speech-style.ts';

const person = (name: string): Person => ({ ...NARRATOR_PERSON, name, words: new Set(), forms: new Set() });
const [ann, tom, ben] = [person('Ann'), person('Tom'), person('Ben')];
const times = (words: string, count: number): [string, number][] => words.split(' ').map((word) => [word, count]);
/** Words, and how often each is said. */
const said = (...counts: [string, number][]) => new Map(counts);

describe('how somebody speaks', () => {
  const styles = new SpeechStyles();
  styles.add(ann, said(...times('indeed my dear sir', 100)));
  styles.add(tom, said(...times('ain’t it a shame', 100)));
  styles.add(ben, said(['indeed', 1]));

  it('is like the words that the person uses elsewhere, and unlike those of others', () => {
    expect(styles.likeness(ann, said(...times('my dear', 1)), false)).toBeGreaterThan(0);
    expect(styles.likeness(tom, said(...times('my dear', 1)), false)).toBeLessThan(0);
  });

  it('is not known of somebody who says little', () => {
    expect(styles.likeness(ben, said(['indeed', 1]), false)).toBe(0);
  });

  it('leaves the words out that are compared', () => {
    const once = new SpeechStyles();
    once.add(ann, said(...times('indeed my dear sir', 100), ['mumsy', 1]));
    once.add(tom, said(...times('ain’t it a shame', 100)));
    expect(once.likeness(ann, said(['mumsy', 1]), false)).toBeGreaterThan(0);
    expect(once.likeness(ann, said(['mumsy', 1]), true)).toBeLessThan(0);
  });
});
