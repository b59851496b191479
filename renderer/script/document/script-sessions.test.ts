import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { ScriptDocument } from '../../../shared/ipc/script-requests.ts';
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
  const reply = (document: (typeof documents)[number]): ScriptDocument => ({
    documentId: document.id,
    revision: document.revision,
    text: document.text,
    chapterIds: chaptersOf(document),
    paragraphs: paragraphsOf(document.text),
    lines: [],
  });
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
    open: async (chapterId, documentId) => {
      const open = documents.find(({ id }) => id === documentId);
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
    errorOf: (thrown) => thrown as BridgeError,
    later: (call) => {
      const timer = setTimeout(call, 0);
      return () => clearTimeout(timer);
    },
    createState: (doc, documentState) => EditorState.create({ doc, extensions: [documentState, history()] }),
    onSaveState: () => undefined,
    onSaved: () => undefined,
    onOverlap: () => undefined,
    chapterIds: async () => [],
    loadBriefs: async () => [],
  });
  sessions.enterProject('one');
  return { sessions, script: () => documents.map(({ text }) => text).join('') };
}

const SCRIPT = { 1: '#1\na\n', 2: '#2\nb\n', 3: '#3\nc\n' };
const textOf = (session: ScriptSession): string => session.state.doc.toString();
const undoIn = (session: ScriptSession) =>
  undo({ state: session.state, dispatch: (transaction) => session.apply(transaction) });

async function cut(session: ScriptSession, from: number, to: number): Promise<void> {
  session.dispatch({ changes: { from, to } });
  await session.flushed();
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
    await session.flushed();
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
    await whole.flushed();
    expect(script()).toBe('#1\na\n#2\nb\n#3\nc\n');
    expect(await sessions.open(2)).toBe(whole);
    expect(await sessions.open(1)).toBe(whole);
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
