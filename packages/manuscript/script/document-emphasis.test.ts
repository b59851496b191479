import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { withoutMarks } from '../../../shared/rules/marked-speech.ts';
import { emphasised, joinEmphasis, withEmphasis, withoutEmphasis } from './document-emphasis.ts';

/** A text in which `<…>` is emphasised, as a script. */
function script(text: string): string {
  const styled = joinEmphasis(text.replace(/<([^>]*)>/g, (_, words: string) => emphasised(words)));
  return withEmphasis(withoutEmphasis(styled), styled);
}

describe('what a document emphasises', () => {
  it('becomes marks where few words are stressed within a sentence', () => {
    expect(script('I <never> said that.')).toBe('I *never* said that.');
    expect(script('MARA: It is <not at all> funny, <is> it?')).toBe('MARA: It is *not at all* funny, *is* it?');
    expect(script('“But <you> did,” she said, “and <how>!”')).toBe('“But *you* did,” she said, “and *how*!”');
    expect(script('<You> did it.')).toBe('*You* did it.');
    expect(script('Das war <sehr> schön, ça c’était <très> beau.')).toBe(
      'Das war *sehr* schön, ça c’était *très* beau.',
    );
  });

  it('is one mark for pieces that follow each other, and none for blanks', () => {
    expect(script('It is <not>< at>< all> funny, is it now?')).toBe('It is *not at all* funny, is it now?');
    expect(script('It< was >his, and his alone.')).toBe('It *was* his, and his alone.');
    expect(script('It was< >his<.>')).toBe('It was his.');
  });

  it.each([
    ['a paragraph, a letter or a dream', '<Dear Mara, I am well.>'],
    ['a row that is mostly emphasised', '<Dear Mara, I am well and> not <coming home.>'],
    ['a sentence, or a whole quotation', 'He turned. <Never.> “<Never!>” She left.'],
    ['a passage of many words', 'She thought <that it would all be over by the end of it> and went home again.'],
    ['a heading', '## The <very> last chapter'],
    ['a direction', '(She <really> laughs and leaves the room.)'],
    ['a direction within a speech', 'MARA: Well (<softly and low>) I suppose that it is so.'],
    ['a name before a colon', '<Mara>: Hello there, how are you today?'],
    ['a head within a paragraph', '<Step one.> Take the box and open it.'],
    ['a title', 'She read <The Importance of Being> and <Le Monde Diplomatique> all day long.'],
    ['the first words in capitals', '<IT WAS> a dark and stormy night, and nobody was there.'],
    ['the first letter of a paragraph', '<I>t was a dark and stormy night.'],
    ['a part of a word', 'It is un<believ>able, all of it.'],
    ['a name that is always set so', 'The <Nautilus> sank. We saw the <Nautilus>. Where is the <Nautilus> now?'],
    ['words among signs that mean something', 'A * and <then> a _ and more of it.'],
  ])('is no stress: %s', (_, text) => {
    expect(script(text)).toBe(text.replace(/[<>]/g, ''));
  });

  it('never changes a word', () => {
    const piece = fc.constantFrom(
      'never',
      ' ',
      '.',
      '“',
      '”',
      'Lane',
      ': ',
      '(',
      ')',
      '*',
      '_',
      '\\',
      '\n',
      '<a',
      '>',
      '# ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const plain = text.replace(/<([^>]*)>/g, '$1');
        expect(withoutMarks(script(text))).toBe(withoutMarks(plain));
      }),
      { numRuns: rounds(2_000) },
    );
  });
});
