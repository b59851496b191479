import { describe, expect, it } from 'vitest';
import { aliasOffers } from './alias-offers.ts';
import { attributeBook, attributeQuotations } from './attribute.ts';

/** Names that every JavaScript object has as properties, some of them in the case in which words are looked up. */
const NAMES = ['Constructor', 'constructor', 'ToString', 'ValueOf', 'HasOwnProperty', 'Proto', '__proto__'];
const CAPITALISED = NAMES.filter((name) => /^\p{Lu}/u.test(name));

const speakers = (...tale: string[]): (string | null)[] =>
  attributeQuotations(tale)
    .flat()
    .map(({ speaker }) => speaker);

/** The same tale with another name has the same speakers, but for that name. */
const withName = (tale: readonly string[], name: string): string[] =>
  tale.map((text) => text.replaceAll('Bracken', name));

const TALE = [
  'Bracken came in and sat down beside Tom. He smiled at Mary.',
  '“Good morning,” said Bracken. “How are you?”',
  '“Well, Bracken, I am tired,” said Tom.',
  '“So am I.”',
  '“Go to bed, then.”',
  'Bracken’s brother laughed. “Sit down,” said Mr. Bracken.',
  '“I will,” said Mary Bracken.',
  'Bracken Smith shook his head. “Never!”',
];

describe('a character whose name is a property of every object', () => {
  it.each(CAPITALISED)('speaks as anybody else does: %s', (name) => {
    const expected = speakers(...TALE).map((speaker) => speaker?.replaceAll('Bracken', name) ?? null);
    expect(expected).toContain(name);
    expect(speakers(...withName(TALE, name))).toEqual(expected);
  });

  it.each(NAMES)('can be a noun, a title or a vocative: %s', (name) => {
    const tale = [
      '“Come in,” said the Bracken.',
      '“Yes, Bracken,” said Bracken.',
      '“His Bracken is here,” said Tom to his Bracken.',
    ];
    const expected = speakers(...withName(tale, 'plonk')).map((speaker) => speaker?.replaceAll('plonk', name) ?? null);
    if (/^\p{Ll}/u.test(name)) expect(speakers(...withName(tale, name))).toEqual(expected);
    else expect(speakers(...withName(tale, name)).at(-1)).toBe('Tom');
  });

  it('has a gender only where the text shows it', () => {
    const { speakers: found } = attributeBook(withName(TALE, 'Constructor'));
    expect(found.every(({ gender }) => gender === null || typeof gender === 'string')).toBe(true);
  });

  it('is not a title in offered aliases', () => {
    const speaker = (name: string) => ({ name, gender: null, forms: new Set([name]) });
    expect(aliasOffers([speaker('Constructor'), speaker('Mary Constructor')])).toEqual([
      { name: 'Constructor', like: 'Mary Constructor', evidence: 'contained' },
    ]);
  });
});
