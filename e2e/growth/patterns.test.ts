import { describe, expect, it } from 'vitest';
import { checkReader } from './growth.ts';
import { BUILDING_FILES, PATTERN_READERS } from './patterns.ts';

it('knows all files that build patterns', () => {
  expect(BUILDING_FILES.found).toEqual(BUILDING_FILES.listed);
});

describe('a regular expression takes time in proportion to the text', () => {
  it.each(PATTERN_READERS.map((reader) => [reader.name, reader] as const))('%s', async (_, reader) => {
    expect(await checkReader(reader)).toBeNull();
  });

  it('is found in the source', () => {
    expect(PATTERN_READERS.length).toBeGreaterThan(200);
    expect(PATTERN_READERS.some(({ name }) => name === 'literals of shared/rules/role-marks.ts')).toBe(true);
  });
});
