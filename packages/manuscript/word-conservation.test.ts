// No word of a document is lost without a word about it: each is in the script, or is counted among those left out.
import { describe, expect, it } from 'vitest';
import { rounds } from '../../e2e/support/rounds.ts';
import { ManuscriptMaker, wordsOf } from '../../e2e/word-conservation/made-manuscript.ts';
import { WRITTEN_FORMS } from '../../e2e/word-conservation/written-forms.ts';
import { loadReader } from './formats/document-readers.ts';
import { documentFormatOf } from './formats/read-document.ts';
import { openManuscript, openTextFile, type ScriptSource } from './import-script.ts';

const SEEDS = rounds(135);

/** Opens a file as `openScriptFile` does, without a thread for each. */
async function open(bytes: Uint8Array, path: string): Promise<ScriptSource> {
  const format = documentFormatOf(bytes, path);
  if (format === null) return openTextFile(bytes, path);
  const read = await loadReader(format);
  return openManuscript(await read(bytes, path), { path, name: path, sizeBytes: bytes.byteLength });
}

const inPlace = { notes: 'in-place', captions: 'in-place', tables: 'in-place' } as const;

describe('the words of a document', () => {
  it.each(Object.entries(WRITTEN_FORMS))(
    'in the form of %s are in the script, or counted as left out',
    async (_, form) => {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const parts = new ManuscriptMaker(seed).manuscript(form);
        const source = await open(form.write(parts), form.file);
        const sections = source.as(source.detected).sections.map(() => true);
        const { text, notices, leftOut } = source.as(source.detected, { ...inPlace, sections });
        const inScript = new Set(text.toLowerCase().match(/[a-z]+/g));
        const missing = parts.flatMap(wordsOf).filter((word) => !inScript.has(word));
        const counts = [...notices, ...leftOut].map((notice) =>
          'words' in notice && typeof notice.words === 'number' ? notice.words : 0,
        );
        const reported = counts.reduce((sum, words) => sum + words, 0);
        expect(reported, `seed ${seed}: ${missing.join(' ')}`).toBe(missing.length);
      }
    },
  );
});
