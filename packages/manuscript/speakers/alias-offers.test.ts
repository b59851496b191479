import { expect, it } from 'vitest';
import { aliasOffers } from './alias-offers.ts';
import type { BookSpeaker } from './attribute.ts';

const speaker = (name: string, gender: BookSpeaker['gender'] = null): BookSpeaker => ({
  name,
  gender,
  forms: new Set([name]),
});

const offered = (...names: readonly (string | BookSpeaker)[]) =>
  aliasOffers(names.map((name) => (typeof name === 'string' ? speaker(name) : name))).map(
    ({ name, like, evidence }) => `${name} = ${like}: ${evidence}`,
  );

it('doesn’t offer to merge members of a family', () => {
  expect(
    offered('Elizabeth Bennet', 'Mr. Bennet', 'Mrs. Bennet', 'Lydia Bennet', 'Mr. Gardiner', 'Mrs. Gardiner'),
  ).toEqual([]);
  expect(offered('Dr. Mortimer', 'Mr. Mortimer', 'Mrs. Mortimer')).toEqual([]);
  expect(offered(speaker('Quill', 'male'), speaker('Ash Quill', 'female'))).toEqual([]);
});

it('offers spelling variants, short forms and contained names, each once and with its evidence', () => {
  expect(offered('Catherine', 'Lydia', 'Kitty')).toEqual(['Kitty = Catherine: nickname']);
  expect(offered('Mr. Bingley', 'Mr. Bingly')).toEqual(['Mr. Bingly = Mr. Bingley: spelling']);
  expect(offered('Jane Bennet', 'Miss Bennet')).toEqual(['Miss Bennet = Jane Bennet: surname']);
  expect(offered('White Rabbit', 'Rabbit')).toEqual(['Rabbit = White Rabbit: contained']);
});

it('doesn’t offer descriptions', () => {
  expect(offered('old woman', 'woman')).toEqual([]);
});
