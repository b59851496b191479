import {
  type BookChange,
  type BookDetails,
  bookChangeSchema,
  bookDetailsSchema,
  NO_BOOK_DETAILS,
} from '../../../../shared/model/book.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from '../folder/database.ts';

export class BookDocument {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the book's details. Unreadable details count as empty; the next change moves them to `kept_aside`. */
  read(): BookDetails {
    return readDetails(this.#stored()) ?? NO_BOOK_DETAILS;
  }

  /** Changes details; absent fields keep their values. @returns the previous values of the changed fields */
  change(change: BookChange): BookChange {
    return this.#db.durably(() => {
      const stored = this.#stored();
      const known = readDetails(stored);
      if (stored !== null && known === null) {
        this.#db
          .prepare(`INSERT INTO kept_aside (what, content, kept_at) VALUES ('book', ?, ?)`)
          .run(stored, this.#clock.now());
      }
      const former = known ?? NO_BOOK_DETAILS;
      const next = bookDetailsSchema.parse({ ...former, ...withoutUndefined(bookChangeSchema.parse(change)) });
      this.#db.prepare('UPDATE project SET book = ?').run(JSON.stringify(next));
      return Object.fromEntries(
        Object.entries(former).filter(([name]) => Object.hasOwn(withoutUndefined(change), name)),
      );
    });
  }

  #stored(): string | null {
    return this.#db.prepare<{ readonly book: string | null }>('SELECT book FROM project').get()?.book ?? null;
  }
}

const withoutUndefined = (change: BookChange): BookChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

function readDetails(stored: string | null): BookDetails | null {
  if (stored === null) return null;
  try {
    return bookDetailsSchema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}
