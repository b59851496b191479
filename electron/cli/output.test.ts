import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type CommandOutput, createOutput, plainText, truncateToCells, wrapWords } from './output.ts';

describe('a row for the person who waits', () => {
  const noteOn = (columns: number | null, text: string): string => {
    const stream = new PassThrough();
    const terminal = columns === null ? null : (Object.assign(stream, { columns }) as unknown as WriteStream);
    createOutput(new PassThrough(), stream, terminal).note(text);
    return String(stream.read());
  };

  it('is broken between words on a terminal, and left whole in a pipe', () => {
    expect(noteOn(12, 'The run goes on.')).toBe('The run goes\non.\n');
    expect(noteOn(null, 'The run goes on.')).toBe('The run goes on.\n');
  });

  it('leaves a command to be copied in one piece', () => {
    expect(noteOn(12, 'Go on: lectern resume /a/b')).toBe('Go on: lectern resume /a/b\n');
  });

  it('never moves the cursor', () => {
    expect(noteOn(80, 'A line says \x1b[2Jboo\r.')).toBe('A line says boo .\n');
  });
});

describe('a result', () => {
  const written = (work: (output: CommandOutput) => void): string => {
    const stream = new PassThrough();
    work(createOutput(stream, new PassThrough(), null));
    return String(stream.read());
  };

  it('never moves the cursor nor turns its words, and keeps its rows', () => {
    expect(written(({ result }) => result('NAME\nA\x1b[2Jnna\u202e\x07'))).toBe('NAME\nAnna\n');
  });

  it('ends rows with a line feed, whichever line ending a table uses', () => {
    expect(written(({ result }) => result('name,price\r\nAnna,0'))).toBe('name,price\nAnna,0\n');
  });

  it('is escaped in JSON, where the data stay as they are', () => {
    const voices = [{ name: 'A\x1b[2J\u202enna\u2028\x9b\u061c', id: 'é😀' }];
    const text = written(({ json }) => json(voices));
    expect(text).not.toMatch(/[\p{Cc}\u202e\u2028\u061c](?!$)/u);
    expect(text).toContain('é😀');
    expect(JSON.parse(text)).toEqual(voices);
  });
});

describe('plainText', () => {
  it('takes out what would move the cursor, change colours or the title, or ring', () => {
    expect(plainText('a\x1b[2J\x1b[31mred\x1b[0m\x1b]0;title\x07 b\x07\x9b1A')).toBe('ared b1A');
    expect(plainText('one\r\ntwo\tthree')).toBe('one two three');
  });

  it('takes out what would turn the direction of the words around it', () => {
    expect(plainText('a\u202egpj.exe\u202c b\u2066c\u2069 \u061cd\u200e')).toBe('agpj.exe bc d');
  });

  it('leaves every language as it is', () => {
    const text = 'Œuvre — “Ἀλκιβιάδης” 春の海 مرحبا 👩‍🚀';
    expect(plainText(text)).toBe(text);
  });
});

describe('cellsOf', () => {
  it('counts two for wide letters and none for marks', () => {
    expect(stringWidth('abc')).toBe(3);
    expect(stringWidth('春の海')).toBe(6);
    expect(stringWidth('e\u0301')).toBe(1);
  });
});

describe('cutToCells', () => {
  it('cuts what is too long, and nothing else', () => {
    expect(truncateToCells('short', 5)).toBe('short');
    expect(truncateToCells('a longer row', 8)).toBe('a longe…');
    expect(truncateToCells('春の海春の海', 7)).toBe('春の海…');
  });
});

describe('wrapWords', () => {
  it('breaks between words and keeps the indent', () => {
    expect(wrapWords('one two three', 9)).toBe('one two\nthree');
    expect(wrapWords('  one two three', 9)).toBe('  one two\n  three');
    expect(wrapWords('/a/very/long/path', 5)).toBe('/a/very/long/path');
  });
});
