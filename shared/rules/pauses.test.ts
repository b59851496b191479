import { describe, expect, it } from 'vitest';
import type { Paragraph } from '../model/script.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { formatParagraph } from './format-paragraph.ts';
import { parseParagraph } from './parse-paragraph.ts';
import { escapePauses, leadingPauses, pauseMarks } from './pauses.ts';
import { formatScript, parseScript } from './script-text.ts';

const spoken = (paragraphs: readonly Paragraph[]) =>
  paragraphs.flatMap(({ lines }) => lines.flatMap(({ turns }) => turns.map(({ text }) => text)));
const seconds = (text: string) => pauseMarks(text).map((mark) => mark.seconds);

describe('a pause mark', () => {
  it.each([
    ['[pause 1.5s]', 1.5],
    ['[pause 500ms]', 0.5],
    ['[Pause: 2 s]', 2],
    ['[pause, 2 seconds]', 2],
    ['[Pause 1,5 sec]', 1.5],
    ['[pause 3]', 3],
    ['[PAUSE]', 1],
    ['[pause ]', 1],
    ['[short pause]', 0.5],
    ['[Long Pause]', 2],
    ['[beat]', 0.5],
    ['[BEAT]', 0.5],
    ['[Scene break]', 2],
  ])('%s lasts %d s', (text, expected) => {
    expect(seconds(`Well, ${text} no.`)).toEqual([expected]);
    expect(leadingPauses(`${text} no.`)).toBe(`${text} `);
  });

  it.each(['[pausing]', '[beats]', '[the pause]', '[pause for effect]', '[pause 2 h]', '(pause)', 'pause', '\\[beat]'])(
    'is not %s',
    (text) => expect(seconds(text)).toEqual([]),
  );

  it.each(['[scene break]', 'He went. [scene break] He came.', '# One [scene break]'])(
    'stays a scene break: %s',
    (text) => {
      expect(formatScript(parseScript(text, DEFAULT_PROJECT_SETTINGS)).trim()).toBe(text);
      const content = parseParagraph(text, DEFAULT_PROJECT_SETTINGS);
      expect(formatParagraph(content, DEFAULT_PROJECT_SETTINGS)).toBe(text);
    },
  );

  it('is words where a book has it, and comes back as it was', () => {
    const text = 'He wrote [beat] and [PAUSE] into the margin.';
    expect(seconds(escapePauses(text))).toEqual([]);
    const paragraphs = parseScript(escapePauses(text), DEFAULT_PROJECT_SETTINGS);
    expect(spoken(paragraphs)).toEqual([text]);
    expect(formatScript(paragraphs).trim()).toBe(escapePauses(text));
  });

  it('is never spoken', () => {
    const paragraphs = parseScript('MARA: Well. [Pause: 2 s] No. [beat]', DEFAULT_PROJECT_SETTINGS);
    expect(spoken(paragraphs)).toEqual(['Well.', 'No.']);
    expect(paragraphs.flatMap(({ lines }) => lines.map((line) => line.pauseAfterSeconds))).toEqual([2, 0.5]);
  });
});

describe('leading pauses', () => {
  it('are read without recursion: a row of six million does not overflow the stack', () => {
    const pauses = '[pause 1s]'.repeat(6_000_000);
    expect(leadingPauses(`${pauses}a`).length).toBe(pauses.length);
  });
});
