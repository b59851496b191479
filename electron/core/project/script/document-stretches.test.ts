// Documents that take in the chapter before or behind them, and give chapters away again.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { expectStoredAs, paragraph, scriptText } from '../testing/test-script.ts';
import type { DocumentStretchResult, LoadedDocument } from './document-replies.ts';
import { applyTextChanges, type ParagraphFacts } from './script-document.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

/** What an editor knows, kept by the replies alone. */
class Editor {
  documentId: number;
  revision: number;
  text: string;
  paragraphs: readonly ParagraphFacts[];
  chapterIds: readonly (number | null)[];
  readonly #project: Project;

  constructor(project: Project, loaded: LoadedDocument) {
    this.#project = project;
    this.documentId = loaded.documentId;
    this.revision = loaded.revision;
    this.text = loaded.text;
    this.paragraphs = loaded.paragraphs;
    this.chapterIds = loaded.chapterIds;
  }

  /** @returns the other documents of which a paragraph is another now */
  edit(changes: readonly TextChange[]): readonly number[] {
    const edited = this.#project.script.documents.edit(this.documentId, this.revision, changes);
    const { at, count, paragraphs } = edited.replaced;
    this.text = applyTextChanges(this.text, changes);
    this.paragraphs = this.paragraphs.toSpliced(at, count, ...paragraphs);
    this.revision = edited.revision;
    this.chapterIds = edited.chapterIds;
    return edited.touched;
  }

  readAgain(): void {
    const { revision, text, paragraphs, chapterIds } = this.#project.script.documents.load(this.documentId);
    expect(text).toBe(this.text);
    Object.assign(this, { revision, paragraphs, chapterIds });
  }

  follow({ documentId, revision, replaced, chapterIds }: DocumentStretchResult): void {
    const { at, count, paragraphs, text, from, to } = replaced;
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.paragraphs = this.paragraphs.toSpliced(at, count, ...paragraphs);
    Object.assign(this, { documentId, revision, chapterIds });
  }

  expectAsStored(): void {
    const loaded = this.#project.script.documents.load(this.documentId);
    const { documentId, revision, text, paragraphs, chapterIds } = this;
    expect({ documentId, revision, text, paragraphs, chapterIds }).toEqual({
      documentId: loaded.documentId,
      revision: loaded.revision,
      text: loaded.text,
      paragraphs: loaded.paragraphs,
      chapterIds: loaded.chapterIds,
    });
  }
}

let projects = 0;
function scriptOf(text: string) {
  projects += 1;
  const project = workshop.create(`${projects}.lectern`);
  save(project, text);
  const idOf = (title: string) => project.script.chapters().find((chapter) => chapter.title === title)?.id ?? null;
  const open = (title: string, through = title) =>
    new Editor(project, project.script.documents.open(idOf(title), idOf(through)));
  return { project, documents: project.script.documents, idOf, open };
}

function stretched(found: DocumentStretchResult | 'none' | 'full'): DocumentStretchResult {
  if (typeof found === 'string') throw new Error(`it was not: ${found}`);
  return found;
}

const BOOK = '# One\n\nFirst.\n\n# Two\n\nSecond.\n\n# Three\n\nThird.\n';

describe('a document that takes in a chapter', () => {
  it('has it behind or before its own words, up to both ends of the script', () => {
    const { documents, open, idOf, project } = scriptOf(BOOK);
    const editor = open('Two');
    editor.follow(stretched(documents.extend(editor.documentId, 'after')));
    expect(editor.text).toBe('# Two\n\nSecond.\n\n# Three\n\nThird.\n');
    expect(documents.extend(editor.documentId, 'after')).toBe('none');
    editor.follow(stretched(documents.extend(editor.documentId, 'before')));
    expect(documents.extend(editor.documentId, 'before')).toBe('none');
    expect(editor.text).toBe(BOOK);
    expect(editor.chapterIds).toEqual(['One', 'Two', 'Three'].map(idOf));
    editor.expectAsStored();
    editor.edit([{ from: editor.text.indexOf('Second'), to: editor.text.indexOf('Second') + 6, insert: 'Next' }]);
    editor.expectAsStored();
    expect(project.script.text()).toBe(BOOK.replace('Second', 'Next'));
  });

  it('takes the place of the documents that have the chapter, and says where their text stands', () => {
    const { documents, open } = scriptOf(BOOK);
    const [two, three] = [open('Two'), open('Three')];
    three.edit([{ from: three.text.length, to: three.text.length, insert: '\nLast.' }]);
    const found = stretched(documents.extend(two.documentId, 'after'));
    expect(found.taken).toEqual([{ documentId: three.documentId, from: '# Two\n\nSecond.\n\n'.length }]);
    expect(documents.isOpen(three.documentId)).toBe(false);
    two.follow(found);
    expect(two.text).toContain(three.text);
    two.expectAsStored();
  });

  it('shows what had been put between it and its neighbour', () => {
    const { documents, open, project } = scriptOf(BOOK);
    const [one, two] = [open('One'), open('Two')];
    one.edit([{ from: one.text.indexOf('\n\n', 7), to: one.text.length, insert: '' }]);
    const found = stretched(documents.extend(one.documentId, 'after'));
    one.follow(found);
    expect(one.text).toBe(`# One\n\nFirst.\n\n${two.text}`);
    expect(found.taken).toEqual([{ documentId: two.documentId, from: one.text.indexOf('# Two') }]);
    one.expectAsStored();
    expect(project.script.text()).toBe(BOOK);
  });

  it('does not where it would have too many paragraphs', () => {
    const { documents, open } = scriptOf(`# One\n\n${'Words.\n\n'.repeat(6_000)}# Two\n\n${'More.\n\n'.repeat(6_000)}`);
    expect(documents.extend(open('One').documentId, 'after')).toBe('full');
  });

  it('keeps lines and takes, and gives deleted lines back by undoing what was done before', () => {
    const { documents, open, project } = scriptOf(BOOK);
    castAll(project);
    giveTakes(project);
    const memory = () => project.lines.states().map(({ id, text, state, pick }) => [id, text, state, pick?.takeId]);
    const before = memory();
    const one = open('One');
    one.edit([{ from: 0, to: one.text.length, insert: '# One\n\n' }]);
    one.follow(stretched(documents.extend(one.documentId, 'after')));
    one.edit([{ from: 0, to: '# One\n\n'.length, insert: '# One\n\nFirst.\n\n' }]);
    expect(memory()).toEqual(before);
  });
});

