import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { emphasised, withoutEmphasis } from './document-emphasis.ts';
import { withEmphasisOf } from './moved-emphasis.ts';

/** A text in which `<…>` is emphasised. */
const styled = (text: string): string => text.replace(/<([^>]*)>/g, (_, words: string) => emphasised(words));

it.each([
  ['a name before its words', 'Mara – I <never> said <that>.', 'MARA: I <never> said <that>.'],
  ['a name above its words', 'MARA\n(softly)\nI <never> did.', 'MARA: (softly) I <never> did.'],
  ['a time that moves', '00:12 Mara: I <never> did, ever.', 'MARA: (00:12) I <never> did, ever.'],
  ['a row that is dropped', 'ADA: Well,\n\nPage 12\n\nI <do> say.', 'ADA: Well, I <do> say.'],
  ['rows that are joined', 'ADA: Not <at\nall> funny.', 'ADA: Not <at all> funny.'],
  ['East Asian words', '田中「<絶対>に行かない」', '田中: <絶対>に行かない'],
  ['signs at the ends', 'Ada: <“No.”> He left.', 'ADA: <“No.”> He left.'],
  ['a capital of two letters', 'Weiß: <Nie> im Leben.', 'WEISS: <Nie> im Leben.'],
])('finds emphasised words again: %s', (_, text, script) => {
  expect(withEmphasisOf(withoutEmphasis(styled(script)), styled(text))).toBe(styled(script));
});

it('leaves words alone that are not in the script, or changed', () => {
  expect(withEmphasisOf('ADA: Come in.', styled('<Ada>: Come in. <Goodbye>, all of you.'))).toBe('ADA: Come in.');
});

it('keeps the signs that the script has', () => {
  expect(withEmphasisOf(styled('ADA: <Never> did I.'), styled('Ada: Never <did> I.'))).toBe(
    styled('ADA: <Never> <did> I.'),
  );
});

it('changes nothing but signs, whatever the texts', () => {
  const text = fc
    .array(fc.constantFrom('never ', 'Ada: ', '<not>', '<a b> ', '.', '\n', '12 ', '田', '*'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (script, other) => {
      const plain = script.replace(/[<>]/g, '');
      expect(withoutEmphasis(withEmphasisOf(plain, styled(other)))).toBe(plain);
    }),
    { numRuns: rounds(500) },
  );
});
