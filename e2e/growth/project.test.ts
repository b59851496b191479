import { describe, expect, it } from 'vitest';
import { checkReader } from './growth.ts';
import { PROJECT_READERS } from './project.ts';

describe('a change to a project takes time in proportion to its input', () => {
  it.each(PROJECT_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
