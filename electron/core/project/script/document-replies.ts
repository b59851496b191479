// What editors are told of documents: how one stands, and what an edit or a chapter that came or went changed in it.
import type { Database } from '../folder/database.ts';
import type { SaveCounts } from '../lines/line-writer.ts';
import { infosOf } from './document-rows.ts';
import {
  chapterIdsOf,
  isShownAlike,
  leadsBehind,
  type OpenDocument,
  type ParagraphFacts,
  rowLength,
  rowText,
  shownParagraphs,
  textOfDocument,
  trailingOf,
} from './script-document.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

/** A document as an editor loads it. */
export interface LoadedDocument {
  readonly documentId: number;
  readonly revision: number;
  readonly text: string;
  /** Stored behind the text to keep it apart from what follows; no editor needs to show it. */
  readonly trailing: string;
  /** Of which it has paragraphs, in script order; null: before the first heading. */
  readonly chapterIds: readonly (number | null)[];
  /** Their lengths together are that of the text. */
  readonly paragraphs: readonly ParagraphFacts[];
}

/** What an edit of a document did. It is on the disk. */
export interface DocumentEdited {
  readonly revision: number;
  /** The paragraphs of the document that gave way to others: `count` from the one at this index on. */
  readonly replaced: { readonly at: number; readonly count: number; readonly paragraphs: readonly ParagraphFacts[] };
  readonly trailing: string;
  /** A heading was added, removed or changed, or paragraphs belong to another chapter. */
  readonly chaptersChanged: boolean;
  readonly chapterIds: readonly (number | null)[];
  /** The script names a role that it did not name before. */
  readonly rolesChanged: boolean;
  /** In lines. */
  readonly counts: SaveCounts;
  /** Other open documents of which a paragraph changed at its edge; their text is as it was. */
  readonly touched: readonly number[];
}

/** What came into a document or left it. Where the id is another, the document before was closed. */
export interface DocumentStretched {
  readonly documentId: number;
  readonly revision: number;
  /** The paragraphs that gave way to others: `count` from the one at this index on; `text` is that of the others. */
  readonly replaced: {
    readonly at: number;
    readonly count: number;
    readonly paragraphs: readonly ParagraphFacts[];
    readonly text: string;
    /** Where the text of those that gave way stood. */
    readonly from: number;
    readonly to: number;
  };
  readonly chapterIds: readonly (number | null)[];
  /** The other documents that are part of it now, and where in it their text begins. */
  readonly taken: readonly { readonly documentId: number; readonly from: number }[];
}

/** All documents that are open at a time, and one of them. */
export interface Standing {
  readonly documents: readonly OpenDocument[];
  readonly document: OpenDocument;
}

const shownOf = ({ documents, document }: Standing) => shownParagraphs(document, leadsBehind(documents, document));

export const factsOf = (db: Database, standing: Standing): ParagraphFacts[] => infosOf(db, shownOf(standing));

export function loadedOf(db: Database, standing: Standing): LoadedDocument {
  const { document } = standing;
  return {
    documentId: document.id,
    revision: document.revision,
    text: textOfDocument(document),
    trailing: trailingOf(document),
    chapterIds: chapterIdsOf(document),
    paragraphs: factsOf(db, standing),
  };
}

/** Which of a document's paragraphs are others now. */
export function replacedOf(db: Database, before: Standing, now: Standing): DocumentEdited['replaced'] {
  const [old, next] = [shownOf(before), shownOf(now)];
  const most = Math.min(old.length, next.length);
  let at = 0;
  while (at < most && isShownAlike(old[at], next[at])) at += 1;
  let end = 0;
  while (end < most - at && isShownAlike(old[old.length - 1 - end], next[next.length - 1 - end])) end += 1;
  return { at, count: old.length - end - at, paragraphs: infosOf(db, next.slice(at, next.length - end)) };
}

/** @param taken the other documents that are part of it now */
export function stretchOf(
  db: Database,
  before: Standing,
  now: Standing,
  taken: DocumentStretched['taken'],
): DocumentStretched {
  const replaced = replacedOf(db, before, now);
  const { at, count, paragraphs } = replaced;
  const lengthOf = (rows: readonly ParagraphRow[]) => rows.reduce((sum, row) => sum + rowLength(row), 0);
  const old = shownOf(before);
  const from = lengthOf(old.slice(0, at));
  const to = from + lengthOf(old.slice(at, at + count));
  const text = shownOf(now)
    .slice(at, at + paragraphs.length)
    .map(rowText)
    .join('');
  const { document } = now;
  return {
    documentId: document.id,
    revision: document.revision,
    replaced: { ...replaced, text, from, to },
    chapterIds: chapterIdsOf(document),
    taken,
  };
}
