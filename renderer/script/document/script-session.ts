// One open document: its text with all its history, and the way of its edits to the disk.
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
import type { EditorDocument, LineBrief, StretchedDocument } from '../../../shared/ipc/script-requests.ts';
import { BridgeFailure } from '../../bridge/ask.ts';
import { documentField, documentRead, editSaved, fromElsewhere, queueMoved, redraw } from './document-state.ts';
import { emptyQueue, giveBack, rejoin, takeNext, unsaved } from './edit-queue.ts';
import { ParagraphIndex } from './paragraph-index.ts';
import { dispatchInPlace, growth, stretchedText, stretching, touchedField } from './stretches.ts';

/** The longest pause between two tries to save, in milliseconds. */
const LONGEST_WAIT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
/** A frame and a little more: the letter is on the screen before the window spends time on saving it. */
const AFTER_PICTURE_MS = 20;

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** The edits are in the editor and on no disk; it is being tried again. */
  | { readonly kind: 'unsaved'; readonly error: BridgeError };

/** What a session is given. */
export interface SessionPorts {
  /** @throws what `errorOf` understands */
  readonly save: (edit: RequestOf<'script.edit'>) => Promise<ReplyOf<'script.edit'>>;
  /** @param again the one that is open already, which is preferred as long as it is; a new one goes on to the end of `through` */
  readonly open: (
    chapterId: number | null,
    again?: { readonly documentId: string; readonly through: number | null },
  ) => Promise<EditorDocument>;
  readonly errorOf: (thrown: unknown) => BridgeError;
  /** Calls after this many milliseconds; the returned function cancels that. */
  readonly later: (call: () => void, milliseconds: number) => () => void;
  /** @param briefOf the state of a line as it was last told */
  readonly createState: (
    text: Text,
    documentState: Extension,
    briefOf: (lineId: number) => LineBrief | undefined,
  ) => EditorState;
  readonly onSaveState: (session: ScriptSession, state: SaveState) => void;
  /** A change made elsewhere met an unsaved one. */
  readonly onOverlap: (session: ScriptSession) => void;
  readonly onSaved: (session: ScriptSession, reply: ReplyOf<'script.edit'>) => void;
}

/** A text as it stood in a document. What comes around it later, with another chapter, is no change of it. */
export interface Moment {
  /** Where it stood; where that came into another document, that one. */
  session: ScriptSession;
  text: Text;
}

let changes = 0;

/** How many changes were made by hand in all documents since the window opened. */
export const editCount = (): number => changes;

/** A document that stays open, shown or not, while its project is. */
export class ScriptSession {
  documentId: string;
  chapterIds: readonly (number | null)[];
  /** States of its lines, by line. */
  readonly briefs = new Map<number, LineBrief>();
  saveState: SaveState = { kind: 'saved' };
  /** The chapters it had when it last had words: where they all went, it is still found by these. */
  lastChapterIds: readonly (number | null)[];
  /** Goes up with every change that was made in it; which of several was changed last is seen by it. */
  changedAt = 0;
  /** Where it was scrolled to when it was last shown. */
  scroll: StateEffect<unknown> | null = null;
  readonly #ports: SessionPorts;
  #state: EditorState;
  #view: EditorView | null = null;
  #cancelNext: (() => void) | null = null;
  #waitMs = FIRST_WAIT_MS;
  /** Whether it must be read again before anything is sent. */
  #mustReopen = false;
  #closed = false;
  #isHeld = false;
  /** Whether it got chapters, or gave some away, since it was opened. */
  wasStretched = false;
  /** Texts of it that someone remembers. */
  readonly moments = new Set<Moment>();
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

  /** Whether the disk has all of it. */
  get isSaved(): boolean {
    return unsaved(this.state.field(documentField).queue) === null;
  }

  /** A view shows its state: from now on its transactions go through it. */
  attach(view: EditorView): void {
    this.#view = view;
  }

