import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('nounFor is the one place of the window that chooses between one and many', () => {
  const folder = fileURLToPath(new URL('../renderer', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test)\.tsx?$/.test(name),
  );
  const own = sources.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const found = [
      ...text.matchAll(/=== 1 \? '(\w+)' : '\1e?s'|(?<!formatCount\()\$\{[a-z]\w*\} (?:voices|lines|batches|files)\b/g),
    ];
    return found.map(([words]) => `${name}: ${words}`);
  });
  expect(own).toEqual([]);
});
