import { describe, expect, it } from 'vitest';
import { checkReader } from './growth.ts';
import { IMPORT_READERS } from './import.ts';

describe('an importer takes time in proportion to its input', () => {
  it.each(IMPORT_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
