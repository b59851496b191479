import { hash } from 'node:crypto';
import { alignLines, type KnownText, type NewText } from '@lectern/manuscript/versions';
import type { Paragraph } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

// Restored text becomes the original paragraph again, with its lines and takes. Undoing an edit thus requires no new
// takes.

interface FormerParagraph {
  readonly id: number;
  readonly deleted: boolean;
}

interface ParagraphCandidate {
  readonly id: number;
  readonly deleted_at: number | null;
  readonly ord: number;
}

const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

export class FormerTexts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  remember(paragraphId: number, text: string, now: number): void {
    this.#db
      .prepare(
        `INSERT INTO former_texts (text_hash, paragraph_id, left_at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET left_at = excluded.left_at`,
      )
      .run(hashOf(text), paragraphId, now);
  }

  /** Returns whether the paragraph's lines have notes, or takes or jobs for their current text. */
  hasWork(paragraphId: number): boolean {
    return (
      this.#db
        .prepare(
          `SELECT 1 FROM lines WHERE paragraph_id = ? AND (
             EXISTS (SELECT 1 FROM takes WHERE takes.line_id = lines.id AND takes.render_key = lines.render_key)
             OR EXISTS (SELECT 1 FROM jobs WHERE jobs.line_id = lines.id AND jobs.render_key = lines.render_key)
             OR EXISTS (SELECT 1 FROM notes WHERE notes.line_id = lines.id))
           LIMIT 1`,
        )
        .get(paragraphId) !== undefined
    );
  }

  /** Returns former paragraphs that were deleted or can be matched to other text, in their original order. */
  findFormerParagraphs(
    places: ReadonlyMap<string, readonly number[]>,
    isFree: (paragraphId: number) => boolean,
  ): Map<number, FormerParagraph> {
    const claims = new Map<number, FormerParagraph>();
    if (places.size === 0 || this.#isEmpty()) return claims;
    const taken = new Set<number>();
    for (const [text, ats] of places) {
      const found = this.#candidates(text)
        .filter(({ id, deleted_at }) => !taken.has(id) && (deleted_at !== null || isFree(id)))
        .slice(0, ats.length)
        .sort((a, b) => a.ord - b.ord);
      found.forEach(({ id, deleted_at }, index) => {
        taken.add(id);
        claims.set(ats[index] ?? 0, { id, deleted: deleted_at !== null });
      });
    }
    return claims;
  }

  #isEmpty(): boolean {
    return this.#db.prepare('SELECT 1 FROM former_texts LIMIT 1').get() === undefined;
  }

  /** Sort order: paragraphs with takes first, then the most recently changed ones, then in script order. */
  #candidates(text: string): ParagraphCandidate[] {
    return this.#db
      .prepare<ParagraphCandidate>(
        `SELECT paragraphs.id AS id, deleted_at, ord FROM former_texts
         JOIN paragraphs ON paragraphs.id = former_texts.paragraph_id
         WHERE text_hash = ?
         ORDER BY EXISTS (
             SELECT 1 FROM lines JOIN takes ON takes.line_id = lines.id WHERE lines.paragraph_id = paragraphs.id) DESC,
           left_at DESC, paragraphs.ord`,
      )
      .all(hashOf(text));
  }
}

/** Changes stored paragraphs. If the text that they had before is written again, it becomes the same paragraph. */
export function rememberingTexts<T>(db: Database, now: number, change: () => T): T {
  const read = () =>
    new Map(
      db
        .prepare<{ readonly id: number; readonly source: string }>(
          'SELECT id, source FROM paragraphs WHERE deleted_at IS NULL',
        )
        .all()
        .map(({ id, source }) => [id, source]),
    );
  const before = read();
  const result = change();
  const after = read();
  const former = new FormerTexts(db);
  for (const [id, source] of before) if (after.get(id) !== source) former.remember(id, source, now);
  return result;
}

/**
 * Returns the id of each paragraph; null for new ones. Restored text gets the id of its previous paragraph,
 * even if that paragraph has been edited since.
 */
