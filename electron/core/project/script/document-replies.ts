import type { Database } from '../folder/database.ts';
import type { SaveCounts } from '../lines/line-writer.ts';
import { paragraphInfos } from './document-rows.ts';
import {
  chapterIdsOf,
  followingLeadLength,
  looksTheSame,
  type OpenDocument,
  type ParagraphFacts,
  rowLength,
  rowText,
  shownParagraphs,
  textOfDocument,
  trailingSeparators,
} from './script-document.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

export interface LoadedDocument {
  readonly documentId: number;
  readonly revision: number;
  readonly text: string;
  /** White space stored after the text to separate it from the next document. Editors don't show it. */
  readonly trailing: string;
  readonly chapterIds: readonly (number | null)[];
  /** The lengths of the paragraphs add up to the length of the text. */
  readonly paragraphs: readonly ParagraphFacts[];
}

export interface DocumentEditResult {
  readonly revision: number;
  readonly replaced: { readonly at: number; readonly count: number; readonly paragraphs: readonly ParagraphFacts[] };
  readonly trailing: string;
  readonly chaptersChanged: boolean;
  readonly chapterIds: readonly (number | null)[];
  readonly rolesChanged: boolean;
  readonly counts: SaveCounts;
  /** Other open documents whose first or last paragraph has changed although their text hasn't. */
  readonly touched: readonly number[];
}

/**
 * A document that has been extended or narrowed by chapters. If the id is new, the previous document has been closed.
 */
export interface DocumentStretchResult {
  readonly documentId: number;
  readonly revision: number;
  readonly replaced: {
    readonly at: number;
    readonly count: number;
    readonly paragraphs: readonly ParagraphFacts[];
    readonly text: string;
    readonly from: number;
    readonly to: number;
  };
  readonly chapterIds: readonly (number | null)[];
  /** Other documents that are now part of this one, and where their text starts in it. */
  readonly taken: readonly { readonly documentId: number; readonly from: number }[];
}

export interface DocumentContext {
  readonly documents: readonly OpenDocument[];
  readonly document: OpenDocument;
}

const paragraphsAsShown = ({ documents, document }: DocumentContext) =>
  shownParagraphs(document, followingLeadLength(documents, document));

export const paragraphFacts = (db: Database, context: DocumentContext): ParagraphFacts[] =>
  paragraphInfos(db, paragraphsAsShown(context));

export function toLoadedDocument(db: Database, context: DocumentContext): LoadedDocument {
  const { document } = context;
  return {
    documentId: document.id,
    revision: document.revision,
    text: textOfDocument(document),
    trailing: trailingSeparators(document),
    chapterIds: chapterIdsOf(document),
    paragraphs: paragraphFacts(db, context),
  };
}

export function replacedParagraphs(
  db: Database,
  before: DocumentContext,
  now: DocumentContext,
): DocumentEditResult['replaced'] {
  const [old, next] = [paragraphsAsShown(before), paragraphsAsShown(now)];
  const most = Math.min(old.length, next.length);
  let at = 0;
  while (at < most && looksTheSame(old[at], next[at])) at += 1;
  let end = 0;
  while (end < most - at && looksTheSame(old[old.length - 1 - end], next[next.length - 1 - end])) end += 1;
  return { at, count: old.length - end - at, paragraphs: paragraphInfos(db, next.slice(at, next.length - end)) };
}

export function toStretchResult(
  db: Database,
  before: DocumentContext,
  now: DocumentContext,
  taken: DocumentStretchResult['taken'],
): DocumentStretchResult {
  const replaced = replacedParagraphs(db, before, now);
  const { at, count, paragraphs } = replaced;
  const lengthOf = (rows: readonly ParagraphRow[]) => rows.reduce((sum, row) => sum + rowLength(row), 0);
  const old = paragraphsAsShown(before);
  const from = lengthOf(old.slice(0, at));
  const to = from + lengthOf(old.slice(at, at + count));
  const text = paragraphsAsShown(now)
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
