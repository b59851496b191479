import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readRtf } from './rtf.ts';
import { stressed } from './testing/stressed.ts';

const rtf = (body: string): Uint8Array =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Gothic;}}{\\colortbl;\\red0;}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 heading 2;}{\\s9 Title;}{\\*\\cs3 Emphasis;}}${body}}`,
    'latin1',
  );
const read = (body: string) => readRtf(rtf(body), 'book.rtf');
const text = (body: string): string => manuscriptText(read(body), 'prose');

describe('an RTF document', () => {
  it('says what is emphasised within its words', () => {
    expect(stressed(read('I {\\i never} said {\\b not \\b0{\\b at} \\b all\\b0 .\\par'))).toEqual([
      'I <never> said <not at all>.',
    ]);
    expect(read('{\\pard\\s9 The {\\i Book}\\par}\\pard One.\\par').title).toBe('The Book');
  });

  it('has the chapters of its outline levels and heading styles', () => {
    const body =
      '\\pard\\s1 One\\par\\pard\\s0 First.\\par {\\pard\\s2 Two\\par}\\pard Second.\\par{\\pard\\outlinelevel0\\b Three\\par}\\pard Third\\line row.\\par';
    expect(text(body)).toBe('# One\n\nFirst.\n\n## Two\n\nSecond.\n\n# Three\n\nThird row.\n');
  });

  it('has the roles that the styles of a screenplay state', () => {
    const styled = (name: string, words: string) =>
      `{\\stylesheet{\\s21 Character;}{\\s22 Dialogue;}}\\pard\\s21 ${name}\\par\\pard\\s22 ${words}\\par\\pard\\s0 `;
    expect(text(`${styled('Ada', 'Who is there?')}Rain.\\par${styled('Tom', 'Only me.')}`)).toBe(
      'ADA: Who is there?\n\nRain.\n\nTOM: Only me.\n',
    );
  });

  it('has the numbers that lists give to headings, if these have words', () => {
    const chapter = (label: string, words: string, style = 's1') =>
      `{\\listtext\\pard\\plain\\b ${label}\\tab}\\pard\\plain\\${style}\\ls1 ${words}\\par\\pard\\plain It rained.\\par `;
    expect(
      text(
        chapter('Chapter 1', 'The Lamp') + chapter('Kapitel II:', 'Sea') + chapter('3.', 'Shore') + chapter('4.', ''),
      ),
    ).toBe(
      '# Chapter 1. The Lamp\n\nIt rained.\n\n# Kapitel II: Sea\n\nIt rained.\n\n# Shore\n\nIt rained.\n\n# 4.\n\nIt rained.\n',
    );
    const old = '{\\pntext\\f1 Step 1\\tab}Wait.\\par {\\pntext\\f0 \\bullet\\tab}Go.\\par';
    expect(text(old)).toBe('Step 1 Wait.\n\nGo.\n');
  });

  it('reads signs by their code page, by the font’s, and by their Unicode numbers', () => {
    expect(text("Voil\\'e0, \\ldblquote sir\\rdblquote\\emdash yes\\~now \\{x\\} caf\\u233 ?\\par")).toBe(
      'Voilà, “sir”—yes now {x} café\n'.replace('yes now', 'yes\u00a0now').replace('\u00a0', ' '),
    );
    expect(text("{\\f1\\'cf\\'f0\\'e8}{\\f2\\'83A\\'83\\'42}\\uc2\\u-10179\\'81\\'81\\u-8704\\'81\\'81\\par")).toBe(
      'Приアィ😀\n',
    );
  });

  it('reads no headers, field codes, hidden or deleted words, and tells of comments and pictures', () => {
    const body =
      '{\\header Head\\par}{\\info{\\title The Book}{\\author A. Writer}}{\\field{\\*\\fldinst PAGE}{\\fldrslt Seen}} {\\v hidden}{\\deleted gone}{\\revised new}{\\*\\annotation No.}{\\*\\unknown No.}{\\pict 00ff}{\\*\\shppict{\\pict\\bin3 }}}}}.\\par';
    expect(text(body)).toBe('Seen new.\n');
    expect(read(body)).toMatchObject({ title: 'The Book', author: 'A. Writer' });
    expect(read(body).notices).toEqual([
      { kind: 'pictures', count: 2 },
      { kind: 'comments', count: 1, words: 1, sample: 'No.' },
      { kind: 'deletions', count: 1, words: 1, sample: 'gone' },
      { kind: 'running-heads', count: 1, words: 1, sample: 'Head' },
      { kind: 'hidden', count: 1, words: 1, sample: 'hidden' },
    ]);
  });

  it('keeps notes beside their paragraph', () => {
    const body = 'Words{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} A note.} here.\\par More.\\par';
    expect(read(body).sections[0]?.blocks).toEqual([
      { kind: 'paragraph', text: 'Words here.' },
      { kind: 'footnote', text: 'A note.' },
      { kind: 'paragraph', text: 'More.' },
    ]);
  });

  it('has the chapters that larger type or new pages begin, and the roles that tabs part from their words', () => {
    const chapters = (heading: string) =>
      text(
        `${heading} The Lamp\\par\\pard\\plain\\fs24 The first was long.\\par\\page ${heading} The Shore\\par\\pard\\plain\\fs24 The second was longer.\\par`,
      );
    expect(chapters('\\pard\\fs36')).toBe(
      '# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n',
    );
    expect(chapters('\\pard\\qc')).toBe('# The Lamp\n\nThe first was long.\n\n# The Shore\n\nThe second was longer.\n');
    expect(text('{\\b ADA\\tab}Who?\\par TOM\\tab Me.\\par ADA\\tab Come in.\\par TOM\\tab Thanks.\\par')).toBe(
      'ADA: Who?\n\nTOM: Me.\n\nADA: Come in.\n\nTOM: Thanks.\n',
    );
  });

  it('reads boxes of text before the paragraphs that they stand in', () => {
    const box = (words: string) =>
      `{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt ${words}}}{\\shprslt{\\*\\do{\\dptxbxtext Again.\\par}}}}`;
    const body = `\\pard\\s1 One\\par\\pard Before ${box('\\pard In a box.\\par{\\b Twice.}')}behind.\\par ${box('Alone.\\par')}\\par Last.\\par`;
    expect(text(body)).toBe('# One\n\nIn a box.\n\nTwice.\n\nBefore behind.\n\nAlone.\n\nLast.\n');
  });

  it('of a play in two columns has its roles', () => {
    const row = (name: string, words: string): string =>
      `\\trowd\\pard\\intbl ${name}\\cell {\\pard ${words}\\par}\\cell\\row`;
    const play = ['Lane', 'Jack', 'Lane', 'Jack'].map((name, at) => row(name, `Words ${at}.`)).join('');
    expect(text(`${play}\\pard The end.\\par`)).toBe(
      'LANE: Words 0.\n\nJACK: Words 1.\n\nLANE: Words 2.\n\nJACK: Words 3.\n\nThe end.\n',
    );
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('ignores the unknown control word \\%s', (word) => {
    expect(text(`One {\\${word} two} three.\\par`)).toBe('One two three.\n');
  });

  it('that breaks off is read as far as it goes; without words it is refused', () => {
    expect(text('One.\\par Two {\\b and')).toBe('One.\n\nTwo and\n');
    expect(() => read('\\par')).toThrow(expect.objectContaining({ kind: 'empty' }));
    expect(() => readRtf(Buffer.from('no'), 'x.rtf')).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });
});
