import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineEndingChanges } from '../../../../shared/rules/characters.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { editDocument, expectStoredAs } from '../testing/test-script.ts';
import type { LoadedDocument } from './document-replies.ts';
import { ScriptDocumentError } from './script-document.ts';

const ONE = '## Act One\n\nALGERNON: Did you hear what I was playing, Lane?\n\nLANE: I did not listen, sir.\n\n';
const TWO = '## Act Two\n\nA garden at the Manor House.\n\nMISS PRISM: Cecily!\n';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, ONE + TWO);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const chapter = (title: string): number | null =>
  project.script.chapters().find((one) => one.title === title)?.id ?? null;
const open = (title: string): LoadedDocument => project.script.documents.open(chapter(title));

const editorOf = (document: LoadedDocument) => editDocument(project, document);
const lines = () => project.lines.states().map(({ id, text, state }) => ({ id, text, state }));
const idOf = (text: string) => lines().find((line) => line.text === text)?.id;

describe('opening a document', () => {
  it('gives the text of a chapter with its paragraphs, which cover it', () => {
    const { text, paragraphs, chapterIds, trailing } = open('Act One');
    expect(text).toBe(ONE);
    expect(trailing).toBe('');
    expect(chapterIds).toEqual([chapter('Act One')]);
    expect(paragraphs.map(({ kind, length }) => [kind, length])).toEqual([
      ['heading', 12],
      ['speech', 50],
      ['speech', 30],
    ]);
    expect(paragraphs.flatMap(({ lineIds }) => lineIds)).toEqual(
      lines()
        .slice(0, 3)
        .map(({ id }) => id),
    );
  });

  it('tells why a paragraph can not be rendered, and how long a pause is', () => {
    save(project, '## Act One\n\nA: One.\nB: Two.\nC: Three.\n\n[pause 2s]\n');
    expect(open('Act One').paragraphs.slice(1)).toMatchObject([
      { problem: { kind: 'three-roles', roles: ['A', 'B', 'C'] } },
      { kind: 'pause', pauseSeconds: 2, lineIds: [] },
    ]);
  });

  it('gives the same document again while it is open', () => {
    const first = editorOf(open('Act One'));
    first.edit(0, 0, '');
    expect(open('Act One')).toMatchObject({ documentId: first.documentId, revision: first.revision });
    expect(project.script.documents.documentOf(chapter('Act One'))).toBe(first.documentId);
    expect(project.script.documents.documentOf(chapter('Act Two'))).toBeNull();
  });

  it('opens an empty script, whose first words make it one', () => {
    const empty = workshop.create('Empty.lectern');
    const { documentId, text } = empty.script.documents.open(null);
    expect(text).toBe('');
    empty.script.documents.edit(documentId, 1, [{ from: 0, to: 0, insert: 'Words.\n\n# One\n\nMore.' }]);
    expect(empty.script.text()).toBe('Words.\n\n# One\n\nMore.');
    expect(empty.script.chapters().map(({ title }) => title)).toEqual(['', 'One']);
  });
});

