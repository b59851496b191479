import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { kindDefaults } from '../../shared/rules/production-kinds.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { openTextFile } from './import-script.ts';
import { joinScripts } from './joined-script.ts';

const open = (text: string, file = 'script.txt') => openTextFile(new TextEncoder().encode(text), file);
const read = (text: string, file?: string) => {
  const source = open(text, file);
  return source.as(source.detected);
};
const rows = (...all: readonly string[]): string => `${all.join('\n\n')}\n`;

const EPISODE = rows(
  'Harbour Lights',
  'Episode 12: Fog',
  'Production note: keep the room tone.',
  'INTRO',
  'Host: Welcome back to Harbour Lights.',
  '[MUSIC: theme]',
  'Guest: Thanks for having me.',
  '00:45',
  '(beat)',
  'Ad break 1',
  'Host: And we’re back.',
  '[MID-ROLL]',
  'Guest: Fog is patient.',
  'SFX: foghorn',
  'Segment 2',
  'Host: Good night.',
);

describe('the kind that is proposed', () => {
  it.each([
    ['podcast', EPISODE],
    ['podcast', rows('# Folge 7', 'Moderator: Willkommen zurück.', 'Werbepause', 'Gast: Danke.', 'Moderator: Gern.')],
    ['podcast', rows('Welcome to the show about bells, our podcast.', 'Ad break', 'And we’re back.')],
    ['drama', rows('The Lamp, a radio play', 'MARA: The lamp is out.', 'SFX: wind', 'TOM: Again?', 'MARA: Again.')],
    [
      'drama',
      rows('# Play', '## Act I', ...['ANN', 'BEN', 'CY', 'DEE', 'ANN', 'BEN', 'CY', 'DEE'].map((r) => `${r}: Yes.`)),
    ],
    [
      'drama',
      rows(
        '# Play',
        '## Act I',
        '## Act II',
        ...['HOST', 'ANN', 'BEN', 'CY', 'DEE'].flatMap((r) => [`${r}: Yes.`, `${r}: No.`]),
      ),
    ],
    ['drama', rows('INT. LIGHTHOUSE - NIGHT', 'MARA: Out.', 'EXT. PIER - DAY', 'TOM: In.', 'MARA: Out.')],
    [
      'audiobook',
      rows('Chapter 1', 'It rained for a week.', 'Chapter 2', 'Then it stopped.', 'Chapter 3', 'It began.'),
    ],
    ['audiobook', rows('It rained.', 'The host of the inn listened to the radio.')],
    ['audiobook', rows('ANN: One play among many.', 'BEN: Yes.', 'ANN: With two roles.')],
    ['other', rows('User guide for the winch', 'Step 1', 'Loosen the brake.', 'Step 2', 'Turn the handle.')],
  ])('is %s', (kind, text) => {
    expect(read(text).proposedKind.kind).toBe(kind);
  });

  it('has evidence, strongest first', () => {
    const { evidence } = read(EPISODE).proposedKind;
    expect(evidence.slice(0, 2)).toEqual([
      { sign: 'ad-breaks', count: 2, sample: 'Ad break 1' },
      { sign: 'podcast-roles', count: 2, sample: 'HOST, GUEST' },
    ]);
  });

  it('depends on the format', () => {
    expect(read(rows('MARA', 'Hello there.'), 'a.txt').proposedKind.kind).toBe('audiobook');
    expect(read(rows('Hello there.'), 'our-podcast.txt').proposedKind.kind).toBe('podcast');
  });
});

