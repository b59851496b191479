// Scripts whose speeches stand in one row, each behind a name in square brackets.
import { describe, expect, it } from 'vitest';
import { splitAtInlineNames, splitAtInlineTags } from './row-forms.ts';
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
    expect(splitAtInlineTags(text)).toBe(text);
  });
});

describe('names before colons amid a row', () => {
  it.each([
    ['in capitals', ['ANNA: Hello. BEN (softly): Hi. [door] ANNA: So.', '', 'BEN: Yes.']],
    ['in ordinary case', ['Anna: Hello. Ben (softly): Hi. [door] Anna: So. Ben: Yes.']],
    ['beside a narrator', ['ANNA: Hello.', 'BEN: Hi. ANNA: So. BEN: Yes.']],
  ])('begin speeches %s', (_, rows) => {
    expect(spokenOf(script(...rows)).map((row) => row.trim())).toEqual([
      ...['ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.', 'BEN: Yes.'],
    ]);
  });

  it('of the narrator, who begins no row, have a row of their own', () => {
    const rows = ['[MARA] "Hi." [NARRATOR] she said.', '[TOM] "Hello." [Erzähler] sagte er.'];
    expect(splitAtInlineTags(rows.join('\n')).split('\n')).toEqual([
      ...['[MARA] "Hi." ', '[NARRATOR] she said.', '[TOM] "Hello." ', '[Erzähler] sagte er.'],
    ]);
  });

  it('are initials in an interview', () => {
    expect(spokenOf(script('Q: When? A: In 1999.', 'Q: Why? A: Because.'))).toEqual([
      ...['Q: When?', 'A: In 1999.', 'Q: Why?', 'A: Because.'],
    ]);
  });

  it.each([
    [['Anna: Hello. Ben: is a fool.', 'Ben: No.', 'Anna: So.', 'Ben: Yes.', 'Anna: No.']],
    [['ANNA: It says NOTE: hot. NOTE: cold.', 'BEN: No.']],
    [['ANNA: I told BEN: no.', 'BEN: Yes.']],
    [['MR. JOHN A. SMITH: Hello.', 'BEN: Hi.', 'MR. JOHN A. SMITH: So.', 'BEN: No.']],
    [['It was late. Anna: that was all. Ben: gone.']],
  ])('are none where they may be words: %s', (rows) => {
    expect(splitAtInlineNames(script(...rows))).toBe(script(...rows));
  });
});
