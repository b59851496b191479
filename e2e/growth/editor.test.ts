import { describe, expect, it } from 'vitest';
import { EDITOR_READERS } from './editor.ts';
import { checkReader } from './growth.ts';

describe('the editor’s reader of paragraphs takes time in proportion to its input', () => {
  it.each(EDITOR_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