  detach(): void {
    if (this.#view === null) return;
    this.#state = this.#view.state;
    this.scroll = this.#view.scrollSnapshot();
    this.#view = null;
  }

  /** Applies a transaction, shown or not. */
  dispatch(...specs: TransactionSpec[]): void {
    if (this.#view === null) this.apply(this.#state.update(...specs));
    else this.#view.dispatch(...specs);
  }

  /** Applies a transaction that a command made. */
  apply(transaction: Transaction): void {
    if (this.#view !== null) {
      this.#view.dispatch(transaction);
      return;
    }
    this.#state = transaction.state;
    this.changed(transaction);
  }

  /** To be called after every transaction of the view. */
  changed(transaction: Transaction): void {
    if (!transaction.docChanged || transaction.annotation(fromElsewhere)) return;
    changes += 1;
    this.changedAt = changes;
    // From the keystroke on nothing is called saved that is not.
    if (this.saveState.kind === 'saved' && !this.isSaved) this.#setSaveState({ kind: 'saving' });
    this.#sendSoon();
  }

  /** Resolves once the disk has everything. @throws BridgeFailure where the next try fails */
  flushed(): Promise<void> {
    if (this.isSaved) return Promise.resolve();
    this.retry();
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Tries to save now where it waits for a later try. */
  retry(): void {
    if (this.#cancelNext === null) return;
    this.#cancelNext();
    void this.#tryAgain();
  }

  /** Reads the document again and joins it with what is not saved. @throws what `open` throws */
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
    const read = documentRead.of({ queue: joined.queue, index: ParagraphIndex.of(document.paragraphs) });
    this.dispatch({
      ...(joined.remote === null ? {} : { changes: joined.remote }),
      effects: read,
      annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)],
    });
    if (joined.overlaps) this.#ports.onOverlap(this);
    this.#sendSoon();
  }

  /** Whether the heading of a chapter stands in it; of what stands before the first heading, whether it begins with it. */
  hasChapterStart(chapterId: number | null): boolean {
    if (chapterId === null) return this.chapterIds[0] === null;
    return this.state.field(documentField).index.ofId(chapterId) !== null;
  }

  /**
   * A larger document takes the place of this one, of which all is on the disk: what stands around its text comes in,
   * and what was done in it can still be undone. The cursor goes to the start of a chapter.
   */
  grow(document: EditorDocument, chapterId: number | null): void {
    const text = textOf(document.text);
    const next = ParagraphIndex.of(document.paragraphs);
    const changes = growth(this.state, text, next);
    this.documentId = document.documentId;
    this.#noteChapters(document.chapterIds);
    this.#noteBriefs(document.lines);
    const place = (chapterId === null ? null : next.ofId(chapterId))?.from ?? 0;
    const scroll = EditorView.scrollIntoView(place, { y: 'start', yMargin: 40 });
    this.dispatch({
      changes,
      selection: EditorSelection.cursor(place),
      effects: [documentRead.of({ queue: emptyQueue(text, document.revision), index: next }), scroll],
      annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)],
    });
    this.scroll = scroll;
  }

  /** Nothing is sent until it is released. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#sendSoon();
  }

  /**
   * The document has more text at one of its ends, or less. What was typed since that was asked stays, and what is in view stays where
   * it is. To be called while it is held.
   *
   * @param asked the document for which that was asked
   * @returns false where it was read again in the meantime: then it has the text already, or will
   */
  stretch(stretched: StretchedDocument, asked: string): boolean {
    const { sent } = this.state.field(documentField).queue;
    if (this.#closed || this.documentId !== asked || sent !== null) return false;
    const { remote, changes, spec } = stretching(this.state, stretched, textOf(stretched.text));
    this.documentId = stretched.documentId;
    this.wasStretched = true;
    this.#noteChapters(stretched.chapterIds);
    this.#noteBriefs(stretched.lines);
    for (const moment of this.moments) moment.text = stretchedText(moment.text, remote);
    if (this.#view === null) {
      this.scroll = this.scroll?.map(changes) ?? null;
      this.dispatch(spec);
    } else dispatchInPlace(this.#view, spec, changes);
    const { index, queue } = this.state.field(documentField);
    if (index.length !== queue.saved.length) this.readAnew();
    return true;
  }

  /** A text that stands in it, or stood: whether it does is asked later. */
  remember(text: Text): Moment {
    const moment = { session: this, text };
    this.moments.add(moment);
    return moment;
  }

  /** Whether a line is in this document, as it was last saved. */
  hasLine(lineId: number): boolean {
    return this.state.field(documentField).index.ofLine(lineId) !== null;
  }

  /** The script was changed elsewhere: reads it again now, and keeps trying if that fails. */
  readAnew(): void {
    // An edit that is under way comes back as stale, and the document is read then.
    if (this.state.field(documentField).queue.sent === null) void this.#reopenOrWait();
  }

  /** Takes new states of lines. Returns whether one of them is this document's. */
  takeBriefs(briefs: readonly LineBrief[]): boolean {
    const own = briefs.filter((brief) => this.briefs.has(brief.id));
    this.#noteBriefs(own);
    if (own.length > 0) this.dispatch({ effects: redraw.of(null) });
    return own.length > 0;
  }

  /** Its project was closed: nothing more is sent. */
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

  /** Sends once the keystroke is on the screen; while one request is under way, its answer sends the next. */
  #sendSoon(): void {
    if (this.#cancelNext !== null || this.#closed) return;
    if (this.saveState.kind !== 'unsaved')
      this.#cancelNext = this.#ports.later(() => void this.#send(), AFTER_PICTURE_MS);
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
    // Lengths that do not add up would put every state at a wrong place.
    if (index.length !== queue.saved.length) void this.#reopenOrWait();
    else void this.#send();
  }

  async #failed(error: BridgeError): Promise<void> {
    if (error.kind === 'stale-document') {
      await this.#reopenOrWait();
      return;
    }
    // Only the text shows whether an edit arrived whose answer was lost: it is read again first.
    if (error.kind === 'studio-gone') this.#mustReopen = true;
    else this.dispatch({ effects: queueMoved.of(giveBack(this.state.field(documentField).queue)) });
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
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
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

/** Text whose rows end at `\n` only, so that every offset is that of the file. */
export const textOf = (words: string): Text => Text.of(words.split('\n'));
