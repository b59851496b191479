import { describe, expect, test } from 'vitest';
import { splitTurns } from './stream-order.ts';

describe('the turns of a dialog', () => {
  test('each starts with its prefix, which is not part of it', () => {
    expect(splitTurns('A: Hello.\nB: Good day.\nA: Well?', 'A:', 'B:')).toEqual([
      { speaker: 1, text: 'Hello.' },
      { speaker: 2, text: 'Good day.' },
      { speaker: 1, text: 'Well?' },
    ]);
  });

  test('rows without a prefix go on with the turn before', () => {
    expect(splitTurns('A: One\ntwo.\n\nthree.\r\nB: Four.', 'A:', 'B:')).toEqual([
      { speaker: 1, text: 'One\ntwo.\n\nthree.' },
      { speaker: 2, text: 'Four.' },
    ]);
  });

  test('text before the first prefix is the first speaker’s', () => {
    expect(splitTurns('Once upon a time.\nB: Hm.', 'A:', 'B:')).toEqual([
      { speaker: 1, text: 'Once upon a time.' },
      { speaker: 2, text: 'Hm.' },
    ]);
  });

  test('a prefix within a row is only words', () => {
    expect(splitTurns('A: I said B: and meant it.', 'A:', 'B:')).toEqual([
      { speaker: 1, text: 'I said B: and meant it.' },
    ]);
  });

  test('a prefix that ends in a letter needs the end of a word after it', () => {
    expect(splitTurns('AL Hello.\nALGERNON is a name.\nBO, yes.', 'AL', 'BO')).toEqual([
      { speaker: 1, text: 'Hello.\nALGERNON is a name.' },
      { speaker: 2, text: ', yes.' },
    ]);
  });

  test('a colon behind a prefix is not spoken, whether the prefix was given with it or not', () => {
    expect(splitTurns('Host: Good morning.\nGuest : Hello: you.', 'Host', 'Guest')).toEqual([
      { speaker: 1, text: 'Good morning.' },
      { speaker: 2, text: 'Hello: you.' },
    ]);
    expect(splitTurns('太郎：はい。', '太郎', undefined)).toEqual([{ speaker: 1, text: 'はい。' }]);
  });

  test('where both prefixes fit, the longer one is meant', () => {
    expect(splitTurns('Host: One.\nHost: 2: Two.', 'Host:', 'Host: 2:')).toEqual([
      { speaker: 1, text: 'One.' },
      { speaker: 2, text: 'Two.' },
    ]);
  });

  test('blanks before a prefix and around it do not count', () => {
    expect(splitTurns('  A:  Hello.\n\tB:Hi.', ' A: ', 'B:')).toEqual([
      { speaker: 1, text: 'Hello.' },
      { speaker: 2, text: 'Hi.' },
    ]);
  });

  test('a turn without words is left out', () => {
    expect(splitTurns('A:\nB: Hi.\nA:  ', 'A:', 'B:')).toEqual([{ speaker: 2, text: 'Hi.' }]);
    expect(splitTurns(' \n ', undefined, undefined)).toEqual([]);
  });

  test('a turn of nothing but punctuation is left out', () => {
    for (const text of ['* * *', '…', '--', '!?', '“ ”']) expect(splitTurns(text, undefined, undefined)).toEqual([]);
    for (const text of ['7', 'é', '话', '😀', '♥️ yes']) expect(splitTurns(text, undefined, undefined)).toHaveLength(1);
  });

  test('without prefixes the whole text is one turn', () => {
    expect(splitTurns('A: One.\nB: Two.', undefined, undefined)).toEqual([{ speaker: 1, text: 'A: One.\nB: Two.' }]);
  });

  test('characters outside the basic plane are taken whole', () => {
    expect(splitTurns('😀 Hello.\n𝔅𝔅 no.\n𝔅 yes.', '😀', '𝔅')).toEqual([
      { speaker: 1, text: 'Hello.\n𝔅𝔅 no.' },
      { speaker: 2, text: 'yes.' },
    ]);
  });
});

describe('turns with markup', () => {
  const turns = (text: string) => splitTurns(text, 'R&D:', 'B:', 'ssml');

  test('begin with prefixes, which are written as text with markup is', () => {
    expect(turns('R&amp;D: I <emphasis>am</emphasis>.\nB: No.')).toEqual([
      { speaker: 1, text: 'I am.', marks: [{ mark: 'emphasis', start: 2, end: 4 }] },
      { speaker: 2, text: 'No.' },
    ]);
  });

  test('have none that goes on in the next turn, and none of another kind', () => {
    expect(turns('R&amp;D: I <emphasis>am.\nB: No.</emphasis>')).toBeNull();
    expect(turns('B: <b>No.</b>')).toBeNull();
  });

  test('are left out where only their markup has letters', () => {
    expect(turns('R&amp;D: <emphasis>–</emphasis>\nB: No.')).toEqual([{ speaker: 2, text: 'No.' }]);
  });
});
