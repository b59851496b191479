// Tags among the rows of a script.
import { describe, expect, it } from 'vitest';
import { script, spokenOf } from '../layout/testing/spoken-of.ts';
import { withoutTags } from './markup-tags.ts';

const HEARD = ['ANNA: Hello there.', 'BEN: Hi.', 'ANNA: So.'];

describe('tags', () => {
  it.each([
    [
      'of speech synthesis',
      [
        '<speak>',
        '<voice name="Anna">Hello there.</voice>',
        '<voice name="Ben">Hi.</voice>',
        '<voice name="Anna">',
        'So.',
        '</voice>',
        '</speak>',
      ],
    ],
    [
      'with other fields',
      [
        "<line id='1' speaker='Anna'>Hello there.</line>",
        "<line id='2' speaker='Ben'>Hi.</line><line speaker='Anna'>So.</line>",
      ],
    ],
    [
      'of editions',
      ['<said who="#Anna">Hello there.</said>', '<said who="#Ben">Hi.</said>', '<said who="#Anna">So.</said>'],
    ],
    ['that are names', ['<anna>Hello there.</anna>', '<ben>Hi.</ben>', '<anna>So.</anna>']],
    ['of subtitles', ['<v Anna>Hello <i>there</i>.</v>', '<v Ben>Hi.</v>', '<v Anna>So.</v>']],
  ])('%s name who speaks and are not spoken', (_, rows) => {
    expect(spokenOf(script(...rows)).map((words) => words.trim())).toEqual(HEARD);
  });

  it.each(['<a name="top">One</a> <a name="end">Two</a>', 'Ann: 1 < 2, 3 > 2.</p>', 'It said <speak> and </no>.'])(
    'are left where they are none: %s',
    (row) => {
      expect(withoutTags(row)).toBe(row);
    },
  );
});