describe('editing a document', () => {
  it('saves, and tells which paragraphs are others now', () => {
    const editor = editorOf(open('Act One'));
    const edited = editor.replace('did not', 'didn’t');
    expect(edited).toMatchObject({
      revision: 2,
      replaced: { at: 2, count: 1, paragraphs: [{ length: 29, lineIds: [idOf('I didn’t listen, sir.')] }] },
      chaptersChanged: false,
      rolesChanged: false,
      counts: { added: 0, changed: 1, removed: 0, revived: 0 },
      touched: [],
    });
    expect(project.script.text()).toBe(editor.text + TWO);
    expect(lines().map(({ state }) => state)).toEqual(['fresh', 'fresh', 'stale', 'fresh', 'fresh', 'fresh']);
  });

  it('takes several changes at once, as places of the text before', () => {
    const { documentId, revision, text } = open('Act One');
    const changes = [...text.matchAll(/L(?:ane|ANE)/g)].map(({ index }) => ({
      from: index,
      to: index + 4,
      insert: 'Lady',
    }));
    project.script.documents.edit(documentId, revision, changes);
    expect(project.script.documents.load(documentId).text).toBe(text.replaceAll(/L(?:ane|ANE)/g, 'Lady'));
  });

  it('keeps the order of paragraphs that are typed one before the other, however many', () => {
    const editor = editorOf(open('Act One'));
    const at = editor.text.indexOf('LANE:');
    for (let count = 0; count < 80; count += 1) editor.edit(at, at, `LANE: Number ${count}.\n\n`);
    expect(project.script.text()).toBe(editor.text + TWO);
    expect(project.script.documents.load(editor.documentId).text).toBe(editor.text);
  });

  it('reads a byte order mark as such at the start of the script only', () => {
    save(project, `${'Yes.\n\n'.repeat(5)}# One\n`);
    const front = editorOf(project.script.documents.open(null));
    const one = editorOf(open('One'));
    front.type(0, '\ufeff\ufeff');
    one.edit(0, 0, 'Yes.');
    expectStoredAs(project, `${front.text}${one.text}`);
  });

  it('names roles that are new to the script', () => {
    expect(editorOf(open('Act Two')).replace('Cecily!', 'Cecily!\n\nCECILY: Yes?').rolesChanged).toBe(true);
    expect(project.cast.roles().map(({ name }) => name)).toContain('CECILY');
  });

  it('refuses an edit of another revision, and of a document that is not open', () => {
    const { documentId, revision } = open('Act One');
    project.script.documents.edit(documentId, revision, [{ from: 0, to: 0, insert: '' }]);
    const problemOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error instanceof ScriptDocumentError ? error.problem : error;
      }
      return null;
    };
    const edit = (id: number, to: number) => project.script.documents.edit(id, to, [{ from: 0, to: 1, insert: 'x' }]);
    expect(problemOf(() => edit(documentId, revision))).toEqual({ kind: 'wrong-revision', documentId, revision: 2 });
    expect(problemOf(() => edit(99, 1))).toEqual({ kind: 'document-closed', documentId: 99 });
    expect(project.script.text()).toBe(ONE + TWO);
  });

  it('refuses changes that do not fit the text', () => {
    const { documentId, revision, text } = open('Act One');
    const edit = (...places: [number, number][]) =>
      project.script.documents.edit(
        documentId,
        revision,
        places.map(([from, to]) => ({ from, to, insert: '' })),
      );
    expect(() => edit([text.length, text.length + 1])).toThrow(RangeError);
    expect(() => edit([5, 3])).toThrow(RangeError);
    expect(() => edit([0, 5], [4, 6])).toThrow(RangeError);
    expect(project.script.text()).toBe(ONE + TWO);
  });
});

describe('the bounds of a document', () => {
  it('stay where a heading is typed in it: it then covers two chapters', () => {
    const editor = editorOf(open('Act One'));
    const edited = editor.replace('LANE:', '## Entr’acte\n\nLANE:');
    expect(edited.chaptersChanged).toBe(true);
    expect(edited.chapterIds).toEqual([chapter('Act One'), chapter('Entr’acte')]);
    expect(project.script.documents.documentOf(chapter('Entr’acte'))).toBe(editor.documentId);
    editor.replace('listen', 'hear it');
    expect(project.script.text()).toBe(editor.text + TWO);
  });

  it('stay where its heading goes: its words then belong to the chapter before', () => {
    const first = editorOf(open('Act One'));
    const second = editorOf(open('Act Two'));
    expect(second.replace('## Act Two\n\n', '').chapterIds).toEqual([chapter('Act One')]);
    expect(project.script.chapters()).toMatchObject([{ title: 'Act One', lines: 5 }]);
    second.replace('garden', 'park');
    first.replace('listen', 'hear it');
    expect(project.script.text()).toBe(first.text + second.text);
    second.edit(0, 0, '## Act Two\n\n');
    expect(project.script.chapters()).toMatchObject([{ lines: 3 }, { title: 'Act Two', lines: 3 }]);
  });

  it('stay where all of its text goes and comes back', () => {
    const editor = editorOf(open('Act One'));
    const before = lines();
    editor.edit(0, ONE.length, '');
    expect(project.script.text()).toBe(TWO);
    editor.edit(0, 0, ONE);
    expect(project.script.text()).toBe(ONE + TWO);
    expect(lines()).toEqual(before);
  });

  it('keep two documents apart, whatever one ends with', () => {
    const editor = editorOf(open('Act One'));
    const end = ONE.indexOf(' sir.') + 5;
    expect(editor.edit(end, ONE.length, '')).toMatchObject({ trailing: '\n\n' });
    expect(project.script.text()).toBe(`${editor.text}\n\n${TWO}`);
    expect(project.script.documents.load(editor.documentId)).toMatchObject({ text: editor.text, trailing: '\n\n' });
    editor.type(end, '\n\nLANE: Yes.');
    expect(project.script.text()).toBe(`${editor.text}\n\n${TWO}`);
  });

  it('keep a document apart from the one before where that ends with a single row break', () => {
    save(project, 'Words\n# One\n\nMore words.\n');
    const front = editorOf(project.script.documents.open(null));
    const editor = editorOf(open('One'));
    const { touched } = editor.edit(0, '# One\n\n'.length, '');
    expect(touched).toEqual([front.documentId]);
    expect(project.script.text()).toBe(`${front.text}\n\n${editor.text}`);
    front.type(5, ', words');
    expect(project.script.text()).toBe('Words, words\n\n\nMore words.\n');
  });

  it('keep white space at its start, which is stored behind the paragraph before', () => {
    open('Act One');
    const editor = editorOf(open('Act Two'));
    editor.edit(0, 0, '\n');
    const { paragraphs } = project.script.documents.load(editor.documentId);
    expect(paragraphs[0]).toEqual({ id: 0, length: 1, kind: 'blank', lineIds: [], problem: null });
    editor.type(1, 'New words.\n\n');
    expect(project.script.text()).toBe(ONE + editor.text);
    expect(project.script.chapters()).toMatchObject([{ lines: 4 }, { lines: 3 }]);
  });
});

