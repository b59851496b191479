import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { type Output, outputTo } from './output.ts';

describe('a row for the person who waits', () => {
  const noteOn = (columns: number | null, text: string): string => {
    const stream = new PassThrough();
    const terminal = columns === null ? null : (Object.assign(stream, { columns }) as unknown as WriteStream);
    outputTo(new PassThrough(), stream, terminal).note(text);
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
  const written = (work: (output: Output) => void): string => {
    const stream = new PassThrough();
    work(outputTo(stream, new PassThrough(), null));
    return String(stream.read());
  };

  it('never moves the cursor nor turns its words, and keeps its rows', () => {
    expect(written(({ result }) => result('NAME\nA\x1b[2Jnna\u202e\x07'))).toBe('NAME\nAnna\n');
  });

  it('is escaped in JSON, where the data stay as they are', () => {
    const voices = [{ name: 'A\x1b[2J\u202enna\u2028\x9b\u061c', id: 'é😀' }];
    const text = written(({ json }) => json(voices));
    expect(text).not.toMatch(/[\p{Cc}\u202e\u2028\u061c](?!$)/u);
    expect(text).toContain('é😀');
    expect(JSON.parse(text)).toEqual(voices);
  });
});
