import { describe, expect, it } from 'vitest';
import { cueOf, inlineCues, isCueLabel } from './cue-labels.ts';

describe('a cue', () => {
  it.each([
    ['[MUSIC]', 'music', ''],
    ['[Music: theme, fade under]', 'music', 'theme, fade under'],
    ['MUSIC: Opening theme.', 'music', 'Opening theme.'],
    ['MUSIC (under): piano', 'music', '(under): piano'],
    ['(Music swells.)', 'music', 'swells.'],
    ['[MUSIC FADES OUT]', 'music', 'FADES OUT'],
    ['BGM：静かなピアノ', 'music', '静かなピアノ'],
    ['音楽が流れる', 'music', 'が流れる'],
    ['Ｍ　テーマ', 'music', 'テーマ'],
    ['♪ テーマ曲 ♪', 'music', 'テーマ曲'],
    ['[MUSIK: Thema, leise]', 'music', 'Thema, leise'],
    ['Musik blendet aus', 'music', 'blendet aus'],
    ['MUSIQUE : thème', 'music', 'thème'],
    ['STING', 'music', ''],
    ['SFX: A door slams.', 'effect', 'A door slams.'],
    ['sfx - rain', 'effect', 'rain'],
    ['[SFX 12: door]', 'effect', 'door'],
    ['SFX12: door', 'effect', 'door'],
    ['FX rain', 'effect', 'rain'],
    ['F/X: rain', 'effect', 'rain'],
    ['SOUND: Thunder', 'effect', 'Thunder'],
    ['Sound effect: bell', 'effect', 'bell'],
    ['Geräusche im Hintergrund', 'effect', 'im Hintergrund'],
    ['［ＳＥ：ドアの音］', 'effect', 'ドアの音'],
    ['SE：雨の音', 'effect', '雨の音'],
    ['【効果音：足音】', 'effect', '足音'],
    ['EFFECT: echo', 'effect', 'echo'],
    ['[Ambience: forest, birds]', 'ambience', 'forest, birds'],
    ['ATMOS: Café', 'ambience', 'Café'],
    ['Atmo – Straße', 'ambience', 'Straße'],
  ] as const)('is %s', (text, kind, description) => {
    expect(cueOf(text)).toMatchObject({ kind, description });
  });

  it.each([
    'Musicians enter.',
    'Enter Sound.',
    'She sings.',
    'Se va.',
    'Effects of the wine show.',
    'M enters.',
    'fxy',
    '',
    'Soundproofed door.',
  ])('is not %s', (text) => {
    expect(cueOf(text)).toBeNull();
  });
});

it.each([
  ['[MUSIC OUT]', true],
  ['Music fades out.', true],
  ['Musik blendet aus', true],
  ['MUSIC', false],
  ['MUSIC: fade under', false],
  ['[SFX: the lights go out]', false],
] as const)('a cue may end a sound: %s', (text, isStop) => {
  expect(cueOf(text)?.isStop).toBe(isStop);
});

describe('a label before a colon', () => {
  it.each(['SFX', 'MUSIC', 'SFX 12', 'MUSIC CUE 3', 'GERÄUSCH', 'SOUND EFFECT'])('is %s', (name) => {
    expect(isCueLabel(name)).toBe(true);
  });
  it.each(['ADA', 'M', 'SE', 'MUSICIAN', 'SOUND MAN', 'Music'])('is not %s', (name) => {
    expect(isCueLabel(name)).toBe(false);
  });
});

describe('a cue among words', () => {
  const found = (text: string, isMarked = false) =>
    inlineCues(text, isMarked).map(({ start, end }) => text.slice(start, end));

  it('is in square brackets, with a colon or in capitals', () => {
    expect(found('It rained. [SFX: thunder] She ran [Music: up] and [MUSIC OUT] hid.')).toEqual([
      '[SFX: thunder]',
      '[Music: up]',
      '[MUSIC OUT]',
    ]);
    expect(found('The [music] stops. [Musicians: enter] \\[SFX: no]')).toEqual([]);
  });

  it('is in round brackets only where they are spoken', () => {
    expect(found('It rained. (SFX: thunder) She ran. (Music: my love)')).toEqual(['(SFX: thunder)']);
    expect(found('It rained. (SFX: thunder) She ran.', true)).toEqual([]);
  });
});
