// Compares the jobs that were submitted to the service with the jobs that are allowed: one per line, and another each
// time the producer agrees to it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

function queryDatabase<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const textsOf = (rows: readonly Record<string, unknown>[]): string[] => rows.map((row) => String(row['text']));

/** Returns the texts that were sent according to a project's journal, or only those whose outcome is unknown. */
function sentTexts(project: string, only: 'all' | 'in-question'): Set<string> {
  const states = only === 'all' ? `state <> 'refused'` : `state IN ('sent', 'in-doubt', 'lost')`;
  const sql = `SELECT request ->> '$.text' AS text FROM jobs WHERE ${states}`;
  return new Set(queryDatabase(join(project, 'project.db'), (database) => textsOf(database.prepare(sql).all())));
}

/** Counts the current lines whose picked take has a complete audio file in the project's folder. */
export function picksWithAudio(project: string): number {
  const sql = `SELECT audio_hash, format, size FROM picks JOIN takes ON takes.id = take_id
    JOIN lines ON lines.id = picks.line_id AND lines.render_key = picks.render_key WHERE deleted_at IS NULL`;
  const picks = queryDatabase(join(project, 'project.db'), (database) => database.prepare(sql).all());
  return picks.filter(({ audio_hash: hash, format, size }) => {
    const path = join(project, 'takes', String(hash).slice(0, 2), `${hash}.${format}`);
    return statSync(path, { throwIfNoEntry: false })?.size === size;
  }).length;
}

/** The jobs of a local service. It must be used by only one project, whose lines all have different texts. */
export class PaidLines {
  readonly #database: string;
  readonly #allowed = new Map<string, number>();

  constructor(serviceFolder: string) {
    this.#database = join(serviceFolder, 'service.db');
  }

  /** Returns the number of jobs by text. */
  jobs(): Map<string, number> {
    const counts = new Map<string, number>();
    if (!existsSync(this.#database)) return counts;
    const sql = `SELECT input ->> '$.text' AS text FROM jobs`;
    for (const text of queryDatabase(this.#database, (database) => textsOf(database.prepare(sql).all()))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** Allows another job for each line that isn't in the project's journal as sent. Returns the number of lines. */
  acceptUnknown(project: string): number {
    const known = sentTexts(project, 'all');
    return this.#allow((text) => !known.has(text));
  }

  /** Allows another job for each line whose outcome is unknown. Returns the number of lines. */
  acceptDoubts(project: string): number {
    const doubtful = sentTexts(project, 'in-question');
    return this.#allow((text) => doubtful.has(text));
  }

  /** Returns a message for each line that has been paid for more often than allowed. */
  violations(): string[] {
    return [...this.jobs()].flatMap(([text, count]) => {
      const allowed = this.#allowed.get(text) ?? 1;
      return count > allowed ? [`"${text}" was paid for ${count} times; ${allowed} were agreed to`] : [];
    });
  }

  /** Returns the number of jobs beyond one per line. */
  paidAgain(): number {
    return [...this.jobs().values()].reduce((sum, count) => sum + count - 1, 0);
  }

  #allow(matches: (text: string) => boolean): number {
    const concerned = [...this.jobs()].filter(([text]) => matches(text));
    for (const [text, count] of concerned) this.#allowed.set(text, count + 1);
    return concerned.length;
  }
}
