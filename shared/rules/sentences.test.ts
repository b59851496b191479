import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { hostileText } from './testing/hostile-text.ts';

describe('sentencesOf', () => {
  it.each([
    ['English', ['It was dark. ', '“Who goes there?” ', 'Nobody!']],
    ['titles', ['Mr. and Mrs. Smith met Dr. Jones of St. Ives. ', 'They spoke.']],
    ['initials', ['J. R. Hartley wrote to S. W. Erdnase. ', 'He never did.']],
    ['Latin', ['Bring some, e.g. Two or i.e. Three, etc. There is N. B. Forrest.']],
    ['numbers', ['See No. 5 Downing Street. ', 'No. ', 'I won’t.']],
    ['German', ['Er kam z. B. Montag, bzw. Dienstag. ', 'Dann nicht.']],
    ['French', ['M. Dupont et Mme. Dupont sont là. ', 'Oui.']],
    ['Russian', ['Он жил на ул. Ленина, т. е. Там. ', 'Да.']],
    ['Chinese', ['你好。', '你是谁？', '我走了！']],
    ['Hindi', ['वह आया। ', 'वह गया।']],
    ['Arabic', ['من أنت؟ ', 'أنا هو.']],
  ])('knows the sentences of %s', (_, sentences) => {
    expect(sentencesOf(sentences.join(''))).toEqual(sentences);
  });

  it('joined are the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(sentencesOf(text).join('')).toBe(text);
      }),
    );
  });
});
