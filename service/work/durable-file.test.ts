import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { SpeechError } from '../speech/speech-engine.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { fileTrouble, putInPlace, writeBeside } from './durable-file.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, 'line.wav');

test('a file is not there before it is put in its place, and then has the bytes of its pieces', async () => {
  expect(writeBeside(path, [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)])).toBe(3);
  expect(existsSync(path)).toBe(false);
  await putInPlace(path);
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('more pieces than the operating system takes at once are all written', async () => {
  const pieces = Array.from({ length: 3000 }, (_, index) => Uint8Array.of(index, index >> 8));
  expect(writeBeside(path, pieces)).toBe(6000);
  await putInPlace(path);
  expect([...readFileSync(path)]).toEqual(pieces.flatMap((piece) => [...piece]));
});

test('whatever the pieces, the size is theirs', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      expect(writeBeside(path, pieces)).toBe(pieces.reduce((size, piece) => size + piece.length, 0));
      expect([...readFileSync(`${path}.part`)]).toEqual(pieces.flatMap((piece) => [...piece]));
    }),
  );
});

test('a disk that refuses is told of in a sentence', async () => {
  const nowhere = join(folder.path, 'no-folder', 'line.wav');
  await expect(putInPlace(nowhere)).rejects.toThrow(new SpeechError('The audio file could not be written (ENOENT).'));
  expect(fileTrouble(Object.assign(new Error('no'), { code: 'ENOSPC' }))).toBe('The disk of the service is full.');
  expect(fileTrouble(new Error('something else'))).toBeUndefined();
});
