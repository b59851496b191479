import {
  EditorSelection,
  type EditorState,
  type Extension,
  type StateEffect,
  Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ReplyOf, RequestOf } from '../../../shared/ipc/contract.ts';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { EditorDocument, ExtendedDocument, LineBrief } from '../../../shared/ipc/script-requests.ts';
import { BridgeFailure } from '../../bridge/ask.ts';
import { boundsChange, dispatchInPlace, extendedText, growth, touchedField } from './document-bounds.ts';
import { documentField, documentReloaded, editSaved, externalEdit, queueMoved, redraw } from './document-state.ts';
import { emptyQueue, rejoin, requeueSent, takeNext, unsaved } from './edit-queue.ts';
import { ParagraphIndex } from './paragraph-index.ts';

/** The longest wait between two attempts to save, in milliseconds. */
const MAX_WAIT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
/** About one frame, so that the typed character is painted before saving starts. */
const PAINT_DELAY_MS = 20;

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'unsaved'; readonly error: BridgeError };

export interface SessionPorts {
  readonly save: (edit: RequestOf<'script.edit'>) => Promise<ReplyOf<'script.edit'>>;
  /**
   * If `again` is given, its document is used if it is still valid. Otherwise, a new document is opened that extends to
   * the end of the chapter `through`.
   */
  readonly open: (
    chapterId: number | null,
    again?: { readonly documentId: string; readonly through: number | null },
  ) => Promise<EditorDocument>;
  readonly errorOf: (thrown: unknown) => BridgeError;
  readonly later: (call: () => void, milliseconds: number) => () => void;
  readonly createState: (
    text: Text,
    documentState: Extension,
    briefOf: (lineId: number) => LineBrief | undefined,
  ) => EditorState;
  readonly onSaveState: (session: ScriptSession, state: SaveState) => void;
  readonly onOverlap: (session: ScriptSession) => void;
  readonly onSaved: (session: ScriptSession, reply: ReplyOf<'script.edit'>) => void;
}

/** A snapshot of a document's text. It is updated when chapters are added or removed before or after it. */
export interface DocumentSnapshot {
  /**
   * The document that contains the text now. If the original document was merged into another one, this is the other
   * one.
   */
  session: ScriptSession;
  text: Text;
}

let changes = 0;

export const editCount = (): number => changes;

/** A document that stays open until its project is closed, whether or not it is visible. */
export class ScriptSession {
  documentId: string;
  chapterIds: readonly (number | null)[];
  readonly briefs = new Map<number, LineBrief>();
  saveState: SaveState = { kind: 'saved' };
  /**
   * The chapters that the document had when it last contained text, so that it can still be found after its text has
   * been deleted.
   */
  lastChapterIds: readonly (number | null)[];
  /** Increases with each edit. Shows which of several documents was edited last. */
  changedAt = 0;
  scroll: StateEffect<unknown> | null = null;
  readonly #ports: SessionPorts;
  #state: EditorState;
  #view: EditorView | null = null;
  #cancelNext: (() => void) | null = null;
  #waitMs = FIRST_WAIT_MS;
  #mustReopen = false;
  #closed = false;
  #isHeld = false;
  /** Whether chapters have been added or removed at the document's ends since it was opened. */
  wasStretched = false;
  readonly moments = new Set<DocumentSnapshot>();
  #waiters: { readonly resolve: () => void; readonly reject: (failure: BridgeFailure) => void }[] = [];

