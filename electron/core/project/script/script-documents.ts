import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { Paragraph } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';
import { documentAfterEdit, hashAfterEdit, IdentityMemory, trackIdentities } from './document-identities.ts';
import {
  type DocumentContext,
  type DocumentEditResult,
  type DocumentStretchResult,
  type LoadedDocument,
  paragraphFacts,
  replacedParagraphs,
  toLoadedDocument,
  toStretchResult,
} from './document-replies.ts';
import {
  extendToBoundary,
  isDeleted,
  type JoinedDocument,
  joinDocuments,
  paragraphById,
  paragraphsUpToHeading,
  positionsOf,
  reloadDocument,
  stripOf,
} from './document-rows.ts';
import { readWindow, type Strip, type Window, windowOf } from './document-window.ts';
import {
  chapterIdsOf,
  checkChanges,
  followingLeadLength,
  narrowDocument,
  type OpenDocument,
  type ParagraphFacts,
  ScriptDocumentError,
  trailingSeparators,
} from './script-document.ts';
import { NoOrderLeftError, type ParagraphRange } from './script-layout.ts';
import type { ReplacedRange } from './script-writer.ts';
import { neighbourOf, type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

/** Maximum number of paragraphs in a document. Limited because saving a larger document takes longer. */
const MAX_PARAGRAPHS = 10_000;

export interface ScriptDocumentsParts {
  readonly db: Database;
  readonly parse: (text: string) => Paragraph[];
  /** Called within a transaction. */
  readonly replace: (range: ParagraphRange) => ReplacedRange;
  readonly renumberParagraphs: () => void;
  readonly countRoles: () => number;
}

type Listener = () => void;

const SHAPES_CHAPTERS: ReadonlySet<Paragraph['kind']> = new Set(['blank', 'title', 'heading']);

/**
 * The script as documents that are edited separately and never overlap. Each covers the range between its neighbours,
 * even if its headings change.
 */
export class ScriptDocuments {
  readonly #parts: ScriptDocumentsParts;
  readonly #listeners = new Set<Listener>();
  readonly #memory = new IdentityMemory();
  #documents: OpenDocument[] = [];
  #lastId = 0;
  #mayBeStale = false;

  constructor(parts: ScriptDocumentsParts) {
    this.#parts = parts;
    parts.db.onRollback(() => {
      this.#mayBeStale = true;
    });
  }

  /**
   * Opens a chapter; null is the text before the first chapter. Merges documents that contain only part of the chapter.
   * @param through the last chapter of a new document, unless another document starts earlier
   */
  open(chapterId: number | null, through: number | null = chapterId): LoadedDocument {
    this.#refreshDocuments();
    const rows = paragraphsOfChapter(this.#parts.db, chapterId);
    if (rows.length === 0 && chapterId !== null) throw new RangeError(`there is no chapter ${chapterId}`);
    const known = this.#documentOf(chapterId);
    const has = (row: ParagraphRow | undefined) => !row || known?.rows.some(({ id }) => id === row.id);
    if (known && has(rows[0]) && has(rows.at(-1))) return this.#load(known);
    const holders = this.#documentsWith(chapterId);
    return this.#load(
      this.#add(holders, holders.length > 0 ? rows : extendToBoundary(this.#parts.db, this.#documents, rows, through))
        .document,
    );
  }

  /** @returns `none` at the end of the script; `full` if the document would have too many paragraphs */
  extend(documentId: number, side: 'before' | 'after'): DocumentStretchResult | 'none' | 'full' {
    const chapterId = this.neighbour(documentId, side);
    if (chapterId === undefined) return 'none';
    const document = this.#get(documentId);
    const chapter = paragraphsOfChapter(this.#parts.db, chapterId);
    const holders = this.#documents.filter(
      (each) => each === document || this.#documentsWith(chapterId).includes(each),
    );
    const size = holders.reduce((sum, { rows }) => sum + rows.length, chapter.length);
    if (size > MAX_PARAGRAPHS) return 'full';
    const documents = this.#documents;
    const { document: now, taken } = this.#add(holders, chapter);
    const others = [...taken].filter((each) => each !== document);
    const places = positionsOf(documents, taken, now, others);
    return toStretchResult(this.#parts.db, { documents, document }, this.#contextOf(now), places);
  }

  neighbour(documentId: number, side: 'before' | 'after'): number | null | undefined {
    this.#refreshDocuments();
    const { rows } = this.#get(documentId);
    const edge = side === 'before' ? rows[0] : rows.at(-1);
    return edge && neighbourOf(this.#parts.db, side, edge.ord)?.chapter_id;
  }

  /** @throws ScriptDocumentError `document-closed`; RangeError if the document has no paragraph of the chapter */
  narrow(documentId: number, side: 'before' | 'after', chapterId: number | null): DocumentStretchResult {
    this.#refreshDocuments();
    const document = this.#get(documentId);
    const documents = this.#documents;
    const now = narrowDocument(document, followingLeadLength(documents, document), side, chapterId);
    this.#documents = documents.map((each) => (each === document ? now : each));
    return toStretchResult(this.#parts.db, { documents, document }, this.#contextOf(now), []);
  }

  load(documentId: number): LoadedDocument {
    this.#refreshDocuments();
    return this.#load(this.#get(documentId));
  }

  /** Returns whether a document is open and still matches the text in its editor. */
  isOpen(documentId: number): boolean {
    this.#refreshDocuments();
    return this.#documents.some(({ id }) => id === documentId);
  }

  documentOf(chapterId: number | null): number | null {
    this.#refreshDocuments();
    return this.#documentOf(chapterId)?.id ?? null;
  }

  paragraphs(documentId: number): ParagraphFacts[] {
    this.#refreshDocuments();
    return paragraphFacts(this.#parts.db, this.#contextOf(this.#get(documentId)));
  }

  paragraphIds(documentId: number): number[] {
    this.#refreshDocuments();
    return this.#get(documentId).rows.map(({ id }) => id);
  }

  /** Closes a document to free its memory. It stays open if it shares white space with an open neighbour. */
  close(documentId: number): void {
    const document = this.#documents.find(({ id }) => id === documentId);
    if (!document) return;
    const sharesWhiteSpace = document.lead !== '' || followingLeadLength(this.#documents, document) > 0;
    if (document.rows.length === 0 || sharesWhiteSpace) return;
    this.#documents = this.#documents.filter(({ id }) => id !== documentId);
  }

  /** Subscribes to all changes except document edits. @returns a function that unsubscribes */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Updates the documents after a change made elsewhere. Those with unchanged text stay open. */
  scriptChanged(): void {
    this.#mayBeStale = true;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Saves and flushes an edit. The time required doesn't depend on the size of the script.
   * @param changes non-overlapping changes in ascending order, with positions in the previous text
   * @throws ScriptDocumentError; RangeError; ProjectError. The edit can be retried.
   */
  edit(documentId: number, revision: number, changes: readonly TextChange[]): DocumentEditResult {
    this.#refreshDocuments();
    const document = this.#get(documentId);
    if (document.revision !== revision) {
      throw new ScriptDocumentError({ kind: 'wrong-revision', documentId, revision: document.revision });
    }
    checkChanges(changes, document.length);
    try {
      return this.#edit(document, changes);
    } catch (error) {
      if (!(error instanceof NoOrderLeftError)) throw error;
      this.#parts.renumberParagraphs();
      this.#mayBeStale = true;
      this.#refreshDocuments();
      return this.#edit(this.#get(documentId), changes);
    }
  }

  #edit(document: OpenDocument, changes: readonly TextChange[]): DocumentEditResult {
    const { db, parse, replace, countRoles } = this.#parts;
    const strip = stripOf(db, document);
    const window = windowOf(this.#documents, strip, changes);
    const read = readWindow(this.#documents, strip, window, parse);
    const { known, untouched } = trackIdentities(strip, window, read, this.#memory, (id) => isDeleted(db, id));
    const range = { ...this.#rangeOf(strip, window, read.paragraphs), known };
    const roles = countRoles();
    const { counts, rows, moved } = db.durably(() => replace(range));
    // Update the state in memory only after the change has been saved.
    const next = rows.slice(range.before.length, rows.length - range.after.length);
    const edit = { strip, window, read, next, moved, wording: hashAfterEdit(strip, window, read) };
    this.#memory.remember(strip, window, untouched);
    const before = this.#documents;
    this.#documents = before.map((each) => documentAfterEdit(each, edit));
    const now = this.#get(document.id);
    const old = strip.rows.slice(window.start, window.end);
    return {
      revision: now.revision,
      replaced: replacedParagraphs(db, { documents: before, document }, this.#contextOf(now)),
      trailing: trailingSeparators(now),
      chaptersChanged: chapterShape(old) !== chapterShape(next) || moved.length > 0,
      chapterIds: chapterIdsOf(now),
      rolesChanged: countRoles() !== roles,
      counts,
      touched: this.#documents.filter((each, at) => each.id !== now.id && each !== before[at]).map(({ id }) => id),
    };
  }

  /**
   * Returns the window as a range of the script, extended to all paragraphs whose chapter could be changed by the edit.
   */
  #rangeOf(strip: Strip, window: Window, next: readonly Paragraph[]): ParagraphRange {
    const before = strip.rows.slice(0, window.start);
    const old = strip.rows.slice(window.start, window.end);
    let after = strip.rows.slice(window.end);
    const last = after.at(-1) ?? old.at(-1);
    let high = strip.high;
    const shapes = [...before.slice(-1), ...old, ...next].some(({ kind }) => SHAPES_CHAPTERS.has(kind));
    if (shapes && last) {
      // All paragraphs up to the next heading belong to the preceding heading's chapter.
      if (last.kind !== 'heading') after = [...after, ...paragraphsUpToHeading(this.#parts.db, last.ord)];
      high = neighbourOf(this.#parts.db, 'after', after.at(-1)?.ord ?? last.ord);
    } else {
      // Exclude a title at the end, because its chapter depends on the heading after it.
      while (after.length > 0 && SHAPES_CHAPTERS.has(after.at(-1)?.kind ?? 'speech')) high = after.pop();
    }
    const first = before[0] ?? old[0];
    const chapterId = first && !SHAPES_CHAPTERS.has(first.kind) ? first.chapter_id : (strip.low?.chapter_id ?? null);
    return { before, old, after, next, chapterId, low: strip.low?.ord ?? null, high: high?.ord ?? null };
  }

  #get(documentId: number): OpenDocument {
    const document = this.#documents.find(({ id }) => id === documentId);
    if (!document) throw new ScriptDocumentError({ kind: 'document-closed', documentId });
    return document;
  }

  #documentOf(chapterId: number | null): OpenDocument | undefined {
    if (chapterId !== null) {
      return this.#documents.find(({ rows }) => rows.some(({ id, kind }) => id === chapterId && kind === 'heading'));
    }
    const [first] = this.#documents;
    return first?.beforeId === null && (first.rows[0]?.chapter_id ?? null) === null ? first : undefined;
  }

  #contextOf(document: OpenDocument): DocumentContext {
    return { documents: this.#documents, document };
  }

  #load(document: OpenDocument): LoadedDocument {
    return toLoadedDocument(this.#parts.db, this.#contextOf(document));
  }

  #documentsWith(chapterId: number | null): OpenDocument[] {
    return this.#documents.filter(({ rows }) => rows.some((row) => row.chapter_id === chapterId));
  }

  #add(holders: readonly OpenDocument[], chapter: readonly ParagraphRow[]): JoinedDocument {
    this.#lastId += 1;
    const { document, taken } = joinDocuments(this.#parts.db, this.#documents, holders, chapter, this.#lastId);
    const others = this.#documents.filter((each) => !taken.has(each));
    const [first] = document.rows;
    const at = first ? others.findIndex((each) => this.#ordOf(each) >= first.ord) : 0;
    this.#documents = others.toSpliced(at < 0 ? others.length : at, 0, document);
    return { document, taken };
  }

  #ordOf({ rows, beforeId }: OpenDocument): number {
    const row = rows[0] ?? (beforeId === null ? undefined : paragraphById(this.#parts.db, beforeId));
    return row?.ord ?? Number.MIN_SAFE_INTEGER;
  }

  #refreshDocuments(): void {
    if (!this.#mayBeStale) return;
    this.#mayBeStale = false;
    const { db } = this.#parts;
    const before = this.#documents;
    const kept = before.flatMap((document) => {
      const read = reloadDocument(db, before, document);
      return read ? [read] : [];
    });
    // If it were closed, the white space between it and its neighbour would belong to neither.
    const isWhole = kept.length === before.length || before.every(({ lead }) => lead === '');
    const ords = kept.map((document) => this.#ordOf(document));
    const inOrder = ords.every((ord, at) => at === 0 || (ords[at - 1] ?? 0) <= ord);
    this.#documents = isWhole && inOrder ? kept : [];
  }
}

const chapterShape = (rows: readonly ParagraphRow[]): string =>
  JSON.stringify(rows.flatMap(({ id, kind, source }) => (SHAPES_CHAPTERS.has(kind) ? [[id, kind, source]] : [])));
