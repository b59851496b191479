import { redo, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { EditorDocument } from '../../../shared/ipc/script-requests.ts';
import { documentHistory } from './join-histories.ts';
import type { ScriptSession } from './script-session.ts';
import { ScriptSessions } from './script-sessions.ts';

/**
 * A studio that keeps a script as rows: `#1` is the heading of chapter 1. A document is a row of rows; a chapter whose
 * words lie in several is joined when it is opened, as the store does it.
 */
function studio(chapters: Readonly<Record<number, string>>) {
  let lastId = 0;
  const documents: { id: string; revision: number; text: string }[] = Object.values(chapters).map((text) => {
    lastId += 1;
    return { id: String(lastId), revision: 1, text };
  });
  const idOf = (row: string): number => Number(/^#(\d+)/.exec(row)?.[1] ?? 0);
  const rowsOf = (text: string) => text.split(/(?<=\n)/).filter((row) => row !== '');
  const chaptersOf = (document: (typeof documents)[number]): number[] => {
    let chapter = 0;
    const found: number[] = [];
    for (const each of documents) {
      for (const row of rowsOf(each.text)) {
        chapter = idOf(row) || chapter;
        if (each === document && found.at(-1) !== chapter) found.push(chapter);
      }
      if (each === document) return found;
    }
    return found;
  };
  const paragraphsOf = (text: string) =>
    rowsOf(text).map((row) => {
      const kind = idOf(row) > 0 ? ('heading' as const) : ('speech' as const);
      return { id: idOf(row) || 100 + row.charCodeAt(0), length: row.length, kind, lineIds: [], problem: null };
    });
  const reply = (document: (typeof documents)[number]): EditorDocument => ({
    documentId: document.id,
    revision: document.revision,
    text: document.text,
    chapterIds: chaptersOf(document),
    paragraphs: paragraphsOf(document.text),
    lines: [],
  });
  const hooks = { extending: () => {} };
  const sessions = new ScriptSessions({
    save: async ({ documentId, revision, changes }) => {
      const document = documents.find(({ id }) => id === documentId);
      if (document === undefined || document.revision !== revision) throw { kind: 'stale-document' };
      const count = paragraphsOf(document.text).length;
      for (const { from, to, insert } of changes.toReversed()) {
        document.text = document.text.slice(0, from) + insert + document.text.slice(to);
      }
      document.revision += 1;
      return { ...reply(document), at: 0, count, chaptersChanged: true };
    },
    open: async (chapterId, again) => {
      const open = documents.find(({ id }) => id === again?.documentId);
      if (open !== undefined) return reply(open);
      const holders = documents.filter((document) => chaptersOf(document).includes(chapterId ?? 0));
      const [first] = holders;
      if (first === undefined) throw { kind: 'not-found', what: 'chapter' };
      if (holders.length === 1) return reply(first);
      lastId += 1;
      const joined = { id: String(lastId), revision: 1, text: holders.map(({ text }) => text).join('') };
      documents.splice(documents.indexOf(first), holders.length, joined);
      return reply(joined);
    },
    extend: async (documentId, side) => {
      hooks.extending();
      const at = documents.findIndex(({ id }) => id === documentId);
      const [first, second] =
        side === 'before' ? [documents[at - 1], documents[at]] : [documents[at], documents[at + 1]];
      if (first === undefined || second === undefined) return { stretched: null, full: false };
      lastId += 1;
      const joined = { id: String(lastId), revision: 1, text: first.text + second.text };
      documents.splice(documents.indexOf(first), 2, joined);
      const [own, other] = side === 'before' ? [second, first] : [first, second];
      const from = side === 'before' ? 0 : own.text.length;
      const stretched = {
        ...reply(joined),
        at: side === 'before' ? 0 : paragraphsOf(own.text).length,
        count: 0,
        text: other.text,
        from,
        to: from,
        paragraphs: paragraphsOf(other.text),
        taken: [{ documentId: other.id, from }],
      };
      return { stretched, full: false };
    },
    narrow: async (documentId, side, chapterId) => {
      const document = documents.find(({ id }) => id === documentId);
      if (document === undefined) throw { kind: 'stale-document' };
      const start = document.text.indexOf(`#${chapterId}`);
      const next = document.text.indexOf('#', start + 1);
      const cut = side === 'before' ? start : next < 0 ? document.text.length : next;
      const [before, after] = [document.text.slice(0, cut), document.text.slice(cut)];
      const [kept, gone] = side === 'before' ? [after, before] : [before, after];
      lastId += 1;
      const rest = { id: String(lastId), revision: 1, text: gone };
      if (gone !== '') documents.splice(documents.indexOf(document) + (side === 'before' ? 0 : 1), 0, rest);
      document.text = kept;
      document.revision += 1;
      const at = side === 'before' ? 0 : paragraphsOf(kept).length;
      const from = side === 'before' ? 0 : kept.length;
      const count = paragraphsOf(gone).length;
      return { ...reply(document), at, count, text: '', from, to: from + gone.length, paragraphs: [], taken: [] };
    },
    errorOf: (thrown) => thrown as BridgeError,
    later: (call) => {
      const timer = setTimeout(call, 0);
      return () => clearTimeout(timer);
    },
    createState: (doc, documentState) => EditorState.create({ doc, extensions: [documentState, documentHistory] }),
    onSaveState: () => undefined,
    onSaved: () => undefined,
    onOverlap: () => undefined,
    chapterIds: async () => [],
    loadBriefs: async () => [],
  });
  sessions.enterProject('one');
  return { sessions, hooks, script: () => documents.map(({ text }) => text).join('') };
}

const SCRIPT = { 1: '#1\na\n', 2: '#2\nb\n', 3: '#3\nc\n' };
const textOf = (session: ScriptSession): string => session.state.doc.toString();
const undoIn = (session: ScriptSession) =>
  undo({ state: session.state, dispatch: (transaction) => session.apply(transaction) });

async function cut(session: ScriptSession, from: number, to: number): Promise<void> {
  session.dispatch({ changes: { from, to } });
  await session.whenSaved();
}

describe('the documents of a project', () => {
  it('finds an emptied one by the chapter that it was, and undo brings that back', async () => {
    const { sessions, script } = studio(SCRIPT);
    const session = await sessions.open(2);
    await cut(session, 0, 5);
    expect(session.chapterIds).toEqual([]);
    await sessions.open(3);
    expect(await sessions.open(2)).toBe(session);
    undoIn(session);
    await session.whenSaved();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n');
    expect(await sessions.open(2)).toBe(session);
  });

  it('shows all of a chapter that words without their heading have joined, and undo goes on', async () => {
    const { sessions, script } = studio(SCRIPT);
    const first = await sessions.open(1);
    const second = await sessions.open(2);
    await cut(second, 0, 3);
    expect(second.chapterIds).toEqual([1]);
    const whole = await sessions.open(1);
    expect(textOf(whole)).toBe('#1\na\nb\n');
    expect(whole).not.toBe(first);
    undoIn(whole);
    await whole.whenSaved();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n');
    expect(await sessions.open(2)).toBe(whole);
    expect(await sessions.open(1)).toBe(whole);
  });

  it('shows all of that chapter after the heading came back and went again', async () => {
    const { sessions, script } = studio(SCRIPT);
    await sessions.open(1);
    const second = await sessions.open(2);
    await cut(second, 0, 3);
    undoIn(second);
    await second.whenSaved();
    expect(second.chapterIds).toEqual([2]);
    redo({ state: second.state, dispatch: (transaction) => second.apply(transaction) });
    await second.whenSaved();
    const whole = await sessions.open(1);
    expect(textOf(whole)).toBe('#1\na\nb\n');
    undoIn(whole);
    await whole.whenSaved();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n');
  });

  it('waits for what is being saved before it says where a chapter stands', async () => {
    const { sessions } = studio(SCRIPT);
    await sessions.open(1);
    const second = await sessions.open(2);
    second.dispatch({ changes: { from: 0, to: 3 } });
    expect(textOf(await sessions.open(1))).toBe('#1\na\nb\n');
  });

  it('reopens an emptied one as itself, not as another', async () => {
    const { sessions } = studio(SCRIPT);
    const session = await sessions.open(2);
    await cut(session, 0, 5);
    await session.reopen();
    expect(textOf(session)).toBe('');
  });
});

describe('a document that is scrolled beyond its chapter', () => {
  const type = (session: ScriptSession, words: string, insert: string) =>
    session.dispatch({ changes: { from: textOf(session).indexOf(words), insert }, userEvent: 'input.paste' });

  it('has the next one and the one before, and edits go to the chapter in which they are made', async () => {
    const { sessions, script } = studio(SCRIPT);
    const session = await sessions.open(2);
    expect(await sessions.extend(session, 'after')).toBe('extended');
    expect(await sessions.extend(session, 'before')).toBe('extended');
    expect(await sessions.extend(session, 'before')).toBe('none');
    expect(textOf(session)).toBe(script());
    expect(session.chapterIds).toEqual([1, 2, 3]);
    expect(await sessions.open(3)).toBe(session);
    type(session, 'c\n', 'x');
    type(session, 'a\n', 'y');
    await session.whenSaved();
    expect(script()).toBe('#1\nya\n#2\nb\n#3\nxc\n');
  });

  it('keeps a cursor before the words that it stood before, and what was typed while the chapter came', async () => {
    const { sessions, script, hooks } = studio(SCRIPT);
    const session = await sessions.open(2);
    hooks.extending = () => type(session, 'b\n', 'z');
    await sessions.extend(session, 'before');
    expect(session.state.selection.main.head).toBe('#1\na\n'.length);
    await session.whenSaved();
    expect(textOf(session)).toBe('#1\na\n#2\nzb\n');
    expect(script()).toBe('#1\na\n#2\nzb\n#3\nc\n');
  });

  it('takes back what was done in both, the latest first, and does it again', async () => {
    for (const side of ['before', 'after'] as const) {
      for (const later of ['own', 'other'] as const) {
        const { sessions, script } = studio(SCRIPT);
        const own = await sessions.open(side === 'before' ? 2 : 1);
        const other = await sessions.open(side === 'before' ? 1 : 2);
        const [first, second] = later === 'own' ? [other, own] : [own, other];
        const steps: string[] = [];
        for (const [session, words, insert] of [
          [first, '\n', '1'],
          [first, '\n', '2'],
          [second, '\n', '3'],
          [second, '\n', '44'],
        ] as const) {
          steps.push(script());
          type(session, words, insert);
          await session.whenSaved();
        }
        const last = script();
        await sessions.extend(own, side);
        await sessions.extend(own, 'after');
        const back = [...steps];
        for (let step = back.pop(); step !== undefined; step = back.pop()) {
          expect(undoIn(own)).toBe(true);
          await own.whenSaved();
          expect(script()).toBe(step);
        }
        expect(undoIn(own)).toBe(false);
        while (redo({ state: own.state, dispatch: (transaction) => own.apply(transaction) })) await own.whenSaved();
        expect(script()).toBe(last);
      }
    }
  });

  it('brings what was deleted at its end back there, not behind the next chapter', async () => {
    const { sessions, script } = studio(SCRIPT);
    const session = await sessions.open(2);
    await cut(session, 3, 5);
    await sessions.extend(session, 'after');
    undoIn(session);
    await session.whenSaved();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n');
  });

  it('remembers a text, whatever comes around it', async () => {
    const { sessions } = studio(SCRIPT);
    const [two, three] = [await sessions.open(2), await sessions.open(3)];
    type(three, 'c\n', 'x');
    await three.whenSaved();
    const moments = [two.snapshot(two.state.doc), three.snapshot(three.state.doc)];
    const stands = () => moments.map(({ session, text }) => session.state.doc.eq(text));
    await sessions.extend(two, 'after');
    await sessions.extend(two, 'before');
    expect(stands()).toEqual([true, true]);
    undoIn(two);
    expect(stands()).toEqual([false, false]);
  });

  it('gives away what was not touched', async () => {
    const { sessions, script } = studio({ ...SCRIPT, 4: '#4\nd\n' });
    const session = await sessions.open(2);
    for (const side of ['before', 'after', 'after'] as const) await sessions.extend(session, side);
    type(session, 'c\n', 'x');
    await session.whenSaved();
    await sessions.narrow(session, 2, 2);
    expect(textOf(session)).toBe('#2\nb\n#3\nxc\n');
    expect(script()).toBe('#1\na\n#2\nb\n#3\nxc\n#4\nd\n');
    undoIn(session);
    await session.whenSaved();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n#4\nd\n');
  });
});
