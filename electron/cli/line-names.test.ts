import { expect, it } from 'vitest';
import type { LineState } from '../core/project/lines/line-store.ts';
import { LineNames } from './line-names.ts';

it('says which rule makes a line too long, and what to do', () => {
  const problem = {
    kind: 'pronunciation-too-long',
    rule: 6,
    from: `polite ${'x'.repeat(99)}`,
    limit: 100_000,
  } as const;
  // Of a line nothing else is looked at.
  const names = new LineNames([{ id: 1, number: 1, problem } as Partial<LineState> as LineState]);
  expect(names.problemOf(1)).toBe(
    'Pronunciation rule 7 (“polite xxxxxxxxxxxxxxxxxxxxxxxxx…”) makes it longer than 100000 characters: change that rule or the earlier rules whose results it expands.',
  );
});
