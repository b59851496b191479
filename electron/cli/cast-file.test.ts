import { execFileSync } from 'node:child_process';
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyCastFile, readCastFile } from './cast-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-cast-'));
const file = (text: string): string => {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, text);
  return path;
};
const voices = [
  { id: 'v://ada', name: 'Ada', voice_engine: 'SvcDialog' },
  { id: 'v://bob', name: 'Bob', voice_engine: 'SvcDialog' },
  { id: 'v://bob-2', name: 'Bob', voice_engine: 'SvcDialog' },
  { id: 'v://old', name: 'Old', voice_engine: 'Svc2.0' },
];

describe('a cast file', () => {
  it('casts by identifier or name, with parameters, and leaves other roles alone', () => {
    const cast = readCastFile(
      file('{"ALGERNON": "ada", "LANE": {"voice": "v://bob", "speed": 1.2, "turn_prefix": "L:"}}'),
    );
    const role = (name: string) => ({ name, voice: null, parameters: {}, turnPrefix: null });
    expect(applyCastFile([role('ALGERNON'), role('LANE'), role('JACK')], cast, voices)).toEqual([
      { name: 'ALGERNON', voice: 'v://ada', parameters: {}, turnPrefix: null },
      { name: 'LANE', voice: 'v://bob', parameters: { speed: 1.2 }, turnPrefix: 'L:' },
      { name: 'JACK', voice: null, parameters: {}, turnPrefix: null },
    ]);
  });

  it.each([
    ['a voice that nobody has', '{"A": "nobody"}', /nobody.*lectern voices/],
    ['a name that two have', '{"A": "Bob"}', /2 voices are called "Bob"/],
    ['a voice that batches do not take', '{"A": "Old"}', /Svc2\.0/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => applyCastFile([], readCastFile(file(text)), voices)).toThrow(message);
  });

  it.each([
    ['no JSON', '{', /not valid JSON/],
    ['a list', '[]', /not a list of roles/],
    ['a role without a name', '{"": "Ada"}', /a role has no name/],
    ['a role that is a number', '{"LANE": 5}', /LANE is neither/],
    ['a parameter that there is none of', '{"LANE": {"colour": 1}}', /LANE: unrecognized key: "colour"/],
    ['a value out of bounds, naming it', '{"LANE": {"speed": 9}}', /LANE\.speed/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => readCastFile(file(text))).toThrow(message);
  });

  it('names a file that is not there, or a folder', () => {
    expect(() => readCastFile('/no/such/cast.json')).toThrow('There is no cast file /no/such/cast.json');
    expect(() => readCastFile(import.meta.dirname)).toThrow('is a folder');
  });

  it('is not waited for as a pipe, nor read without end', () => {
    if (process.platform !== 'win32') {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(() => readCastFile(pipe)).toThrow(`The cast file ${pipe} is not a regular file`);
      expect(() => readCastFile('/dev/zero')).toThrow('is not a regular file');
    }
    const huge = file('{}');
    truncateSync(huge, 2 ** 36);
    expect(() => readCastFile(huge)).toThrow('is too large');
  });

  it('reads a file with a byte order mark', () => {
    expect(readCastFile(file('\uFEFF{"LANE": {"speed": 1.1}}'))).toEqual({ LANE: { speed: 1.1 } });
  });
});
