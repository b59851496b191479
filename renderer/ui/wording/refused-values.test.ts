import { describe, expect, it } from 'vitest';
import { REFUSED_VALUES, refusedValueSchema } from '../../../shared/ipc/envelope.ts';
import { wordError } from './errors.ts';

const EVERY = REFUSED_VALUES.flatMap(({ field, reasons }) =>
  reasons.map((reason) =>
    refusedValueSchema.parse({ kind: 'invalid', field, reason, detail: 'The template names an unknown field {x}.' }),
  ),
);

describe('the words for a value that was not taken', () => {
  it('are there for everything that is refused', () => {
    expect(EVERY.length).toBeGreaterThan(20);
    expect(new Set(EVERY.map(({ field }) => field))).toContain('place');
  });

  it.each(EVERY)('name no field and no reason by its code: $field, $reason', (value) => {
    const { title, detail } = wordError(value);
    expect(title).toMatch(/^[A-Z].{12,60}[^.]$/);
    expect(title).not.toBe('This can’t be taken');
    expect(detail).toMatch(/^[A-Z].*\.$/);
    for (const code of [value.field, value.reason].filter((name) => /[-A-Z]/.test(name))) {
      expect(`${title} ${detail}`).not.toContain(code);
    }
    expect(detail).not.toContain(`${value.field}: `);
  });

  it('say what is wrong with a template as the rules say it', () => {
    const value = { kind: 'invalid', field: 'template', reason: 'unusable', detail: 'It is empty.' } as const;
    expect(wordError(value).detail).toBe('It is empty.');
  });
});
