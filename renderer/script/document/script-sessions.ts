// Documents stay open until the project is closed, so that edits since it was opened can be undone even after switching
// chapters.

import { type EditorState, Transaction } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { DocumentSide, ExtendedDocument, LineBrief } from '../../../shared/ipc/script-requests.ts';
import { alsoTouched, touchedField } from './document-bounds.ts';
import { chapterAt, documentField } from './document-state.ts';
import { unsaved } from './edit-queue.ts';
import { mergeHistories, moveChanges } from './join-histories.ts';
import { type SaveState, ScriptSession, type SessionPorts } from './script-session.ts';

type SharedPorts = Omit<SessionPorts, 'onSaveState' | 'onReopened'>;

export interface SessionsPorts extends SharedPorts {
  readonly onSaveState: (state: SaveState) => void;
  readonly chapterIds: () => Promise<readonly (number | null)[]>;
  readonly loadBriefs: (chapterId: number | null) => Promise<readonly LineBrief[]>;
  readonly extend: (documentId: string, side: DocumentSide) => Promise<ReplyOf<'script.extend'>>;
  readonly narrow: (documentId: string, side: DocumentSide, chapterId: number | null) => Promise<ExtendedDocument>;
}

/** `none`: there is no more text. `full`: the document has reached its maximum length. */
export type ExtensionResult = 'extended' | 'none' | 'full' | 'failed';

export class ScriptSessions {
  readonly #ports: SessionsPorts;
  readonly #sessions = new Set<ScriptSession>();
  /** Pending requests to open documents, so that a chapter isn't opened twice. */
  readonly #opening = new Map<number | null, Promise<ScriptSession>>();
  #projectId: string | null = null;
  /** Changes to document boundaries run one at a time. */
  #stretching: Promise<unknown> = Promise.resolve();

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  enterProject(projectId: string | null): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    for (const session of this.#sessions) session.close();
    this.#sessions.clear();
    this.#opening.clear();
    this.#ports.onSaveState({ kind: 'saved' });
  }

