// Notes among the rows of scripts, as programs and transcripts have them.
import { describe, expect, it } from 'vitest';
import { bracketNotes } from './inline-notes.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());
const HEARD = ['ANNA: Hello. You.', 'BEN: Hi.', 'ANNA: So.'];
const NAMES = [
  ['in ordinary letters', (row: string) => row],
  ['in capitals', (row: string) => row.replace(/^(Anna|Ben):/, (name) => name.toUpperCase())],
] as const;

describe.each(NAMES)('with names %s a script speaks no', (_, named) => {
  it.each([
    ['comment in its own row', ['Anna: Hello. You.', '// louder', 'Ben: Hi.', '//cut', 'Anna: So.']],
    ['comment at the end of a row', ['Anna: Hello. You. // louder', 'Ben: Hi. //TODO check', 'Anna: So.']],
    ['comment amid a row', ['Anna: Hello. /* cut */ You.', 'Ben: Hi.<!-- cut -->', 'Anna: So.']],
    ['comment over several rows', ['Anna: Hello. You.', '/* cut', 'this */', 'Ben: Hi.', '<!--', 'x -->', 'Anna: So.']],
    ['note in two brackets', ['Anna: Hello. [[check]] You.', '[[ask Tom]]', 'Ben: Hi.', '((waits))', 'Anna: So.']],
    ['time behind its speeches', ['Anna: Hello. You. #00:00:12-3#', 'Ben: Hi. #00:00:15-1#', 'Anna: So. #00:01:02#']],
    ['tune', ['♪ Theme music ♪', 'Anna: Hello. You.', '♪ (upbeat) ♪', 'Ben: Hi.', '♪♪', 'Anna: So.', '🎵 Theme fades']],
    ['tag of a game', ['Anna: Hello. You. #line:01', 'Ben: Hi. #line:02', 'Anna: So. #line:03']],
    ['remark below it', ['Anna: Hello. You.[a]', 'Ben: Hi.', 'Anna: So.', '', '[a]Too long? Cut it.']],
    ['command', ['#sfx door', 'Anna: Hello. You.', '#SFX: door', 'Ben: Hi.', '@sfx door', 'Anna: So.', '!music out']],
  ])('%s', (_what, rows) => {
    expect(spoken(...rows.map(named))).toEqual(HEARD);
    expect(spoken(...rows.flatMap((row) => [named(row), '']))).toEqual(HEARD);
  });
});

describe('notes', () => {
  it('of pauses are pauses', () => {
    const rows = [
      'ANNA: Hello. --pause-- You.',
      '--long pause--',
      'BEN: Hi.',
      '— beat —',
      'ANNA: So.<break time="2s"/>',
    ];
    expect(laidOut(script(...rows), false)).toBe(
      'ANNA: Hello. [pause] You.\n[long pause]\nBEN: Hi.\n[beat]\nANNA: So.[pause 2s]\n',
    );
  });

  it.each([
    'ANNA: See https://example.com/a//b for more.',
    'ANNA: Roses are red. // Violets are blue.',
    'ANNA: This and // or that.',
    'ANNA: Wait -- pause -- and then go.',
    'ANNA: A pause--beat--and so on.',
    'ANNA: #music is life.',
  ])('are none where they may be words: %s', (row) => {
    expect(bracketNotes(row)).toBe(row);
    expect(spoken(row, '', 'BEN: Yes.', '', 'ANNA: No.')[0]).toBe(row);
  });

  it('leave what is sung to be spoken, without their signs', () => {
    const rows = ['ANNA: ♪ Happy birthday to you ♪', 'BEN: Hi.', '♪ Play that funky music ♪', 'ANNA: So.'];
    expect(spoken(...rows)).toEqual(['ANNA: Happy birthday to you', 'BEN: Hi. Play that funky music', 'ANNA: So.']);
  });
});
