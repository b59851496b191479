import { describe, expect, it } from 'vitest';
import { removeRunningHeadsFromText } from './running-heads.ts';

const PAGES = [
  'The lamp was out when Tom came up the stairs, and\nnothing moved on the water below him. He waited for\na long time before he went',
  'on, and the wind took the rest of his words. Then he\nread the log by the light of a match.\n\n“Who is there?” he asked.',
  'Nothing answered him. The bell rang twice, and he ran\ndown to the shore to see who had',
  'rung it. There was nothing on the shore.',
];
const WHOLE = `${PAGES.slice(0, 2).join('\n')}\n\n${PAGES.slice(2).join('\n')}\n`;
const printed = (pageOf: (text: string, at: number) => string): string => PAGES.map(pageOf).join('\f');
const read = (text: string) => removeRunningHeadsFromText(text);

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

describe('text with form feeds', () => {
  it.each([
    ['a title at the top', (text: string) => `THE LAMP\n\n${text}`, 8],
    ['a number at the bottom', (text: string, at: number) => `${text}\n\n${at + 1}\n`, 0],
    ['a number of all pages', (text: string, at: number) => `${text}\nPage ${at + 7} of 12\n`, 8],
    [
      'a title and a number in rows of their own',
      (text: string, at: number) => `${text}\n\nThe Lamp\n- ${at + 1} -\n`,
      8,
    ],
    [
      'the title on one side and the author on the other',
      (text: string, at: number) =>
        at % 2 === 0 ? `THE LAMP    ${at + 1}\n${text}` : `${at + 1}    ADA ROPER\n${text}`,
      8,
    ],
    ['Roman numerals', (text: string, at: number) => `${text}\n${['ix', 'x', 'xi', 'xii'][at]}\n`, 4],
  ])('goes on without %s', (_, pageOf, words) => {
    const { text, notices } = read(printed(pageOf));
    expect(text).toBe(WHOLE);
    expect(notices).toEqual([expect.objectContaining({ kind: 'running-heads' })]);
    expect(notices.map((notice) => ('words' in notice ? notice.words : 0))).toEqual([words === 0 ? 0 : words]);
  });

  it('keeps headings, and the title of a title page', () => {
    const text = `THE LAMP\nAda Roper\f${printed((page, at) => `${at < 2 ? 'CHAPTER ONE' : 'CHAPTER TWO'}\n\n${page}`)}`;
    const lamp = `THE LAMP\nAda Roper\f${printed((page) => `THE LAMP\n\n${page}`)}`;
    expect(read(text).text.match(/CHAPTER \w+/g)).toEqual(['CHAPTER ONE', 'CHAPTER TWO']);
    expect(read(lamp).text).toBe(`THE LAMP\nAda Roper\n\n${WHOLE}`);
  });

  it('keeps chapters that each begin a page', () => {
    const chapters = printed((page, at) => `Chapter ${at + 1}\n\n${page}`);
    const { text, notices } = read(chapters);
    expect(text.split('\n').filter((row) => row.startsWith('Chapter'))).toEqual(
      PAGES.map((_, at) => `Chapter ${at + 1}`),
    );
    expect([wordsOf(text), notices]).toEqual([wordsOf(chapters), []]);
  });

  it('keeps the names of those who speak, and speeches', () => {
    const rows = (at: number) =>
      ['Who is there?', 'Only me.', 'Come in.', 'Thank you.', 'Sit down.'].map(
        (row) => `${row} ${'One Two Three'.split(' ')[at - 1]}!`,
      );
    const page = (at: number) =>
      rows(at)
        .map((row, place) => `${place % 2 === 0 ? 'ADA' : 'TOM'}\n${row}`)
        .join('\n\n');
    const cues = [1, 2, 3].map(page).join('\f');
    const speeches = Array(3).fill('ADA: Yes.\n\nTOM: No.\n\nADA: Yes.').join('\f');
    for (const typed of [cues, speeches]) {
      const { text, notices } = read(typed);
      expect(text.split('\n').filter(Boolean)).toEqual(typed.split(/[\n\f]/).filter(Boolean));
      expect(notices).toEqual([]);
    }
  });

  it('keeps text that has no heads', () => {
    const { text, notices } = read(PAGES.join('\f'));
    expect([wordsOf(text), notices]).toEqual([wordsOf(PAGES.join('\f')), []]);
  });

  it.each([
    [
      'letters',
      (at: number) => `Dear Ada,\n\nThe ${['lamp', 'boat', 'bell', 'rope'][at]} is mine.\n\nYour brother,\nTom`,
    ],
    ['diary entries', (at: number) => `${at + 1} May 1890\n\nWe saw the ${['lamp', 'boat', 'bell', 'rope'][at]}.`],
    [
      'scenes',
      (at: number) =>
        `HOST: Welcome to part ${at}.\n\nADA: Hello, ${['Tom', 'Ben', 'Eve', 'Kim'][at]}.\n\nHOST: Goodbye.`,
    ],
    ['verses', (at: number) => `The ${['lamp', 'boat', 'bell', 'rope'][at]} is old.\nSo it goes.`],
    [
      'French prose',
      (at: number) =>
        `Quand ${['il', 'l’ami', 'elle', 'Tom'][at]} partit ce soir,\nla mer était ${['noire', 'grise', 'verte', 'bleue'][at]}.`,
    ],
  ])('keeps every row of %s that are one to a page', (_, pageOf) => {
    const typed = [0, 1, 2, 3].map(pageOf).join('\f');
    const { text, notices } = read(typed);
    expect([text.split('\n').filter(Boolean), notices]).toEqual([typed.split(/[\n\f]/).filter(Boolean), []]);
  });
});
