import { readFileSync } from 'node:fs';
import type { Language } from '@lectern/tts-protocol';
import { expect, it } from 'vitest';
import { regionOfText } from './language-variant.ts';
import { roleTraits } from './role-traits.ts';

interface MarkedBook {
  readonly language: Language;
  /** The language that the manuscript states. */
  readonly book: string | null;
  /** Null if it isn't marked. */
  readonly variant: string | null;
  /** Marked by hand: `m` or `f`, and the age groups that are right. */
  readonly roles: Readonly<Record<string, string>>;
}

const FOLDER = new URL('../../../e2e/fixtures/casting/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const BOOKS: Readonly<Record<string, MarkedBook>> = JSON.parse(read('marks.json'));

it('finds the gender, age group and variant of at least 95 % of the marked roles in ten books', () => {
  const wrong: string[] = [];
  let all = 0;
  const check = (isRight: boolean, what: string): void => {
    all += 1;
    if (!isRight) wrong.push(what);
  };
  for (const [title, { language, book, variant, roles }] of Object.entries(BOOKS)) {
    const text = read(`${title}.txt`);
    const traits = roleTraits(text, Object.keys(roles), language);
    for (const [name, mark] of Object.entries(roles)) {
      const [gender = '', groups = ''] = mark.split(' ');
      const { gender: found = null, age = null } = traits.get(name) ?? {};
      check(found?.charAt(0) === gender, `${title}: ${name} is ${found}`);
      check(groups.split('|').includes(age === 'older' ? 'old' : (age ?? 'adult')), `${title}: ${name} is ${age}`);
    }
    if (variant !== null) check(`en-${regionOfText(text, language, book)}` === variant, `${title} isn’t ${variant}`);
  }
  expect(wrong, wrong.join('; ')).toSatisfy(() => wrong.length <= 0.05 * all);
});
