import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../common/ids.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { DataFolder } from './data-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('lock.db'))
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();

test('on startup, unfinished files of a killed service are removed, and nothing else', async () => {
  const job = newId('sj-');
  const unfinished = [
    `audio/${job}.wav.part`,
    `audio/${job}.wav.samples`,
    `audio/${newId('cv-')}.ogg.part`,
    'samples/en-anna-2.mp3.part',
    'account.json.4711.part',
    'running.json.4711.part',
    'speech.json.4711.part',
    'engine-keys/studio.key.4711.part',
    `.4711.${randomUUID()}.part`,
    `engine-keys/.4711.${randomUUID()}.part`,
    'ahead/ahead-1',
    'running.json',
  ];
  const others = [
    `audio/${job}.wav`,
    'audio/notes.txt',
    'audio/song.mp3.part',
    'audio/x.part',
    'samples/en-anna-2.mp3',
    'account.json',
    'speech.json',
    'engine-keys/studio.key',
    'engine-keys/notes.part',
    'draft.part',
  ].sort();
  for (const name of [...unfinished, ...others]) {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
  }
  const taken = await DataFolder.open(folder.path);
  expect(filesIn(folder.path)).toEqual(others);
  taken.close();
});
