import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { id3Tag } from '@lectern/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyMp3, tinyWav } from '../testing/tiny-audio.ts';
import { readTags } from './read-tags.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tags-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const TAGS = {
  title: 'Eins',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  disclosure: 'Eine digitale Stimme und/oder 合成音声。',
};
const NO_CHAPTERS = { marks: [], frames: 1152, sampleRate: 44_100 };

describe('readTags', () => {
  it('reads how the audio was made, and the sentence for listeners', async () => {
    const path = write('a.mp3', tinyMp3(Buffer.from(id3Tag(TAGS, NO_CHAPTERS))));
    expect(await readTags(path)).toEqual({ sourceType: TAGS.digitalSourceType, disclosure: TAGS.disclosure });
  });

  it('finds nothing in files without these tags', async () => {
    const nothing = { sourceType: null, disclosure: null };
    expect(await readTags(write('b.mp3', tinyMp3(Buffer.from(id3Tag({ title: 'Eins' }, NO_CHAPTERS)))))).toEqual(
      nothing,
    );
    expect(await readTags(write('c.wav', tinyWav()))).toEqual(nothing);
  });

  it('reports files that can’t be parsed, and continues', async () => {
    const [text, empty, tags] = await Promise.all([
      readTags(write('text.txt', Buffer.from('This is a text.'))),
      readTags(write('empty.wav', Buffer.alloc(0))),
      readTags(write('d.mp3', tinyMp3(Buffer.from(id3Tag(TAGS, NO_CHAPTERS))))),
    ]);
    expect([text, empty]).toEqual(['damaged', 'damaged']);
    expect(tags).toMatchObject({ disclosure: TAGS.disclosure });
    expect(await readTags(join(folder, 'missing.wav'))).toBe('damaged');
  });
});
