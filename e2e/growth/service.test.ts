import { describe, expect, it } from 'vitest';
import { checkReader } from './growth.ts';
import { SERVICE_READERS } from './service.ts';

describe('a reader of the service takes time in proportion to its input', () => {
  it.each(SERVICE_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });
});
