import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { IN_CAPITALS, readCapitals, roleMarkReader } from './role-marks.ts';
import { formatScript, parseScript } from './script-text.ts';
import { cuesIn } from './sound-cues.ts';

const texts = (source: string, readMark = readCapitals) => cuesIn(source, readMark).map(({ text }) => text);
const spoken = (text: string) =>
  parseScript(text, DEFAULT_PROJECT_SETTINGS).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) => turns.map(({ role, text: words }) => `${role ?? ''}:${words}`)),
  );

describe('the cues of a paragraph', () => {
  it.each([
    ['[SFX: rain]', ['SFX: rain']],
    ['(Music swells.)', ['Music swells.']],
    ['[SFX: rain] [MUSIC: theme] (Ada enters.)', ['SFX: rain', 'MUSIC: theme']],
    ['[Ambience: street\nand a tram]', ['Ambience: street and a tram']],
    ['[pause 1s] [SFX: rain]', ['SFX: rain']],
    ['SFX: rain', ['SFX: rain']],
    ['[pause 2s] MUSIC 3: theme', ['MUSIC 3: theme']],
    ['ADA: Yes.\n[SFX: door]\nSFX: lock\nBEN: No.', ['SFX: door', 'SFX: lock']],
    ['ADA: Who is there? (SFX: steps) Anyone? [MUSIC]', ['SFX: steps', 'MUSIC']],
    ['It rained. [SFX: thunder] She ran.', ['SFX: thunder']],
    ['# One [MUSIC: theme]', ['MUSIC: theme']],
    ['(Ada enters.)', []],
    ['\\[SFX: rain]', []],
    ['@SFX: I am a role.', []],
    ['The [music] stops.', []],
  ] as const)('are found: %s', (source, cues) => {
    expect(texts(source)).toEqual(cues);
  });

  it('are not labels that the producer confirmed as roles', () => {
    expect(texts('MUSIC: I speak.', roleMarkReader({ ...IN_CAPITALS, confirmedRoles: ['MUSIC'] }))).toEqual([]);
  });
});

describe('cues as they are typed', () => {
  it.each([
    ['SFX: rain', []],
    ['MUSIC: theme\nADA: Yes.\nSFX: door\nAnd no.', ['ADA:Yes. And no.']],
    ['ADA: Yes. [SFX: door] No.', ['ADA:Yes. No.']],
    ['It rained. [SFX: thunder] She ran. (SFX: door) So.', [':It rained. She ran. So.']],
    ['[pause 1s] SFX: rain', []],
    ['# One [MUSIC: theme]', [':One']],
  ] as const)('are never spoken: %s', (source, words) => {
    expect(spoken(source)).toEqual(words);
  });

  it.each(['@SFX: I speak.', '\\SFX: I speak.', '\\[SFX: x] and \\[MUSIC] z', 'ADA: It says \\[SFX: x] here.'])(
    'are words behind a backslash, and roles after @: %s',
    (source) => {
      const paragraphs = parseScript(source, DEFAULT_PROJECT_SETTINGS);
      expect(spoken(source).join('')).toContain(
        source.includes('@') ? 'SFX:I speak.' : source.includes('[') ? '[SFX: x]' : 'SFX: I',
      );
      expect(spoken(formatScript(paragraphs))).toEqual(spoken(source));
    },
  );
});
