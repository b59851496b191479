import { describe, expect, it } from 'vitest';
import { areParagraphs } from './broken-paragraphs.ts';

describe('rows that line breaks part', () => {
  it.each([
    [['The keeper came down at nine.', '“Who is there?” he asked.', '“Only me,” said Ada.']],
    [['"Come in."', '"Thank you."']],
    [['„Wer ist da?“, fragte er.', 'Niemand antwortete.', '„Hallo?“']],
    [['— Кто там? — спросил он.', '— Я.']],
    [['「どなたですか。」', '誰も答えなかった。']],
    [
      [
        'He opened the door and let her in, and the wind came in with her, and the rain as well.',
        'Then they sat down beside the fire, and for a long time neither of them spoke a word.',
      ],
    ],
  ])('are paragraphs: %j', (rows) => {
    expect(areParagraphs(rows)).toBe(true);
  });

  it.each([
    [
      [
        'The sun was shining on the sea,',
        'Shining with all his might:',
        'He did his very best to make',
        'The billows smooth and bright.',
      ],
    ],
    [['12 Harbour Street', 'Northport.']],
    [['Yours sincerely,', 'Ada Bell']],
    [['Rain.', 'Wind.', 'Night.']],
    [['“One row.”']],
  ])('are verse, or a letter’s: %j', (rows) => {
    expect(areParagraphs(rows)).toBe(false);
  });
});
