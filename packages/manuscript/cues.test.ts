import { describe, expect, it } from 'vitest';
import { importTextFile } from './text/text-file.ts';

const imported = (text: string) => importTextFile(new TextEncoder().encode(text), 'play.txt');

const SCRIPT = `# One

[Music: theme, fade under]

ADA: Hello there.

SFX: A door slams.

BEN: Who's there? (SFX: footsteps) Anyone?

[Ambience: forest]

ADA: Nothing. [SFX: clock ticks] It's the clock.
`;

describe('cues in an imported file', () => {
  it('are kept, silent and reported in a script', () => {
    const { notices, text } = imported(SCRIPT);
    expect(notices).toContainEqual({
      kind: 'cues',
      first: 'Music: theme, fade under',
      music: 1,
      effects: 3,
      ambience: 1,
    });
    expect(text).toContain('[SFX: A door slams.]');
  });

  it('are kept, silent and reported in a book', () => {
    const rows = [
      'Chapter 1',
      'It rained. [SFX: thunder] She ran to the window.',
      '[Music: theme]',
      'SFX: a door',
      '“Music: my love,” he said.',
    ];
    const { kind, notices, text } = imported(`${rows.join('\n\n')}\n`);
    expect(kind).toBe('prose');
    expect(notices).toContainEqual({ kind: 'cues', first: 'SFX: thunder', music: 1, effects: 2, ambience: 0 });
    expect(text).toContain('\n[Music: theme]\n\n[SFX: a door]\n');
  });

  it('are found in Japanese', () => {
    const { notices } = imported('太郎「おはよう」\n\nSE：雨の音\n\n【音楽】\n\n♪ テーマ曲\n\n花子「おはよう」\n');
    expect(notices).toContainEqual({ kind: 'cues', first: 'SE：雨の音', music: 2, effects: 1, ambience: 0 });
  });
});