describe('a document that gives chapters away', () => {
  it('keeps the others, on either side, and nothing changes in the script', () => {
    const { documents, open, idOf, project } = scriptOf(BOOK);
    const editor = open('One', 'Three');
    expect(editor.text).toBe(BOOK);
    editor.follow(documents.narrow(editor.documentId, 'before', idOf('Two')));
    editor.expectAsStored();
    editor.follow(documents.narrow(editor.documentId, 'after', idOf('Two')));
    editor.expectAsStored();
    expect(editor.text).toBe('# Two\n\nSecond.\n\n');
    editor.follow(documents.narrow(editor.documentId, 'after', idOf('Two')));
    editor.edit([{ from: 7, to: 7, insert: 'My ' }]);
    expect(project.script.text()).toBe(BOOK.replace('Second', 'My Second'));
    expect(open('One').text).toBe('# One\n\nFirst.\n\n');
    expect(() => documents.narrow(editor.documentId, 'after', idOf('One'))).toThrow(RangeError);
  });
});

describe('a document of several chapters that is opened', () => {
  it('ends where another document begins', () => {
    const { open } = scriptOf(BOOK);
    const three = open('Three');
    expect(open('One', 'Three').text).toBe('# One\n\nFirst.\n\n# Two\n\nSecond.\n\n');
    three.expectAsStored();
  });
});

const step = fc.record({
  document: fc.nat(),
  what: fc.constantFrom('edit', 'edit', 'before', 'after', 'narrow before', 'narrow after'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.constantFrom(0, 0, 1, 5, 40),
  insert: fc.oneof(fc.constantFrom('', 'a', '\n', '\n\n', '# ', '\n\n## New\n\n'), paragraph, scriptText),
});

describe('any row of edits, growing and narrowing', () => {
  it('has every editor show what is stored, and stores what editors show', () => {
    fc.assert(
      fc.property(scriptText, fc.array(step, { maxLength: 10 }), (start, steps) => {
        const { project, documents } = scriptOf(start);
        let editors = [null, ...project.script.chapters().map(({ id }) => id)].map(
          (id) => new Editor(project, documents.open(id)),
        );
        editors = editors.filter(
          ({ documentId }, at) => editors.findIndex((one) => one.documentId === documentId) === at,
        );
        for (const { document, what, at, length, insert } of steps) {
          const editor = editors[document % editors.length];
          if (!editor) continue;
          const text = project.script.text();
          if (what === 'edit') {
            const from = Math.round(at * editor.text.length);
            const touched = editor.edit([{ from, to: Math.min(editor.text.length, from + length), insert }]);
            for (const one of editors) if (touched.includes(one.documentId)) one.readAgain();
          } else if (what === 'before' || what === 'after') {
            const found = documents.extend(editor.documentId, what);
            if (typeof found === 'string') continue;
            editor.follow(found);
            for (const { documentId, from } of found.taken) {
              const taken = editors.find((one) => one.documentId === documentId);
              expect(editor.text.slice(from, from + (taken?.text.length ?? 0))).toBe(taken?.text);
            }
            const gone = new Set(found.taken.map(({ documentId }) => documentId));
            editors = editors.filter(({ documentId }) => !gone.has(documentId));
          } else {
            const chapterId = editor.chapterIds[Math.floor(at * 0.99 * editor.chapterIds.length)];
            if (chapterId === undefined) continue;
            editor.follow(
              documents.narrow(editor.documentId, what === 'narrow before' ? 'before' : 'after', chapterId),
            );
          }
          if (what !== 'edit') expect(project.script.text()).toBe(text);
          expectStoredAs(project, project.script.text());
          editor.expectAsStored();
          for (const one of editors) expect(documents.load(one.documentId).text).toBe(one.text);
        }
        project.close();
      }),
      { numRuns: rounds(100) },
    );
  });
});
