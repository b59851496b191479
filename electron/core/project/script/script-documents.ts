import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { Paragraph } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';
import { afterEdit, followIdentities, IdentityMemory, wordingAfter } from './document-identities.ts';
import {
  type DocumentEdited,
  type DocumentStretched,
  factsOf,
  type LoadedDocument,
  loadedOf,
  replacedOf,
  type Standing,
  stretchOf,
} from './document-replies.ts';
import {
  isDeleted,
  type Joined,
  joinDocuments,
  paragraphById,
  placesOf,
  readAgain,
  stripOf,
  upToHeading,
  withThose,
} from './document-rows.ts';
import { readWindow, type Strip, type Window, windowOf } from './document-window.ts';
import {
  chapterIdsOf,
  leadsBehind,
  narrowed,
  type OpenDocument,
  type ParagraphFacts,
  refuseWrongChanges,
  ScriptDocumentError,
  trailingOf,
} from './script-document.ts';
import { NoOrderLeftError, type ParagraphRange } from './script-layout.ts';
import type { Replaced } from './script-writer.ts';
import { neighbourOf, type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

/** A document takes in another chapter up to this many paragraphs: each save costs time that grows with them. */
const LARGEST = 10_000;

export interface ScriptDocumentsParts {
  readonly db: Database;
  /** Reads a text as the project's settings say. */
  readonly parse: (text: string) => Paragraph[];
  /** Saves a range, inside a transaction. */
  readonly replace: (range: ParagraphRange) => Replaced;
  /** Makes room between all paragraphs. */
  readonly numberAnew: () => void;
  readonly countRoles: () => number;
}

type Listener = () => void;

const SHAPES_CHAPTERS: ReadonlySet<Paragraph['kind']> = new Set(['blank', 'title', 'heading']);

/**
 * The script as texts that are edited one by one. A document is a range of whole chapters when it is opened, and
 * stays the range between its two neighbours whatever headings are typed in it or taken away. No two overlap.
 */
export class ScriptDocuments {
  readonly #parts: ScriptDocumentsParts;
  readonly #listeners = new Set<Listener>();
  readonly #memory = new IdentityMemory();
  /** In script order. */
  #documents: OpenDocument[] = [];
  #lastId = 0;
  #isUnsure = false;

  constructor(parts: ScriptDocumentsParts) {
    this.#parts = parts;
    parts.db.onRollback(() => {
      this.#isUnsure = true;
    });
  }

  /**
   * Opens a chapter, or, for null, the text before the first one. Where a document has all of it already, it is that
   * one, as it is now. Where the chapter's words stand in several documents, or in one without their heading, these are
   * closed, and one document has them all from then on.
   *
   * @param through the last chapter that a new document has, as far as no other document begins before it
   * @throws RangeError where there is no such chapter
   */
  open(chapterId: number | null, through: number | null = chapterId): LoadedDocument {
    this.#makeSure();
    const rows = paragraphsOfChapter(this.#parts.db, chapterId);
    if (rows.length === 0 && chapterId !== null) throw new RangeError(`there is no chapter ${chapterId}`);
    const known = this.#documentOf(chapterId);
    const has = (row: ParagraphRow | undefined) => !row || known?.rows.some(({ id }) => id === row.id);
    if (known && has(rows[0]) && has(rows.at(-1))) return this.#load(known);
    const holders = this.#holdersOf(chapterId);
    return this.#load(
      this.#add(holders, holders.length > 0 ? rows : withThose(this.#parts.db, this.#documents, rows, through))
        .document,
    );
  }

  /**
   * Takes the chapter before or behind a document into it, with the documents that have words of that chapter.
   *
   * @returns `none`: the script ends there; `full`: it would have too many paragraphs. Nothing was changed then
   * @throws ScriptDocumentError `document-closed`
   */
  extend(documentId: number, side: 'before' | 'after'): DocumentStretched | 'none' | 'full' {
    const chapterId = this.neighbour(documentId, side);
    if (chapterId === undefined) return 'none';
    const document = this.#get(documentId);
    const chapter = paragraphsOfChapter(this.#parts.db, chapterId);
    const holders = this.#documents.filter((each) => each === document || this.#holdersOf(chapterId).includes(each));
    const size = holders.reduce((sum, { rows }) => sum + rows.length, chapter.length);
    if (size > LARGEST) return 'full';
    const documents = this.#documents;
    const { document: now, taken } = this.#add(holders, chapter);
    const others = [...taken].filter((each) => each !== document);
    const places = placesOf(documents, taken, now, others);
    return stretchOf(this.#parts.db, { documents, document }, this.#standing(now), places);
  }

  /** Of which chapter the paragraph before or behind a document is; undefined where there is none. */
  neighbour(documentId: number, side: 'before' | 'after'): number | null | undefined {
    this.#makeSure();
    const { rows } = this.#get(documentId);
    const edge = side === 'before' ? rows[0] : rows.at(-1);
    return edge && neighbourOf(this.#parts.db, side, edge.ord)?.chapter_id;
  }

  /**
   * Takes what stands before or behind a chapter out of a document that has it. Nothing changes in the script.
   *
   * @throws ScriptDocumentError `document-closed`; RangeError where it has no words of the chapter
   */
  narrow(documentId: number, side: 'before' | 'after', chapterId: number | null): DocumentStretched {
    this.#makeSure();
    const document = this.#get(documentId);
    const documents = this.#documents;
    const now = narrowed(document, leadsBehind(documents, document), side, chapterId);
    this.#documents = documents.map((each) => (each === document ? now : each));
    return stretchOf(this.#parts.db, { documents, document }, this.#standing(now), []);
  }

  /** An open document as it is now. @throws ScriptDocumentError `document-closed` */
  load(documentId: number): LoadedDocument {
    this.#makeSure();
    return this.#load(this.#get(documentId));
  }

  /** Whether a document is open, and stands as its editor has it. */
  isOpen(documentId: number): boolean {
    this.#makeSure();
    return this.#documents.some(({ id }) => id === documentId);
  }

  /** The open document that covers a chapter, by its heading; null where none does. */
  documentOf(chapterId: number | null): number | null {
    this.#makeSure();
    return this.#documentOf(chapterId)?.id ?? null;
  }

  /** The paragraphs of an open document, in order. @throws ScriptDocumentError `document-closed` */
  paragraphs(documentId: number): ParagraphFacts[] {
    this.#makeSure();
    return factsOf(this.#parts.db, this.#standing(this.#get(documentId)));
  }

  /** The ids of the paragraphs of an open document, in order. @throws ScriptDocumentError `document-closed` */
  paragraphIds(documentId: number): number[] {
    this.#makeSure();
    return this.#get(documentId).rows.map(({ id }) => id);
  }

  /**
   * A document is edited no more; its memory is given back. One that shares white space with an open neighbour stays.
   */
  close(documentId: number): void {
    const document = this.#documents.find(({ id }) => id === documentId);
    if (!document) return;
    const sharesWhiteSpace = document.lead !== '' || leadsBehind(this.#documents, document) > 0;
    if (document.rows.length === 0 || sharesWhiteSpace) return;
    this.#documents = this.#documents.filter(({ id }) => id !== documentId);
  }

  /** Calls back whenever the script was changed other than by an edit of a document. @returns ends it */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The script was changed elsewhere: a document whose text is still the same stays open. */
  scriptChanged(): void {
    this.#isUnsure = true;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Changes the text of a document. What it was changed to is on the disk when this returns; it costs what changed,
   * not what there is.
   *
   * @param changes as places of the text before them all, rising, without overlaps
   * @throws ScriptDocumentError; RangeError where a change reaches out of the text; ProjectError `disk-full` and
   *   others. Nothing was changed then, and the same edit may be tried again
   */
  edit(documentId: number, revision: number, changes: readonly TextChange[]): DocumentEdited {
    this.#makeSure();
    const document = this.#get(documentId);
    if (document.revision !== revision) {
      throw new ScriptDocumentError({ kind: 'wrong-revision', documentId, revision: document.revision });
    }
    refuseWrongChanges(changes, document.length);
    try {
      return this.#edit(document, changes);
    } catch (error) {
      if (!(error instanceof NoOrderLeftError)) throw error;
      this.#parts.numberAnew();
      this.#isUnsure = true;
      this.#makeSure();
      return this.#edit(this.#get(documentId), changes);
    }
  }

  #edit(document: OpenDocument, changes: readonly TextChange[]): DocumentEdited {
    const { db, parse, replace, countRoles } = this.#parts;
    const strip = stripOf(db, document);
    const window = windowOf(this.#documents, strip, changes);
    const read = readWindow(this.#documents, strip, window, parse);
    const { known, untouched } = followIdentities(strip, window, read, this.#memory, (id) => isDeleted(db, id));
    const range = { ...this.#rangeOf(strip, window, read.paragraphs), known };
    const roles = countRoles();
    const { counts, rows, moved } = db.durably(() => replace(range));
    // Nothing is remembered before it is on the disk.
    const next = rows.slice(range.before.length, rows.length - range.after.length);
    const edit = { strip, window, read, next, moved, wording: wordingAfter(strip, window, read) };
    this.#memory.remember(strip, window, untouched);
    const before = this.#documents;
    this.#documents = before.map((each) => afterEdit(each, edit));
    const now = this.#get(document.id);
    const old = strip.rows.slice(window.start, window.end);
    return {
      revision: now.revision,
      replaced: replacedOf(db, { documents: before, document }, this.#standing(now)),
      trailing: trailingOf(now),
      chaptersChanged: shapeOf(old) !== shapeOf(next) || moved.length > 0,
      chapterIds: chapterIdsOf(now),
      rolesChanged: countRoles() !== roles,
      counts,
      touched: this.#documents.filter((each, at) => each.id !== now.id && each !== before[at]).map(({ id }) => id),
    };
  }

  /** The window as a range of the script, with what of its chapters an edit may reach. */
  #rangeOf(strip: Strip, window: Window, next: readonly Paragraph[]): ParagraphRange {
    const before = strip.rows.slice(0, window.start);
    const old = strip.rows.slice(window.start, window.end);
    let after = strip.rows.slice(window.end);
    const last = after.at(-1) ?? old.at(-1);
    let high = strip.high;
    const shapes = [...before.slice(-1), ...old, ...next].some(({ kind }) => SHAPES_CHAPTERS.has(kind));
    if (shapes && last) {
      // Up to the next heading, paragraphs belong to whatever heading stands before them now.
      if (last.kind !== 'heading') after = [...after, ...upToHeading(this.#parts.db, last.ord)];
      high = neighbourOf(this.#parts.db, 'after', after.at(-1)?.ord ?? last.ord);
    } else {
      // A title belongs to the heading behind it; without that, it would not be clear to which.
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

  #standing(document: OpenDocument): Standing {
    return { documents: this.#documents, document };
  }

  #load(document: OpenDocument): LoadedDocument {
    return loadedOf(this.#parts.db, this.#standing(document));
  }

  #holdersOf(chapterId: number | null): OpenDocument[] {
    return this.#documents.filter(({ rows }) => rows.some((row) => row.chapter_id === chapterId));
  }

  /** Opens a document for paragraphs that follow each other. It takes the place of those that hold some of them. */
  #add(holders: readonly OpenDocument[], chapter: readonly ParagraphRow[]): Joined {
    this.#lastId += 1;
    const { document, taken } = joinDocuments(this.#parts.db, this.#documents, holders, chapter, this.#lastId);
    const others = this.#documents.filter((each) => !taken.has(each));
    const [first] = document.rows;
    const at = first ? others.findIndex((each) => this.#ordOf(each) >= first.ord) : 0;
    this.#documents = others.toSpliced(at < 0 ? others.length : at, 0, document);
    return { document, taken };
  }

  /** Where a document stands, as an order number of a paragraph at or before its start. */
  #ordOf({ rows, beforeId }: OpenDocument): number {
    const row = rows[0] ?? (beforeId === null ? undefined : paragraphById(this.#parts.db, beforeId));
    return row?.ord ?? Number.MIN_SAFE_INTEGER;
  }

  /** After the script was changed elsewhere: documents that still stand as they stood stay open, the others close. */
  #makeSure(): void {
    if (!this.#isUnsure) return;
    this.#isUnsure = false;
    const { db } = this.#parts;
    const before = this.#documents;
    const kept = before.flatMap((document) => {
      const read = readAgain(db, before, document);
      return read ? [read] : [];
    });
    // White space between a document that is gone and one that stays would belong to neither.
    const isWhole = kept.length === before.length || before.every(({ lead }) => lead === '');
    const ords = kept.map((document) => this.#ordOf(document));
    const inOrder = ords.every((ord, at) => at === 0 || (ords[at - 1] ?? 0) <= ord);
    this.#documents = isWhole && inOrder ? kept : [];
  }
}

/** What of paragraphs makes chapters. */
const shapeOf = (rows: readonly ParagraphRow[]): string =>
  JSON.stringify(rows.flatMap(({ id, kind, source }) => (SHAPES_CHAPTERS.has(kind) ? [[id, kind, source]] : [])));
