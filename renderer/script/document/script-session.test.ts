import { EditorState, Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { RequestOf } from '../../../shared/ipc/contract.ts';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { EditorDocument } from '../../../shared/ipc/script-requests.ts';
import { documentField, paragraphAt } from './document-state.ts';
import { ScriptSession, type SessionPorts } from './script-session.ts';

type Edit = RequestOf<'script.edit'>;

/** A studio in which every row of the text is a paragraph with a line, and a session on its only document. */
function studio(text: string) {
  const disk = { text, revision: 1, documentId: 'one' };
  const asked: Edit[] = [];
  const states: string[] = [];
  const timers: (() => void)[] = [];
  let answers: (() => void)[] = [];
  let refuseWith: BridgeError | null = null;
  let loseAnswers = false;
  const document = (): EditorDocument => {
    const rows = disk.text.split(/(?<=\n)/);
    const paragraphs = rows.map((row, at) => {
      return { id: at, length: row.length, kind: 'speech' as const, lineIds: [at + 100], problem: null };
    });
    const { documentId, revision } = disk;
    return { documentId, revision, text: disk.text, chapterIds: [1], paragraphs, lines: [] };
  };
  const apply = ({ changes }: Edit) => {
    for (const { from, to, insert } of changes.toReversed()) {
      disk.text = disk.text.slice(0, from) + insert + disk.text.slice(to);
    }
    disk.revision++;
  };
  const save = (edit: Edit) =>
    new Promise<never>((resolve, reject) => {
      asked.push(edit);
      answers.push(() => {
        if (refuseWith !== null) return reject(refuseWith);
        if (edit.revision !== disk.revision || edit.documentId !== disk.documentId) {
          return reject({ kind: 'stale-document' });
        }
        const count = document().paragraphs.length;
        apply(edit);
        if (loseAnswers) return reject({ kind: 'studio-gone' });
        const { paragraphs, revision, chapterIds } = document();
        resolve({ revision, at: 0, count, paragraphs, lines: [], chaptersChanged: false, chapterIds } as never);
      });
    });
  const overlaps: string[] = [];
  const ports: SessionPorts = {
    save,
    open: () => Promise.resolve(document()),
    errorOf: (thrown) => thrown as BridgeError,
    later: (call) => {
      timers.push(call);
      return () => void timers.splice(timers.indexOf(call), 1);
    },
    createState: (words, field) => EditorState.create({ doc: words, extensions: field }),
    onSaveState: (_, state) => states.push(state.kind),
    onOverlap: () => overlaps.push('overlap'),
    onSaved: () => {},
  };
  const session = new ScriptSession(document(), ports);
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    disk,
    asked,
    states,
    overlaps,
    session,
    type: (at: number, insert: string) => session.dispatch({ changes: { from: at, insert } }),
    refuse: (error: BridgeError | null) => {
      refuseWith = error;
    },
    loseAnswers: (lose: boolean) => {
      loseAnswers = lose;
    },
    /** Lets the next moment come: what waits for a time is called, what was asked is answered. */
    async tick() {
      for (const timer of timers.splice(0)) timer();
      await settle();
      const due = answers;
      answers = [];
      for (const answer of due) answer();
      await settle();
    },
  };
}

describe('a document that is being edited', () => {
  it('sends a keystroke at once, and what is typed before the answer as one edit after it', async () => {
    const one = studio('Yes\nNo');
    one.type(3, '!');
    const first = one.tick();
    one.type(4, '?');
    one.type(5, '?');
    await first;
    await one.tick();
    expect(one.asked.map(({ changes }) => changes)).toEqual([
      [{ from: 3, to: 3, insert: '!' }],
      [{ from: 4, to: 4, insert: '??' }],
    ]);
    expect(one.disk.text).toBe('Yes!??\nNo');
    expect(one.states).toEqual(['saving', 'saved']);
  });

  it('knows the paragraphs by what the answer says, and before it by where they have moved', async () => {
    const one = studio('Yes\nNo');
    one.type(0, 'Oh. ');
    expect(paragraphAt(one.session.state, 9)?.info.lineIds).toEqual([101]);
    one.type(8, 'Well.\n');
    await one.tick();
    await one.tick();
    expect(paragraphAt(one.session.state, 9)?.info.lineIds).toEqual([101]);
    expect(paragraphAt(one.session.state, 15)?.info.lineIds).toEqual([102]);
  });

  it('keeps edits that can’t be saved, says so, and saves them all once it can', async () => {
    const one = studio('Yes');
    one.refuse({ kind: 'project', problem: { kind: 'disk-full', path: 'project.db' } });
    one.type(3, '!');
    await one.tick();
    one.type(4, '?');
    await one.tick();
    expect(one.session.saveState).toMatchObject({ kind: 'unsaved', error: { kind: 'project' } });
    expect(one.disk.text).toBe('Yes');
    one.refuse(null);
    await one.tick();
    expect(one.disk.text).toBe('Yes!?');
    expect(one.states.at(-1)).toBe('saved');
  });

  it('reads a stale document again and keeps the edit beside what was changed elsewhere', async () => {
    const one = studio('Yes\nNo');
    one.disk.text = 'Yes\nNo\nWell';
    one.disk.revision = 5;
    one.disk.documentId = 'two';
    one.type(3, '!');
    await one.tick();
    await one.tick();
    expect(one.session.state.doc.toString()).toBe('Yes!\nNo\nWell');
    expect(one.disk.text).toBe('Yes!\nNo\nWell');
    expect(one.session.documentId).toBe('two');
    expect(one.overlaps).toEqual([]);
  });

  it('does not save an edit twice whose answer was lost with the studio', async () => {
    const one = studio('Yes');
    one.loseAnswers(true);
    one.type(3, '!');
    await one.tick();
    one.loseAnswers(false);
    one.disk.documentId = 'after the restart';
    one.type(4, '?');
    await one.tick();
    await one.tick();
    expect(one.disk.text).toBe('Yes!?');
    expect(one.session.state.doc.toString()).toBe('Yes!?');
    expect(one.session.saveState.kind).toBe('saved');
  });

  it('tells when the disk has everything, or why not', async () => {
    const one = studio('Yes');
    one.type(3, '!');
    const flushed = one.session.whenSaved();
    await one.tick();
    await expect(flushed).resolves.toBeUndefined();
    one.refuse({ kind: 'internal', id: 'x' });
    one.type(4, '?');
    const failed = expect(one.session.whenSaved()).rejects.toMatchObject({ error: { kind: 'internal', id: 'x' } });
    await one.tick();
    await failed;
  });

  it('sends nothing more once its project is closed', async () => {
    const one = studio('Yes');
    one.type(3, '!');
    one.session.close();
    await one.tick();
    expect(one.asked).toEqual([]);
  });

  it('keeps `\\r` at the ends of rows, so that offsets are those of the file', () => {
    const one = studio('Yes\r\nNo');
    expect(one.session.state.doc.length).toBe(7);
    expect(one.session.state.field(documentField).queue.saved.eq(Text.of(['Yes\r', 'No']))).toBe(true);
  });
});
