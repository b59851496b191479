import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { SpeechError } from '../speech/speech-engine.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { commitFile, PartialFile, writeErrorMessage } from './durable-file.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, 'line.wav');

function writeBeside(at: string, pieces: readonly Uint8Array[]): number {
  const file = new PartialFile(at);
  file.write(pieces);
  file.close();
  return file.size;
}

test('a file is not there before it is put in its place, and then has the bytes of its pieces', async () => {
  expect(writeBeside(path, [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)])).toBe(3);
  expect(existsSync(path)).toBe(false);
  await commitFile(path);
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('more pieces than the operating system takes at once are all written', async () => {
  const pieces = Array.from({ length: 3000 }, (_, index) => Uint8Array.of(index, index >> 8));
  expect(writeBeside(path, pieces)).toBe(6000);
  await commitFile(path);
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

test('a file that is made piece by piece gets its head last', async () => {
  const file = new PartialFile(path);
  file.write([Uint8Array.of(0, 0, 0)]);
  file.write([Uint8Array.of(3), Uint8Array.of(4)]);
  file.writeStart(Uint8Array.of(1, 2));
  file.close();
  expect(file.size).toBe(5);
  await commitFile(path);
  expect([...readFileSync(path)]).toEqual([1, 2, 0, 3, 4]);
});

test('nothing is left of a file that is not wanted any more', () => {
  const file = new PartialFile(path);
  file.write([Uint8Array.of(1)]);
  file.remove();
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('many files at once are all put in their places', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => join(folder.path, `${index}.wav`));
  await Promise.all(
    paths.map((each, index) => {
      writeBeside(each, [Uint8Array.of(index)]);
      return commitFile(each);
    }),
  );
  expect(paths.map((each) => readFileSync(each)[0])).toEqual(paths.map((_, index) => index));
});

test('a disk that refuses is told of in a sentence', async () => {
  const nowhere = join(folder.path, 'no-folder', 'line.wav');
  await expect(commitFile(nowhere)).rejects.toThrow(new SpeechError('The audio file could not be written (ENOENT).'));
  expect(writeErrorMessage(Object.assign(new Error('no'), { code: 'ENOSPC' }))).toBe(
    'The disk of the service is full.',
  );
  expect(writeErrorMessage(new Error('something else'))).toBeUndefined();
});
