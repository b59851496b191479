import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfiguration } from '../speech/configuration/read-configuration.ts';
import { resolveKey } from '../speech/elsewhere/openai-source.ts';
import { readPiperVoice } from '../speech/elsewhere/piper-source.ts';
import { readSmallFile } from './read-small-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-small-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('reads a file up to its limit', () => {
  const path = join(folder, 'file');
  writeFileSync(path, 'abc');
  expect(readSmallFile(path, 3)).toBe('abc');
  expect(() => readSmallFile(path, 2)).toThrow(expect.objectContaining({ code: 'too-large' }));
  expect(() => readSmallFile(folder, 9)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(() => readSmallFile(join(folder, 'none'), 9)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

describe.runIf(process.platform !== 'win32')('a pipe without a writer', () => {
  let pipe: string;
  beforeEach(() => {
    pipe = join(folder, 'voice.json');
    execFileSync('mkfifo', [pipe]);
  });

  test.each([
    ['the configuration of speech', () => readConfiguration(pipe, true)],
    ['the key of a voice server', () => resolveKey({ kind: 'file', path: pipe }, 'The voice server')],
    ['a voice of Piper', () => readPiperVoice(join(folder, 'voice'), 'The voice program')],
  ])('is refused as %s', (_, read) => {
    expect(read).toThrow('not-a-file');
  });
});