describe('a script that changes elsewhere', () => {
  it('closes the documents whose text is another, and calls back', () => {
    const editor = editorOf(open('Act One'));
    let calls = 0;
    const end = project.script.documents.onChange(() => {
      calls += 1;
    });
    save(project, `${ONE.replace('listen', 'hear it')}${TWO}`);
    expect(calls).toBe(1);
    expect(() => editor.edit(0, 0, 'x')).toThrow(ScriptDocumentError);
    end();
    save(project, ONE + TWO);
    expect(calls).toBe(1);
  });

  it('leaves those open whose text is the same', () => {
    const editor = editorOf(open('Act One'));
    save(project, ONE + TWO.replace('garden', 'park'));
    project.updateSettings({ speakHeadings: false });
    expect(project.script.documents.paragraphs(editor.documentId)[0]?.lineIds).toEqual([]);
    editor.replace('listen', 'hear it');
    expect(project.script.text()).toBe(editor.text + TWO.replace('garden', 'park'));
  });

  it('leaves documents right after a transaction that failed', () => {
    const editor = editorOf(open('Act One'));
    expect(() =>
      project.db.transaction(() => {
        save(project, TWO);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    editor.replace('listen', 'hear it');
    expect(project.script.text()).toBe(editor.text + TWO);
  });

  it('closes a document that has words of a chapter which is opened without it', () => {
    const second = editorOf(open('Act Two'));
    second.replace('## Act Two\n\n', '');
    expect(open('Act One').text).toBe(ONE + second.text);
    expect(() => second.edit(0, 0, 'x')).toThrow(ScriptDocumentError);
  });

  it('has one document for a chapter whose words stood in two', () => {
    const first = editorOf(open('Act One'));
    const second = editorOf(open('Act Two'));
    const before = lines();
    second.edit(0, 0, '\n');
    second.replace('## Act Two\n\n', '');
    const whole = open('Act One');
    expect(whole.text).toBe(first.text + second.text);
    expect(whole.chapterIds).toEqual([chapter('Act One')]);
    expect(() => first.edit(0, 0, 'x')).toThrow(ScriptDocumentError);
    expect(open('Act One').documentId).toBe(whole.documentId);
    const editor = editorOf(whole);
    editor.edit(first.text.length, first.text.length + 1, '## Act Two\n\n');
    expect(project.script.text()).toBe(ONE + TWO);
    expect(lines()).toEqual(before);
  });

  it('has it too where what stood between them was emptied, or nothing stands before the first heading', () => {
    save(project, 'Before.\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n\n# Three\n\nThird.\n');
    const front = editorOf(project.script.documents.open(null));
    const editors = ['One', 'Two', 'Three'].map((title) => editorOf(open(title)));
    editors[1]?.edit(0, editors[1].text.length, '');
    editors[2]?.replace('# Three\n\n', '');
    expect(open('One').text).toBe('# One\n\nFirst.\n\nThird.\n');
    editorOf(open('One')).replace('# One\n\n', '');
    expect(project.script.documents.open(null).text).toBe('Before.\n\nFirst.\n\nThird.\n');
    expect(() => front.edit(0, 0, 'x')).toThrow(ScriptDocumentError);
  });
});

describe('a script whose rows end as on Windows', () => {
  const windows = (ONE + TWO).replaceAll('\n', '\r\n');
  const memory = () => project.lines.states().map(({ id, text, state, pick }) => [id, text, state, pick?.takeId]);
  const keys = () => project.lines.states().map(({ id }) => project.lines.toRender(id)?.renderKey);

  it('is rid of that by an edit that changes no line, no take and no key', () => {
    save(project, windows);
    castAll(project);
    giveTakes(project);
    const before = [memory(), keys()];
    for (const title of ['Act One', 'Act Two']) {
      const { documentId, revision, text } = open(title);
      project.script.documents.edit(documentId, revision, lineEndingChanges(text));
    }
    expect(project.script.text()).toBe(ONE + TWO);
    expect([memory(), keys()]).toEqual(before);
  });

  it('is the same when it is imported again, be it with other ends of rows', () => {
    save(project, windows);
    castAll(project);
    giveTakes(project);
    const before = [memory(), keys()];
    save(project, ONE + TWO);
    expect([memory(), keys()]).toEqual(before);
  });
});
