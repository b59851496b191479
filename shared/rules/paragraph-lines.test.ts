import { expect, it } from 'vitest';
import { paragraphLines } from './paragraph-lines.ts';

it('cuts a paragraph with a pause into any number of lines', () => {
  const parts = [{ role: null, text: 'abc '.repeat(300_000) }, { pauseSeconds: 1 }];
  const { lines } = paragraphLines(parts, { speakBrackets: false, lineCharacters: 4 });
  expect(lines).toHaveLength(150_000);
  expect(lines.at(-1)?.pauseAfterSeconds).toBe(1);
});
