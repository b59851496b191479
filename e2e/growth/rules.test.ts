import { describe, expect, it } from 'vitest';
import { checkReader } from './growth.ts';
import { RULES_READERS } from './rules.ts';

describe('a rule of scripts takes time in proportion to its input', () => {
  it.each(RULES_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