export function identifyParagraphs(
  old: readonly ParagraphRow[],
  next: readonly Paragraph[],
  former: FormerTexts,
  followed: readonly (number | null)[] = [],
): (number | null)[] {
  if (next.every((_, at) => (followed[at] ?? null) !== null)) return next.map((_, at) => followed[at] ?? null);
  const known: KnownText[] = old.map(({ id, source }) => ({ id, text: source }));
  const texts: NewText[] = next.map(({ source }, at) => ({ text: source, known: followed[at] ?? undefined }));
  const living = new Set(old.map(({ id }) => id));
  for (const { known: id, text } of texts) {
    if (id !== undefined && !living.has(id)) known.push({ id, text, deleted: true });
  }
  const first = align(known, texts);
  const { sure, spare } = matchEqualTexts(known, texts, first, (id) => former.hasWork(id));
  const places = new Map(sure.map((id, at) => [id, at]));
  const sources = new Map(known.map(({ id, text }) => [id, text]));
  const doubles = (id: number): UnusedIds | undefined => spare.get(sources.get(id) ?? '');
  const isFollowed = new Set(followed);
  const isFree = (id: number): boolean =>
    sources.has(id) && !isFollowed.has(id) && (!places.has(id) || doubles(id)?.isEmpty === false);
  for (const [at, { id, deleted }] of former.findFormerParagraphs(unmatchedTexts(texts, sure), isFree)) {
    const place = places.get(id);
    if (place !== undefined) {
      const double = doubles(id)?.takeFirst() ?? null;
      if (double === null) continue;
      sure[place] = double;
    }
    sure[at] = id;
    if (deleted) known.push({ id, text: texts[at]?.text ?? '', deleted });
  }
  if (sure.every((id, at) => id === null || id === first[at])) return first;
  // Keep the matches that are certain, and align the rest again.
  return alignLines(
    known,
    texts.map(({ text }, at) => ({ text, known: sure[at] ?? undefined })),
  );
}

function align(known: readonly KnownText[], texts: readonly NewText[]): (number | null)[] {
  if (known.length === 0) return texts.map(() => null);
  const [only] = known;
  // Skip the comparison if only one paragraph has been edited, as is the case for most saves.
  return only && known.length === 1 && texts.length === 1 ? [only.id] : alignLines(known, texts);
}

interface CertainMatches {
  readonly sure: (number | null)[];
  readonly spare: ReadonlyMap<string, UnusedIds>;
}

class UnusedIds {
  readonly #ids: number[] = [];
  readonly #hasWork: (paragraphId: number) => boolean;
  #first = 0;
  /** No paragraph before this index has work. */
  #firstWithWork = 0;

  constructor(hasWork: (paragraphId: number) => boolean) {
    this.#hasWork = hasWork;
  }

  get isEmpty(): boolean {
    return this.#first >= this.#ids.length;
  }

  add(id: number): void {
    this.#ids.push(id);
  }

  takeFirst(): number | null {
    const id = this.#ids[this.#first] ?? null;
    this.#first += 1;
    return id;
  }

  /** Swaps a paragraph without work for the first one with work. @returns the given id if there is none */
  swapForOneWithWork(id: number): number {
    this.#firstWithWork = Math.max(this.#first, this.#firstWithWork);
    for (; this.#firstWithWork < this.#ids.length; this.#firstWithWork += 1) {
      const worked = this.#ids[this.#firstWithWork];
      if (worked === undefined || !this.#hasWork(worked)) continue;
      this.#ids[this.#firstWithWork] = id;
      this.#firstWithWork += 1;
      return worked;
    }
    return id;
  }
}

/**
 * Assigns each text its aligned paragraph or, if there is none, the first unmatched paragraph with that text. Prefers
 * paragraphs with work, such as takes.
 */
function matchEqualTexts(
  known: readonly KnownText[],
  texts: readonly NewText[],
  ids: readonly (number | null)[],
  hasWork: (paragraphId: number) => boolean,
): CertainMatches {
  const sources = new Map(known.map(({ id, text }) => [id, text]));
  const sure = texts.map(({ text, known: followed }, at) => {
    if (followed !== undefined) return followed;
    const id = ids[at] ?? null;
    return id !== null && sources.get(id) === text ? id : null;
  });
  const used = new Set(sure);
  const lost = new Map<string, UnusedIds>();
  for (const { id, text, deleted } of known) {
    if (used.has(id) || deleted) continue;
    const same = lost.get(text) ?? new UnusedIds(hasWork);
    lost.set(text, same);
    same.add(id);
  }
  const swapped = sure.map((id, at) => {
    const others = lost.get(texts[at]?.text ?? '');
    if (!others || others.isEmpty || texts[at]?.known !== undefined) return id;
    if (id === null) return others.takeFirst();
    return hasWork(id) ? id : others.swapForOneWithWork(id);
  });
  return { sure: swapped, spare: lost };
}

function unmatchedTexts(texts: readonly NewText[], certain: readonly (number | null)[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  texts.forEach(({ text }, at) => {
    if (certain[at] !== null) return;
    const same = places.get(text);
    if (same) same.push(at);
    else places.set(text, [at]);
  });
  return places;
}
