// What paragraphs once said. A text that comes back is the same paragraph again, with its lines and takes: that is what
// makes undoing an edit free.
import { hash } from 'node:crypto';
import type { Database } from '../folder/database.ts';

/** A paragraph that said something else, or was deleted, since. */
export interface FormerParagraph {
  readonly id: number;
  readonly deleted: boolean;
}

interface Candidate {
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

  /** Remembers what a paragraph says, before it says something else or goes. @param now milliseconds since the epoch */
  remember(paragraphId: number, text: string, now: number): void {
    this.#db
      .prepare(
        `INSERT INTO former_texts (text_hash, paragraph_id, left_at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET left_at = excluded.left_at`,
      )
      .run(hashOf(text), paragraphId, now);
  }

  /** Whether any line of a paragraph was asked for as it is worded now: then its text is worth remembering. */
  isWorthRemembering(paragraphId: number): boolean {
    return (
      this.#db
        .prepare(
          `SELECT 1 FROM lines WHERE paragraph_id = ? AND (
             EXISTS (SELECT 1 FROM takes WHERE takes.line_id = lines.id AND takes.render_key = lines.render_key)
             OR EXISTS (SELECT 1 FROM jobs WHERE jobs.line_id = lines.id AND jobs.render_key = lines.render_key))
           LIMIT 1`,
        )
        .get(paragraphId) !== undefined
    );
  }

  /**
   * Which paragraphs had these texts before: for each place at most one that was deleted or is free to take another
   * text. Where a text stands several times, its former paragraphs come back in their order.
   *
   * @param places where each text stands, rising
   * @param isFree whether a living paragraph may take another text
   */
  claims(
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

  /** Who said this once: who has takes, then who left last, and of those that left together the first in the script. */
  #candidates(text: string): Candidate[] {
    return this.#db
      .prepare<Candidate>(
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
