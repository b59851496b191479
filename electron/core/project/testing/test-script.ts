// Scripts by chance, and what must be stored of them.
import fc from 'fast-check';
import { expect } from 'vitest';
import { chaptersOf } from '../../../../shared/rules/chapters.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import type { LoadedDocument } from '../script/document-replies.ts';

// Few different paragraphs, so that the same words stand in several places; of every kind.
const PARAGRAPHS = [
  'Yes.',
  'No.',
  'It was a bright cold day in April, and the clocks were striking thirteen.',
  'The hallway smelt of boiled cabbage and old rag mats.',
  'ALGERNON: Did you hear what I was playing, Lane?',
  "LANE: I didn't think it polite to listen, sir.",
  'ALGERNON: Yes.\nLANE: No.',
  'A: One.\nB: Two.\nC: Three.',
  '(Puts the violin away.)',
  '[pause 2s]',
  'Wait [pause 1s] for me.',
  '# One',
  '# Two',
  '## Part',
  '## Other part',
];
export const paragraph = fc.constantFrom(...PARAGRAPHS);
const gap = fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n', '\n \n');
export const scriptText = fc
  .array(fc.tuple(paragraph, gap), { maxLength: 14 })
  .map((parts) => parts.map(([text, space]) => text + space).join(''));

/** What is stored must be what the whole text reads as, each line once. */
export function expectStoredAs(project: Project, text: string): void {
  expect(project.script.text()).toBe(text);
  const paragraphs = parseScript(text, project.settings());
  const rows = project.db
    .prepare('SELECT id, kind, source, gap, chapter_id FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord')
    .all();
  expect(rows.map(({ kind, source, gap: space }) => ({ kind, source, gap: space }))).toEqual(
    paragraphs.map(({ kind, source, gap: space }) => ({ kind, source, gap: space })),
  );
  const lines = project.lines.states();
  const spoken = paragraphs.filter(({ problem }) => problem === undefined).flatMap((one) => one.lines);
  expect(lines.filter(({ problem }) => problem?.kind !== 'three-roles').map(({ turns }) => turns)).toEqual(
    spoken.map(({ turns }) => turns),
  );
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  for (const { heading, first, end } of chaptersOf(paragraphs)) {
    const chapterId = heading === null ? null : rows[heading]?.['id'];
    for (const row of rows.slice(first, end)) expect(row['chapter_id']).toBe(chapterId);
  }
}

/** An editor that only knows what it was told. */
export function editDocument(project: Project, { documentId, revision, text }: LoadedDocument) {
  const editor = {
    documentId,
    revision,
    text,
    edit(from: number, to: number, insert: string) {
      const edited = project.script.documents.edit(documentId, editor.revision, [{ from, to, insert }]);
      editor.revision = edited.revision;
      editor.text = editor.text.slice(0, from) + insert + editor.text.slice(to);
      return edited;
    },
    /** Types a text, a key at a time. */
    type(at: number, words: string) {
      [...words].forEach((key, index) => {
        editor.edit(at + index, at + index, key);
      });
    },
    replace(words: string, insert: string) {
      const from = editor.text.indexOf(words);
      return editor.edit(from, from + words.length, insert);
    },
  };
  return editor;
}
