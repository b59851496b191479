import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { parseCueRow, spokenSquareBrackets } from './brackets.ts';
import { groupDialogs, ungroupDialogs } from './dialogs.ts';
import { formatScript, parseScript } from './script-text.ts';

const parse = (text: string) => parseScript(text, DEFAULT_PROJECT_SETTINGS);
const spoken = (text: string) =>
  parse(text).flatMap(({ lines }) => lines.flatMap(({ turns }) => turns.map((turn) => turn.text)));

describe('a sound cue', () => {
  it.each([
    '[SFX: rain]',
    '[sfx - a door slams]',
    '[MUSIC fades]',
    '[Music under.]',
    '[SOUND of waves]',
    '[Sound effect: bell]',
    '[INTRO MUSIC]',
    '[Ambience: street\nand a tram]',
    '(MUSIC)',
    '[SFX: rain] [MUSIC]',
    '[SFX: rain]\n[MUSIC]',
    '[SFX: rain] (Lane enters.)',
  ])('alone in a paragraph is a direction: %s', (cue) => {
    const text = `LANE: Yes.\n\n${cue}\n\nJACK: Oh!\n`;
    expect(parse(text).map(({ kind }) => kind)).toEqual(['speech', 'direction', 'speech']);
    expect(spoken(text)).toEqual(['Yes.', 'Oh!']);
    expect(formatScript(parse(text))).toBe(text);
  });

  it('alone on a row of a paragraph is not spoken', () => {
    const text = 'LANE: Yes.\n[SFX: door]\nAnd no.\n(MUSIC)\nJACK: Oh!\n';
    expect(spoken(text)).toEqual(['Yes. And no.', 'Oh!']);
    expect(spoken('It rained.\n(MUSIC)\nAnd it snowed.')).toEqual(['It rained. And it snowed.']);
    expect(formatScript(parse(text))).toBe(text);
    const heard = { ...DEFAULT_PROJECT_SETTINGS, speakBrackets: true };
    expect(parseScript(text, heard).flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))).toEqual([
      { role: 'LANE', text: 'Yes. And no.' },
      { role: 'JACK', text: 'Oh!' },
    ]);
  });

  it('leaves the pauses beside it', () => {
    expect(parse('[pause 1s] [SFX: rain] [beat]')).toMatchObject([{ kind: 'pause', pauseSeconds: 1.5, lines: [] }]);
    expect(parse('LANE: Yes.\n[SFX: rain] [pause 2s]')[0]?.lines).toMatchObject([{ pauseAfterSeconds: 2 }]);
  });

  it('stays in the text when dialogs are joined and taken apart', () => {
    const apart = 'LANE: Yes.\n[SFX: door]\n\nJACK: Oh!\n\nLANE: No.\n';
    const grouped = groupDialogs(parse(apart), DEFAULT_PROJECT_SETTINGS);
    expect(formatScript(grouped)).toBe('LANE: Yes.\n[SFX: door]\n\nJACK: Oh!\nLANE: No.\n');
    const together = 'LANE: Yes.\n[SFX: door]\nJACK: Oh!\n';
    expect(formatScript(ungroupDialogs(parse(together), DEFAULT_PROJECT_SETTINGS))).toBe(together);
  });

  it('is words behind a backslash, among words and in another bracket', () => {
    expect(spoken('\\[SFX: rain]')).toEqual(['[SFX: rain]']);
    expect(spoken('LANE: The [music] stops.')).toEqual(['The [music] stops.']);
    expect(spoken('[Musicians] [Softly]')).toEqual(['[Musicians] [Softly]']);
    expect(spoken('He waited.\n(music is hard)')).toEqual(['He waited. (music is hard)']);
  });
});

it('square brackets that are spoken are found, so that they can be warned about', () => {
  const found = (row: string) => spokenSquareBrackets(row).map(({ start, end }) => row.slice(start, end));
  expect(found('LANE: [softly] Yes, [Sir] no. [pause 1s] \\[ok] [beat]')).toEqual(['[softly]', '[Sir]']);
  expect(found('[Exit Lane]')).toEqual(['[Exit Lane]']);
  expect(found('[SFX: rain]')).toEqual([]);
  expect(found('[…]')).toEqual([]);
});

describe('a row of sound cues', () => {
  it('is read without recursion: six million brackets do not overflow the stack', () => {
    expect(parseCueRow('[]'.repeat(6_000_000))).toBeNull();
  });
});
