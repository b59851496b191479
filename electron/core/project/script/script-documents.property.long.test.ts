import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { Project } from '../project.ts';
import { castAll, giveTake, save, Workshop } from '../testing/test-project.ts';
import { expectStoredAs, paragraph, scriptText } from '../testing/test-script.ts';
import { applyTextChanges, type ParagraphFacts } from './script-document.ts';

/** Edits as an editor makes them: places as parts of the text, rising. */
const edit = fc.record({
  document: fc.nat(),
  places: fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.constantFrom(0, 0, 1, 5, 40) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  inserts: fc.array(
    fc.oneof(
      fc.constantFrom('', 'a', ' word', '\n', '\r\n', '\n\n', '  ', '#', '# ', '## ', '\n\n## New\n\n', '\ufeff', ':'),
      paragraph,
      scriptText,
    ),
    { minLength: 3, maxLength: 3 },
  ),
  edge: fc.constantFrom('inside', 'inside', 'start', 'end', 'all'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function changesOf(text: string, { places, inserts, edge }: Edit): TextChange[] {
  const insert = inserts[0] ?? '';
  if (edge === 'start') return [{ from: 0, to: Math.min(text.length, places[0]?.length ?? 0), insert }];
  if (edge === 'end') return [{ from: Math.max(0, text.length - (places[0]?.length ?? 0)), to: text.length, insert }];
  if (edge === 'all') return [{ from: 0, to: text.length, insert }];
  let position = 0;
  return places
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, length }, index) => {
      const from = Math.max(position, Math.round(at * text.length));
      position = Math.min(text.length, from + length);
      return { from, to: position, insert: inserts[index] ?? '' };
    });
}

/** What an editor of a document knows, kept by the replies alone. */
interface Editor {
  readonly id: number;
  revision: number;
  text: string;
  trailing: string;
  paragraphs: readonly ParagraphFacts[];
}

/** Paragraphs alike have much read again, up to a title that is the last of what is read. */
const ALIKE_BEFORE_A_TITLE = '## Part\n\n## Part\n\n## Part\n\n## Part\n\n# Two\n\n## Other part\n\n';
/** What is put before the first character. */
const first = (insert: string): Edit => ({
  document: 0,
  places: [{ at: 0, length: 0 }],
  inserts: [insert, '', ''],
  edge: 'inside',
});

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

let projects = 0;
function newProject(start: string): Project {
  projects += 1;
  const project = workshop.create(`${projects}.lectern`);
  save(project, start);
  return project;
}

/** Opens every chapter: together the documents are the script. */
function openAll(project: Project): Editor[] {
  const ids = [...new Set([null, ...project.script.chapters().map(({ id }) => id)])];
  return ids.map((id) => {
    const { documentId, revision, text, trailing, paragraphs } = project.script.documents.open(id);
    return { id: documentId, revision, text, trailing, paragraphs };
  });
}

function apply(project: Project, editors: readonly Editor[], editor: Editor, changes: readonly TextChange[]): void {
  const edited = project.script.documents.edit(editor.id, editor.revision, changes);
  editor.revision = edited.revision;
  editor.text = applyTextChanges(editor.text, changes);
  editor.trailing = edited.trailing;
  const { at, count, paragraphs } = edited.replaced;
  editor.paragraphs = editor.paragraphs.toSpliced(at, count, ...paragraphs);
  for (const other of editors) {
    if (!edited.touched.includes(other.id)) continue;
    const { paragraphs: now, trailing, revision } = project.script.documents.load(other.id);
    expect(revision).toBe(other.revision);
    Object.assign(other, { paragraphs: now, trailing });
  }
}

function expectInStep(project: Project, editors: readonly Editor[]): void {
  for (const editor of editors) {
    const loaded = project.script.documents.load(editor.id);
    expect(loaded.text).toBe(editor.text);
    expect(loaded.trailing).toBe(editor.trailing);
    expect(loaded.paragraphs).toEqual(editor.paragraphs);
    expect(editor.paragraphs.reduce((sum, { length }) => sum + length, 0)).toBe(editor.text.length);
    expect(loaded.chapterIds.every((id) => project.script.documents.documentOf(id) !== null)).toBe(true);
  }
  const ids = editors.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id)).filter((id) => id > 0);
  const rows = project.db.prepare('SELECT id FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord').all();
  expect(ids).toEqual(rows.map(({ id }) => id));
  const lines = editors.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lineIds }) => lineIds));
  expect(lines).toEqual(project.lines.states().map(({ id }) => id));
}

