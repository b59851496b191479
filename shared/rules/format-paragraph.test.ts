import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import type { ParagraphContent, SpeechPart } from '../model/script.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { formatParagraph } from './format-paragraph.ts';
import { parseParagraph } from './parse-paragraph.ts';
import { parseScript } from './script-text.ts';
import { spokenText } from './spoken-text.ts';
import { hostileText, someSettings } from './testing/hostile-text.ts';

const settings = DEFAULT_PROJECT_SETTINGS;
const speech = (...parts: SpeechPart[]): ParagraphContent => ({ kind: 'speech', parts });
const said = (role: string | null, text: string) => ({ role, text });
const format = (content: ParagraphContent) => formatParagraph(content, settings);

describe('formatParagraph', () => {
  it('writes a row for each turn', () => {
    expect(format(speech(said(null, 'He rose.'), said('LANE', 'Yes. (Goes.)'), said('JACK', '')))).toBe(
      'He rose.\nLANE: Yes. (Goes.)\nJACK:',
    );
  });

  it('writes headings, directions and pauses', () => {
    expect(format({ kind: 'heading', level: 2, parts: [said(null, 'Act I')] })).toBe('## Act I');
    expect(format({ kind: 'heading', level: 1, parts: [] })).toBe('#');
    expect(format({ kind: 'direction', text: 'Enter (slowly) Lane.' })).toBe('(Enter (slowly) Lane.)');
    expect(format({ kind: 'pause', seconds: 1.5 })).toBe('[pause 1.5s]');
  });

  it('puts pauses beside the words around them', () => {
    expect(format(speech({ pauseSeconds: 1 }, said('LANE', 'Yes.'), { pauseSeconds: 2 }, said('LANE', 'No.')))).toBe(
      '[pause 1s]\nLANE: Yes. [pause 2s] No.',
    );
  });

  it('marks a role again behind a pause, where a bracket would reach over it or words are missing', () => {
    const pause = { pauseSeconds: 1 };
    expect(format(speech(said('LANE', 'a ( b'), pause, said('LANE', 'c ) d')))).toBe(
      'LANE: a ( b [pause 1s]\nLANE: c ) d',
    );
    expect(format(speech(said('LANE', ''), pause, said('LANE', 'b')))).toBe('LANE: [pause 1s]\nLANE: b');
    expect(format(speech(said('LANE', 'a'), pause, said('LANE', '')))).toBe('LANE: a [pause 1s]\nLANE:');
  });

  it('escapes words that would mean something else, and only those', () => {
    const written = [
      '# 1',
      '#1',
      '(a)',
      '(a) b',
      'LANE: x',
      'Lane: x',
      '[pause 1s]',
      '[sic]',
      '\\(',
      '\\LANE: x',
      '\\',
    ];
    expect(written.map((text) => format(speech(said(null, text))))).toEqual([
      '\\# 1',
      '#1',
      '\\(a)',
      '(a) b',
      '\\LANE: x',
      'Lane: x',
      '\\[pause 1s]',
      '[sic]',
      '\\\\(',
      '\\\\LANE: x',
      '\\',
    ]);
    expect(format(speech(said('LANE', '# 1 LANE: (a) \\(b'))).toString()).toBe('LANE: # 1 LANE: (a) \\(b');
    expect(format({ kind: 'direction', text: 'a) b (c \\' })).toBe('(a\\) b \\(c \\ )');
  });

  it('gives an unmarked turn behind a marked one to the narrator, its brackets still spoken', () => {
    const text = format(speech(said('LANE', 'Yes.'), said(null, 'He (Lane) went.')));
    expect(text).toBe('LANE: Yes.\nNARRATOR: He \\(Lane) went.');
    const turn = parseScript(text, settings)[0]?.lines[0]?.turns[1] ?? said(null, '');
    expect(spokenText(turn, settings)).toBe('He (Lane) went.');
  });

  it('states a role whose name would not be read back by itself, and refuses one that never is', () => {
    expect(format(speech(said('Lane', 'Yes.'), said('村人A', 'No.')))).toBe('@Lane: Yes.\n@村人A: No.');
    expect(() => format(speech(said('La:ne', 'Yes.')))).toThrow(RangeError);
    const confirmed = { ...settings, confirmedRoles: ['Lane'] };
    expect(formatParagraph(speech(said('Lane', 'Yes.')), confirmed)).toBe('Lane: Yes.');
  });

  it('refuses a pause that is none', () => {
    for (const seconds of [-1, 10_000, Number.NaN])
      expect(() => format({ kind: 'pause', seconds })).toThrow(RangeError);
  });
});

/** Words as a paragraph can hold them: no row breaks, no white space around. */
const words = hostileText.map((text) => text.replace(/[\r\n]+/g, ' ').trim()).filter((text) => text !== '');
const pause = fc.nat(9_999_999).map((milliseconds) => ({ pauseSeconds: milliseconds / 1000 }));
const marked = fc.record({
  role: fc.constantFrom('ALGERNON', 'LANE', 'NARRATOR', '村人A', 'Mr. Ōe #1'),
  text: words.map(withoutPauseInBrackets),
});
const opening = words.map((text) => [{ role: null, text }]);
const restated = fc.tuple(fc.oneof(fc.constant([]), opening), fc.array(fc.oneof(marked, pause), { maxLength: 6 }));

/** A pause inside a direction moves behind it, so it isn't there once the text is read. */
function withoutPauseInBrackets(text: string): string {
  return text.replace(/\[pause/gi, '[paws');
}

/** Structure that reads back as itself: with a turn in it. */
const content: fc.Arbitrary<ParagraphContent> = fc.oneof(
  restated
    .map(([first, others]) => ({ kind: 'speech' as const, parts: [...first, ...others] }))
    .filter(({ parts }) => parts.some((part) => 'text' in part)),
  fc.record({
    kind: fc.constant('heading' as const),
    level: fc.constantFrom(1 as const, 2 as const),
    parts: fc.oneof(
      opening,
      fc.tuple(opening, pause).map(([first, last]) => [...first, last]),
    ),
  }),
  hostileText.map((text) => ({ kind: 'direction' as const, text: text.replace(/[\r\n]+/g, ' ').trim() })),
  pause.map(({ pauseSeconds }) => ({ kind: 'pause' as const, seconds: pauseSeconds })),
);

describe('text and structure', () => {
  it('convert both ways without loss, from structure', () => {
    fc.assert(
      fc.property(content, someSettings, (structure, { roleMarks }) => {
        const options = { roleMarks, confirmedRoles: ['ALGERNON', 'LANE'] };
        expect(parseParagraph(formatParagraph(structure, options), options)).toEqual(structure);
      }),
      { numRuns: rounds(2000) },
    );
  });

  it('convert both ways without loss, from text', () => {
    fc.assert(
      fc.property(hostileText, someSettings, (text, options) => {
        for (const paragraph of parseScript(text, options)) {
          if (paragraph.kind === 'blank') continue;
          const structure = parseParagraph(paragraph.source, options);
          const canonical = formatParagraph(structure, options);
          expect(parseParagraph(canonical, options)).toEqual(structure);
          const again = parseScript(canonical, options);
          expect(again.map(({ lines }) => lines)).toEqual([paragraph.lines]);
        }
      }),
      { numRuns: rounds(2000) },
    );
  });

  it('keep hostile words, row breaks made spaces', () => {
    expect(parseParagraph(format(speech(said('LANE', 'a\r\n\n# b\n\nJACK: c '))), settings)).toEqual(
      speech(said('LANE', 'a # b JACK: c')),
    );
  });
});
