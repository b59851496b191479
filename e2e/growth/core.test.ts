import { describe, expect, it } from 'vitest';
import { CORE_READERS } from './core.ts';
import { checkReader } from './growth.ts';

describe('a reader of the core takes time in proportion to its input', () => {
  it.each(CORE_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