  /**
   * Opens the document that contains the whole chapter. For a chapter whose text has been deleted, this is the document
   * that contained it.
   */
  async open(chapterId: number | null): Promise<ScriptSession> {
    await this.#stretching;
    const whole = this.#findWhole(chapterId);
    if (whole !== null) return whole;
    const opening = this.#opening.get(chapterId) ?? this.#openWhole(chapterId);
    this.#opening.set(chapterId, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(chapterId);
    }
  }

  extend(session: ScriptSession, side: DocumentSide): Promise<ExtensionResult> {
    return this.#changeBounds(session, async () => {
      const asked = session.documentId;
      const { stretched, full } = await this.#ports.extend(asked, side);
      if (stretched === null) return full ? 'full' : 'none';
      const before = session.state;
      const taken = stretched.taken.flatMap(({ documentId, from }) => {
        const other = this.#find((one) => one !== session && one.documentId === documentId);
        return other === null ? [] : [{ session: other, from }];
      });
      if (session.applyBoundsChange(stretched, asked)) mergeDocuments(session, before, side, taken);
      else session.reload();
      for (const other of taken) this.#drop(other.session);
      return 'extended';
    });
  }

  /** Removes the chapters outside a range from a document, unless they contain edits that could be undone. */
  narrow(session: ScriptSession, first: number | null, last: number | null): Promise<ExtensionResult> {
    return this.#changeBounds(session, async () => {
      const touched = session.state.field(touchedField);
      const { chapterIds } = session;
      const placeOf = (offset: number) => chapterIds.indexOf(chapterAt(session.state, chapterIds, offset) ?? null);
      const start = Math.min(chapterIds.indexOf(first), touched ? placeOf(touched.from) : chapterIds.length);
      const end = Math.max(chapterIds.indexOf(last), touched ? placeOf(touched.to) : 0);
      if (start < 0) return 'failed';
      for (const [side, at] of [
        ['before', start],
        ['after', end],
      ] as const) {
        const asked = session.documentId;
        const stretched = await this.#ports.narrow(asked, side, chapterIds[at] ?? null);
        if (!session.applyBoundsChange(stretched, asked)) session.reload();
      }
      return 'extended';
    });
  }

  #changeBounds(session: ScriptSession, work: () => Promise<ExtensionResult>): Promise<ExtensionResult> {
    const stretch = async (): Promise<ExtensionResult> => {
      const projectId = this.#projectId;
      await this.#whenAllSaved();
      const all = Array.from(this.#sessions);
      if (!this.#sessions.has(session) || all.some(({ isSaved }) => !isSaved)) return 'failed';
      for (const each of all) each.hold();
      try {
        return await work();
      } catch {
        // It isn't known whether the change was applied. The document is reloaded with the next edit, if not earlier.
        return 'failed';
      } finally {
        if (projectId === this.#projectId) for (const each of all) each.release();
      }
    };
    const result = this.#stretching.then(stretch);
    this.#stretching = result;
    return result;
  }

  async allChapterIds(): Promise<readonly (number | null)[]> {
    await this.whenSaved();
    return this.#ports.chapterIds();
  }

  reloadAll(): void {
    for (const session of this.#sessions) session.reload();
  }

  /** Null means that too many states have changed to be sent with the event, so this method requests them. */
  async applyBriefs(briefs: readonly LineBrief[] | null): Promise<void> {
    for (const session of this.#sessions) {
      if (briefs !== null) session.applyBriefs(briefs);
      else for (const chapterId of session.chapterIds) session.applyBriefs(await this.#ports.loadBriefs(chapterId));
    }
  }

  retry(): void {
    for (const session of this.#sessions) session.retry();
  }

  async whenSaved(): Promise<void> {
    await Promise.all(Array.from(this.#sessions, (session) => session.whenSaved()));
  }

  get saveState(): SaveState {
    const states = Array.from(this.#sessions, ({ saveState }) => saveState);
    return states.find(({ kind }) => kind === 'unsaved') ?? states.find(({ kind }) => kind === 'saving') ?? SAVED;
  }

  #find(matches: (session: ScriptSession) => boolean): ScriptSession | null {
    for (const session of this.#sessions) if (matches(session)) return session;
    return null;
  }

  /** Returns the only open document that contains the chapter, or null if none or several do. */
  #findWhole(chapterId: number | null): ScriptSession | null {
    // An unsaved edit might move text into a chapter or remove the chapter's heading.
    if (this.#find(({ isSaved }) => !isSaved) !== null) return null;
    const holders = this.#sessionsWith(chapterId);
    const [holder] = holders;
    return holders.length === 1 && holder?.hasChapterStart(chapterId) ? holder : null;
  }

  #sessionsWith(chapterId: number | null): ScriptSession[] {
    return Array.from(this.#sessions).filter(({ chapterIds }) => chapterIds.includes(chapterId));
  }

  /** Merges documents if the chapter's text is in several of them, or if its heading is missing. */
  async #openWhole(chapterId: number | null): Promise<ScriptSession> {
    await this.#whenAllSaved();
    const whole = this.#findWhole(chapterId);
    if (whole !== null) return whole;
    const holders = this.#sessionsWith(chapterId).toSorted((a, b) => b.changedAt - a.changedAt);
    const [latest] = holders;
    if (latest === undefined) {
      const emptied = this.#find((one) => one.chapterIds.length === 0 && one.lastChapterIds.includes(chapterId));
      return emptied ?? this.#openNew(chapterId);
    }
    // Unsaved documents can't be merged yet.
    if (holders.some(({ isSaved }) => !isSaved)) return holders.find((one) => one.hasChapterStart(chapterId)) ?? latest;
    const projectId = this.#projectId;
    const document = await this.#ports.open(chapterId);
    if (projectId !== this.#projectId) return latest;
    const same = holders.find(({ documentId }) => documentId === document.documentId);
    if (same !== undefined) return same;
    if (holders.some(({ isSaved }) => !isSaved)) return latest;
    latest.grow(document, chapterId);
    for (const other of holders) if (other !== latest) this.#drop(other);
    return latest;
  }

  #drop(session: ScriptSession): void {
    session.close();
    this.#sessions.delete(session);
  }

  async #whenAllSaved(): Promise<void> {
    try {
      await this.whenSaved();
    } catch {
      // The session has already reported the error and will retry.
    }
  }

  async #openNew(chapterId: number | null): Promise<ScriptSession> {
    const projectId = this.#projectId;
    const document = await this.#ports.open(chapterId);
    const known = this.#find((session) => session.documentId === document.documentId);
    if (known !== null) return known;
    const session = new ScriptSession(document, {
      ...this.#ports,
      onSaveState: () => this.#ports.onSaveState(this.saveState),
    });
    if (projectId === this.#projectId) this.#sessions.add(session);
    else session.close();
    return session;
  }
}

const SAVED: SaveState = { kind: 'saved' };

interface AbsorbedDocument {
  readonly session: ScriptSession;
  readonly from: number;
}

/**
 * After a document has been extended, merges the histories and unsaved edits of the documents that it has absorbed into
 * its own.
 */
function mergeDocuments(
  session: ScriptSession,
  before: EditorState,
  side: DocumentSide,
  taken: readonly AbsorbedDocument[],
): void {
  const { changedAt } = session;
  const parts = taken.map(({ session: other, from }) => {
    const place = session.state.field(documentField).queue.waiting?.mapPos(from, 1) ?? from;
    const theirs = unsaved(other.state.field(documentField).queue);
    const annotations = Transaction.addToHistory.of(false);
    if (theirs !== null)
      session.dispatch({ changes: moveChanges(theirs, place, session.state.doc.length), annotations });
    const touched = other.state.field(touchedField);
    const effects = touched && alsoTouched.of({ from: place + touched.from, to: place + touched.to });
    if (effects !== null) session.dispatch({ effects });
    return { other, state: other.state, from: place, changedAt: other.changedAt };
  });
  const own = { state: before, from: side === 'before' ? session.state.doc.length - before.doc.length : 0, changedAt };
  const history = mergeHistories(session.state, [own, ...parts]);
  if (history !== null) session.dispatch({ effects: history });
  for (const { other, from } of parts) {
    for (const moment of other.moments) {
      moment.text = session.state.doc.replace(from, from + other.state.doc.length, moment.text);
      moment.session = session;
      session.moments.add(moment);
    }
  }
}
