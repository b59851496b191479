import { expect, it } from 'vitest';
import { type NamedPerson, samePersonEvidence } from './same-person.ts';

const person = (name: string): NamedPerson => ({ name });

it.each([
  ['Mr. Bennet', 'Mrs. Bennet'],
  ['Miss Bennet', 'Mrs. Bennet'],
  ['MR. BENNET', 'MISS BENNET'],
  ['Mr. Watson', 'Dr. Watson'],
  ['Herr Wolf', 'Frau Wolf'],
  ['Monsieur Jourdain', 'Madame Jourdain'],
  ['князь Болконский', 'княгиня Болконская'],
  ['Jane Bennet', 'Lydia Bennet'],
  ['Jane Bennet', 'Jane Fairfax'],
  ['Elizabeth Bennet', 'Mr. Bennet'],
  ['Kitty', 'Lydia'],
  ['Jane', 'June'],
  ['Marianne', 'Marian'],
  ['Colonel Forster', 'Captain Forster'],
  ['Lady Lucas', 'Sir William Lucas'],
  ['GUARD 1', 'GUARD 2'],
  ['Hans Müller', 'Jürgen Müller'],
  ['Tom', 'Tim'],
  ['Ada', 'Ida'],
  ['King', 'Queen'],
])('%s and %s are not offered as one person', (a, b) => {
  expect(samePersonEvidence(person(a), person(b))).toBeNull();
  expect(samePersonEvidence(person(b), person(a))).toBeNull();
});

it.each([
  ['Kitty', 'Catherine', 'nickname'],
  ['Lizzy Bennet', 'Elizabeth Bennet', 'nickname'],
  ['Fritz', 'Friedrich', 'nickname'],
  ['Miss Bennet', 'Jane Bennet', 'surname'],
  ['Dr. Watson', 'John Watson', 'surname'],
  ['Darcy', 'Fitzwilliam Darcy', 'contained'],
  ['Rabbit', 'the White Rabbit', 'contained'],
  ['Jane', 'Jane Bennet', 'contained'],
  ['Bingley', 'Mr. Bingley', 'contained'],
  ['Dr. John Watson', 'Mr. John Watson', 'contained'],
  ['GWENDOLEN', 'GWENDOLIN', 'spelling'],
  ['Mr. Bingley', 'Mr. Bingly', 'spelling'],
  ['Catherine', 'Katherine', 'spelling'],
  ['Dólokhov', 'Dolokhov', 'spelling'],
] as const)('%s may be %s: %s', (a, b, evidence) => {
  expect(samePersonEvidence(person(a), person(b))).toBe(evidence);
  expect(samePersonEvidence(person(b), person(a))).toBe(evidence);
});

it('respects the genders that the text shows', () => {
  expect(samePersonEvidence({ name: 'Quill', gender: 'male' }, { name: 'Ash Quill', gender: 'female' })).toBeNull();
  expect(samePersonEvidence({ name: 'Quill', gender: 'male' }, { name: 'Ash Quill', gender: 'male' })).toBe(
    'contained',
  );
});
