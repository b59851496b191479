// One act as other programs write it: whatever the form, the same is heard. All of the act: e2e/forms/main.ts.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { firstAct } from '../../e2e/forms/act.ts';
import { contentOfAct, contentOfFile, differences } from '../../e2e/forms/compare.ts';

const FOLDER = fileURLToPath(new URL('../../e2e/fixtures/forms/', import.meta.url));
const files = readdirSync(FOLDER).filter((file) => file !== 'README.md');

describe('an act as another program wrote it', () => {
  it('comes in 21 files', () => expect(files).toHaveLength(21));

  it.each(files)('has its roles, its chapter and its spoken words: %s', async (file) => {
    expect(differences(contentOfAct(firstAct(60), file), await contentOfFile(FOLDER + file))).toEqual([]);
  });
});
