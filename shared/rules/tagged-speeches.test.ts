// Scripts whose speeches stand in one row, each behind a name in square brackets.
import { describe, expect, it } from 'vitest';
import { withTagsInRows } from './tagged-speeches.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

describe('names in square brackets amid a row', () => {
  it('begin speeches', () => {
    const rows = ['[NARRATOR] It was dark. [ANNA] "Who is there?" [NARRATOR] she said. [BEN] "Me."'];
    expect(
      spokenOf(script(...rows, '', '[NARRATOR] He came in. [thunder] [ANNA] "Oh."')).map((row) => row.trim()),
    ).toEqual([
      'NARRATOR: It was dark.',
      'ANNA: "Who is there?"',
      'NARRATOR: she said.',
      'BEN: "Me."',
      'NARRATOR: He came in.',
      'ANNA: "Oh."',
    ]);
  });

  it.each([
    '[ANNA] I see. [LAUGHS] Well. [BEN] Yes.',
    '[ANNA] I see. [MUSIC] "Who is it?"',
    '[ANNA] I see. [laughing] "Who is it?"',
    '[ANNA] I see [Clara] there.',
  ])('are none where they are directions: %s', (row) => {
    const text = script('[ANNA] Hello.', row, '[ANNA] So.');
    expect(withTagsInRows(text)).toBe(text);
  });
});