describe('the production notes of a podcast', () => {
  const spokenBy = (text: string): string[] => {
    const imported = read(text);
    const settings = { ...DEFAULT_PROJECT_SETTINGS, ...kindDefaults(imported.productionKind) };
    const lines = parseScript(imported.document, settings).flatMap((one) => one.lines);
    return lines.map(({ turns }) => turns.map((turn) => turn.text).join(' '));
  };

  it('aren’t spoken, and are listed with their places', () => {
    expect(spokenBy(EPISODE)).toEqual([
      'Harbour Lights',
      'Welcome back to Harbour Lights.',
      'Thanks for having me.',
      'And we’re back.',
      'Fog is patient.',
      'Good night.',
    ]);
    const { productionNotes } = read(EPISODE);
    expect(productionNotes.map(({ words }) => words)).toEqual([
      'Production note: keep the room tone.',
      'INTRO',
      'MUSIC: theme',
      '00:45',
      'beat',
      'Ad break 1',
      'MID-ROLL',
      'SFX: foghorn',
      'Segment 2',
    ]);
    expect(productionNotes.at(5)).toEqual({
      words: 'Ad break 1',
      occurrence: 1,
      isSpoken: false,
      chapter: 'Episode 12: Fog',
      after: 'Thanks for having me.',
    });
  });

  it('aren’t spoken in a text without roles either, nor beside other rows', () => {
    const text = rows(
      '# Podcast',
      'Ad break 1\nAnd we’re back.',
      'Production note: keep\nthis warm.',
      'Timing: 3 min',
      'Bye.',
    );
    expect(spokenBy(text)).toEqual(['And we’re back.', 'Bye.']);
    expect(read(text).productionNotes.map(({ words, chapter }) => `${chapter}: ${words}`)).toEqual([
      'Podcast: Ad break 1',
      'Podcast: Production note: keep this warm.',
      'Podcast: Timing: 3 min',
    ]);
  });

  it.each([
    ['> Producer note: leave two seconds.', 'Producer note: leave two seconds.'],
    ['{{MUSIC: sting}}', 'MUSIC: sting'],
    ['**Timecode: 12:30**', 'Timecode: 12:30'],
    ['— MIDROLL —', 'MIDROLL'],
    ['[Sponsor read: beds]', 'Sponsor read: beds'],
    ['~2 min', '~2 min'],
  ])('include %s', (row, words) => {
    const { productionNotes } = read(rows('# Podcast', 'Hello.', row, 'Bye.'));
    expect(productionNotes.map((note) => note.words)).toEqual([words]);
  });

  it('are spoken by the narrator if the producer ticks them, one by one', () => {
    const source = open(rows('# Podcast', 'Ad break', 'Hi.', 'Ad break', 'SFX: bell', '(beat)', 'Bye.'));
    const spokenNotes = [
      { words: 'Ad break', occurrence: 2 },
      { words: 'SFX: bell', occurrence: 1 },
      { words: 'beat', occurrence: 1 },
    ];
    const imported = source.as('script', { spokenNotes });
    expect(imported.text).toBe('# Podcast\n\n(Ad break)\n\nHi.\n\nAd break\n\n\\SFX: bell\n\nbeat\n\nBye.\n');
    expect(imported.productionNotes.map(({ isSpoken }) => isSpoken)).toEqual([false, true, true, true]);
  });

  it('keep pauses and cues in brackets as they are', () => {
    const text = '# Podcast\n\n[pause 2s]\n\n[SFX: bell]\n\n[beat]\n\nBye.\n';
    expect(read(text).text).toBe(text);
  });

  it('are only left out of podcasts', () => {
    const source = open(EPISODE);
    expect(source.as('script', { productionKind: 'audiobook' })).toMatchObject({
      productionKind: 'audiobook',
      proposedKind: { kind: 'podcast' },
      productionNotes: [],
      text: expect.stringContaining('\n\nAd break 1\n\n'),
    });
  });

  it('are counted across all files of a project', () => {
    const parts = [open(rows('# One', 'Podcast.', 'Ad break', 'Hi.')), open(rows('# Two', 'Ad break', 'Bye.'))];
    const { productionNotes } = joinScripts(parts).as('script');
    expect(productionNotes.map(({ chapter, occurrence }) => [chapter, occurrence])).toEqual([
      ['One', 1],
      ['Two', 2],
    ]);
  });
});