describe('any row of edits of documents', () => {
  it('stores the text of all documents, one after the other, as the whole text reads', () => {
    fc.assert(
      fc.property(scriptText, fc.array(edit, { maxLength: 8 }), (start, edits) => {
        const project = newProject(start);
        const editors = openAll(project);
        expectInStep(project, editors);
        for (const one of edits) {
          const editor = editors[one.document % editors.length];
          if (!editor) continue;
          apply(project, editors, editor, changesOf(editor.text, one));
          expectStoredAs(project, editors.map(({ text, trailing }) => text + trailing).join(''));
          expectInStep(project, editors);
        }
        project.close();
      }),
      {
        numRuns: rounds(100),
        examples: [
          [ALIKE_BEFORE_A_TITLE, [first('')]],
          // A byte order mark is no part of the words where the script begins with it.
          ['Yes.\n\n## Other part\n\n', [first('\ufeff'), first('# ')]],
        ],
      },
    );
  });
});

describe('opening chapters after any row of edits', () => {
  it('gives each chapter as a whole, and no words twice', () => {
    fc.assert(
      fc.property(scriptText, fc.array(edit, { maxLength: 5 }), (start, edits) => {
        const project = newProject(start);
        const editors = openAll(project);
        for (const one of edits) {
          const editor = editors[one.document % editors.length];
          if (editor) apply(project, editors, editor, changesOf(editor.text, one));
        }
        const text = project.script.text();
        const { documents } = project.script;
        const ids = [null, ...project.script.chapters().map(({ id }) => id)];
        for (const id of ids) {
          const loaded = documents.open(id);
          const own = new Set(loaded.paragraphs.map((paragraph) => paragraph.id));
          const rows = project.db
            .prepare<{ readonly id: number }>('SELECT id FROM paragraphs WHERE chapter_id IS ? AND deleted_at IS NULL')
            .all(id);
          expect(rows.every((row) => own.has(row.id))).toBe(true);
          expect(documents.open(id).documentId).toBe(loaded.documentId);
        }
        const last = [...new Set(ids.map((id) => documents.open(id).documentId))].map((id) => documents.load(id));
        for (const { paragraphs, text: own } of last) {
          expect(paragraphs.reduce((sum, { length }) => sum + length, 0)).toBe(own.length);
        }
        expect(project.script.text()).toBe(text);
        const shown = last.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id)).filter((id) => id > 0);
        const stored = project.db.prepare('SELECT id FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord').all();
        expect(shown).toEqual(stored.map(({ id }) => id));
        project.close();
      }),
      { numRuns: rounds(60) },
    );
  });
});

/** What undoing must give back: which line is which, and what it exports. */
function memoryOf(project: Project): unknown[] {
  return project.lines.states().map(({ id, text, state, pick, override }) => [id, text, state, pick?.takeId, override]);
}

/** The changes that take changes back. */
function inverseOf(text: string, changes: readonly TextChange[]): TextChange[] {
  let shift = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

describe('undoing edits of documents to the beginning', () => {
  async function expectAllBack(project: Project, edits: readonly Edit[]): Promise<void> {
    castAll(project);
    for (const [at, line] of project.lines.states().entries()) {
      if (at % 3 === 0 && line.state === 'unrendered') await giveTake(project, line);
      if (at % 3 === 1) project.lines.setOverride(line.id, { speed: 1 + at / 100 });
    }
    const editors = openAll(project);
    const history: { back: TextChange[]; memory: unknown[] }[] = [];
    // One text has one history of what can be undone.
    const editor = editors[(edits[0]?.document ?? 0) % editors.length];
    for (const one of edits) {
      if (!editor) continue;
      const changes = changesOf(editor.text, one);
      history.push({ back: inverseOf(editor.text, changes), memory: memoryOf(project) });
      apply(project, editors, editor, changes);
    }
    for (const { back, memory } of history.toReversed()) {
      if (editor) apply(project, editors, editor, back);
      expect(memoryOf(project)).toEqual(memory);
    }
    project.close();
  }

  it('gives every line its identity, take and settings back', async () => {
    await fc.assert(
      fc.asyncProperty(scriptText, fc.array(edit, { maxLength: 8 }), (start, edits) =>
        expectAllBack(newProject(start), edits),
      ),
      { numRuns: rounds(100) },
    );
  });
});
