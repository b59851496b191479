// Whatever was done to a file, its reader finds a manuscript in it or says why there is none. More of them: e2e/broken-files/main.ts.
import { describe, expect, it } from 'vitest';
import { BROKEN_FORMS } from '../../e2e/broken-files/broken-file.ts';
import { readBrokenFiles } from '../../e2e/broken-files/rounds.ts';
import { rounds } from '../../e2e/support/rounds.ts';

const ROUNDS = rounds(200);

describe('a broken file', () => {
  it.each(BROKEN_FORMS)('of the form %s is read as far as it goes, or refused, within 10 s', async (form) => {
    const { outcomes, violations } = await readBrokenFiles(form, 1, 1 + ROUNDS);
    // Memory is that of all tests in this process.
    expect(violations.filter((violation) => !violation.endsWith(' MB'))).toEqual([]);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
    // Most damage leaves something to read.
    expect(outcomes.get('read') ?? 0).toBeGreaterThan(ROUNDS / 4);
  });
});
