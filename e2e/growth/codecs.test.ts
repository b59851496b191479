import { describe, expect, it } from 'vitest';
import { CODECS_READERS } from './codecs.ts';
import { checkReader } from './growth.ts';

describe('a reader of audio files takes time in proportion to its input', () => {
  it.each(CODECS_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