  constructor(document: EditorDocument, ports: SessionPorts) {
    this.#ports = ports;
    this.documentId = document.documentId;
    this.chapterIds = document.chapterIds;
    this.lastChapterIds = document.chapterIds;
    const text = textOf(document.text);
    const index = ParagraphIndex.of(document.paragraphs);
    const queue = { revision: document.revision, saved: text, sent: null, waiting: null };
    this.#state = ports.createState(text, [documentField.init(() => ({ queue, index })), touchedField], (lineId) =>
      this.briefs.get(lineId),
    );
    this.#noteBriefs(document.lines);
  }

  get state(): EditorState {
    return this.#view?.state ?? this.#state;
  }

  get isSaved(): boolean {
    return unsaved(this.state.field(documentField).queue) === null;
  }

  attach(view: EditorView): void {
    this.#view = view;
  }

  detach(): void {
    if (this.#view === null) return;
    this.#state = this.#view.state;
    this.scroll = this.#view.scrollSnapshot();
    this.#view = null;
  }

  dispatch(...specs: TransactionSpec[]): void {
    if (this.#view === null) this.apply(this.#state.update(...specs));
    else this.#view.dispatch(...specs);
  }

  apply(transaction: Transaction): void {
    if (this.#view !== null) {
      this.#view.dispatch(transaction);
      return;
    }
    this.#state = transaction.state;
    this.afterTransaction(transaction);
  }

  /** Must be called after each of the view's transactions. */
  afterTransaction(transaction: Transaction): void {
    if (!transaction.docChanged || transaction.annotation(externalEdit)) return;
    changes += 1;
    this.changedAt = changes;
    // Stop showing "saved" at the first keystroke.
    if (this.saveState.kind === 'saved' && !this.isSaved) this.#setSaveState({ kind: 'saving' });
    this.#sendSoon();
  }

  /** Resolves once everything has been saved. Rejects if the next attempt to save fails. */
  whenSaved(): Promise<void> {
    if (this.isSaved) return Promise.resolve();
    this.retry();
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  retry(): void {
    if (this.#cancelNext === null) return;
    this.#cancelNext();
    void this.#tryAgain();
  }

  async reopen(): Promise<void> {
    const { documentId } = this;
    const document = await this.#ports.open(this.chapterIds[0] ?? null, {
      documentId,
      through: this.chapterIds.at(-1) ?? null,
    });
    if (this.#closed) return;
    const joined = rejoin(this.state.field(documentField).queue, textOf(document.text), document.revision);
    this.documentId = document.documentId;
    this.#noteChapters(document.chapterIds);
    this.#noteBriefs(document.lines);
    const read = documentReloaded.of({ queue: joined.queue, index: ParagraphIndex.of(document.paragraphs) });
    this.dispatch({
      ...(joined.remote === null ? {} : { changes: joined.remote }),
      effects: read,
      annotations: [externalEdit.of(true), Transaction.addToHistory.of(false)],
    });
    if (joined.overlaps) this.#ports.onOverlap(this);
    this.#sendSoon();
  }

  /** If the argument is null, returns whether the document starts with the text before the first heading. */
  hasChapterStart(chapterId: number | null): boolean {
    if (chapterId === null) return this.chapterIds[0] === null;
    return this.state.field(documentField).index.findById(chapterId) !== null;
  }

  /** Replaces a completely saved document with a larger one that contains it. The undo history is kept. */
  grow(document: EditorDocument, chapterId: number | null): void {
    const text = textOf(document.text);
    const next = ParagraphIndex.of(document.paragraphs);
    const changes = growth(this.state, text, next);
    this.documentId = document.documentId;
    this.#noteChapters(document.chapterIds);
    this.#noteBriefs(document.lines);
    const place = (chapterId === null ? null : next.findById(chapterId))?.from ?? 0;
    const scroll = EditorView.scrollIntoView(place, { y: 'start', yMargin: 40 });
    this.dispatch({
      changes,
      selection: EditorSelection.cursor(place),
      effects: [documentReloaded.of({ queue: emptyQueue(text, document.revision), index: next }), scroll],
      annotations: [externalEdit.of(true), Transaction.addToHistory.of(false)],
    });
    this.scroll = scroll;
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#sendSoon();
  }

  /**
   * Adds or removes text at one end, keeping newer edits and the scroll position. The session must be on hold.
   * @returns false if the document has been reloaded since; it then has the text already or will get it
   */
  applyBoundsChange(stretched: ExtendedDocument, asked: string): boolean {
    const { sent } = this.state.field(documentField).queue;
    if (this.#closed || this.documentId !== asked || sent !== null) return false;
    const { remote, changes, spec } = boundsChange(this.state, stretched, textOf(stretched.text));
    this.documentId = stretched.documentId;
    this.wasStretched = true;
    this.#noteChapters(stretched.chapterIds);
    this.#noteBriefs(stretched.lines);
    for (const moment of this.moments) moment.text = extendedText(moment.text, remote);
    if (this.#view === null) {
      this.scroll = this.scroll?.map(changes) ?? null;
      this.dispatch(spec);
    } else dispatchInPlace(this.#view, spec, changes);
    const { index, queue } = this.state.field(documentField);
    if (index.length !== queue.saved.length) this.reload();
    return true;
  }

  snapshot(text: Text): DocumentSnapshot {
    const moment = { session: this, text };
    this.moments.add(moment);
    return moment;
  }

  hasLine(lineId: number): boolean {
    return this.state.field(documentField).index.findByLine(lineId) !== null;
  }

  /** Reloads the document after an external change. If that fails, tries again. */
  reload(): void {
    // If an edit is in flight, don't reload now: the reply will be `stale-document`, and the document is reloaded then.
    if (this.state.field(documentField).queue.sent === null) void this.#reopenOrWait();
  }

  applyBriefs(briefs: readonly LineBrief[]): boolean {
    const own = briefs.filter((brief) => this.briefs.has(brief.id));
    this.#noteBriefs(own);
    if (own.length > 0) this.dispatch({ effects: redraw.of(null) });
    return own.length > 0;
  }

  close(): void {
    this.#closed = true;
    this.#cancelNext?.();
    this.#settleWaiters(null);
  }

  #noteChapters(chapterIds: readonly (number | null)[]): void {
    this.chapterIds = chapterIds;
    if (chapterIds.length > 0) this.lastChapterIds = chapterIds;
  }

  #noteBriefs(briefs: readonly LineBrief[]): void {
    for (const brief of briefs) this.briefs.set(brief.id, brief);
  }

  /** Sends edits after the next paint. If a request is in flight, they are sent when its reply arrives. */
  #sendSoon(): void {
    if (this.#cancelNext !== null || this.#closed) return;
    if (this.saveState.kind !== 'unsaved')
      this.#cancelNext = this.#ports.later(() => void this.#send(), PAINT_DELAY_MS);
  }

  async #send(): Promise<void> {
    this.#cancelNext = null;
    if (this.#isHeld) return;
    const taken = takeNext(this.state.field(documentField).queue);
    if (taken === null || this.#closed) {
      this.#settle();
      return;
    }
    this.dispatch({ effects: queueMoved.of(taken.queue) });
    const { documentId } = this;
    try {
      const reply = await this.#ports.save({ documentId, revision: taken.queue.revision, changes: taken.changes });
      if (!this.#closed) this.#saved(reply);
    } catch (thrown) {
      if (!this.#closed) await this.#failed(this.#ports.errorOf(thrown));
    }
  }

  #saved(reply: ReplyOf<'script.edit'>): void {
    this.#waitMs = FIRST_WAIT_MS;
    this.#noteBriefs(reply.lines);
    this.#noteChapters(reply.chapterIds);
    this.dispatch({ effects: editSaved.of(reply) });
    const { index, queue } = this.state.field(documentField);
    this.#ports.onSaved(this, reply);
    // If the lengths differ, every line state would be displayed at a wrong position.
    if (index.length !== queue.saved.length) void this.#reopenOrWait();
    else void this.#send();
  }

  async #failed(error: BridgeError): Promise<void> {
    if (error.kind === 'stale-document') {
      await this.#reopenOrWait();
      return;
    }
    // The reply has been lost. Reload the document first, because only the text on disk shows whether the edit was
    // saved.
    if (error.kind === 'studio-gone') this.#mustReopen = true;
    else this.dispatch({ effects: queueMoved.of(requeueSent(this.state.field(documentField).queue)) });
    this.#wait(error);
  }

  async #reopenOrWait(): Promise<void> {
    this.#mustReopen = true;
    try {
      await this.reopen();
      this.#mustReopen = false;
      if (this.saveState.kind === 'unsaved') this.#setSaveState({ kind: 'saving' });
      await this.#send();
    } catch (thrown) {
      this.#wait(this.#ports.errorOf(thrown));
    }
  }

  #wait(error: BridgeError): void {
    if (this.#closed) return;
    if (!this.isSaved) this.#setSaveState({ kind: 'unsaved', error });
    this.#settleWaiters(error);
    this.#cancelNext?.();
    this.#cancelNext = this.#ports.later(() => void this.#tryAgain(), this.#waitMs);
    this.#waitMs = Math.min(MAX_WAIT_MS, this.#waitMs * 2);
  }

  #tryAgain(): Promise<void> {
    this.#cancelNext = null;
    return this.#mustReopen ? this.#reopenOrWait() : this.#send();
  }

  #settle(): void {
    if (!this.isSaved) return;
    this.#setSaveState({ kind: 'saved' });
    this.#settleWaiters(null);
  }

  #settleWaiters(error: BridgeError | null): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { resolve, reject } of waiters) {
      if (error === null) resolve();
      else reject(new BridgeFailure('script.edit', error));
    }
  }

  #setSaveState(state: SaveState): void {
    if (state.kind === this.saveState.kind && state.kind !== 'unsaved') return;
    this.saveState = state;
    this.#ports.onSaveState(this, state);
  }
}

/** Splits rows only at `\n`, so that offsets match those in the file. */
export const textOf = (text: string): Text => Text.of(text.split('\n'));
