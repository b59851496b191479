import { alignLines } from '@lectern/manuscript/versions';
import type { LineContent, ParagraphKind, Turn } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';
import type { RenderKeys } from './render-key.ts';
import { readOverride, readTurns, rolesOfTurns } from './stored-line.ts';

export interface SaveReport {
  readonly added: number;
  readonly changed: number;
  /** Number of deleted lines. They are restored with their takes if their text returns. */
  readonly removed: number;
  readonly unchanged: number;
  readonly revived: number;
}

export type SaveCounts = { -readonly [Name in Exclude<keyof SaveReport, 'unchanged'>]: number };

interface LineRow {
  readonly id: number;
  readonly part: number;
  readonly turns: string;
  readonly pause_before: number | null;
  readonly pause_after: number | null;
  readonly override: string | null;
  readonly deleted_at: number | null;
}

interface MatchedLine {
  readonly content: LineContent;
  readonly turns: string;
}

export interface ParagraphHistory {
  readonly wasDeleted: number | null;
  readonly sameKind: boolean;
  /** True if the text is unchanged. If it has takes, it remains split into the same lines. */
  readonly sameText: boolean;
  /** Ids of the lines that the paragraph last had with this text; empty if unknown. */
  readonly remembered: readonly number[];
}

export interface WrittenParagraph {
  readonly id: number;
  readonly kind: ParagraphKind;
}

export class LineWriter {
  readonly #db: Database;
  readonly #keys: RenderKeys;
  readonly #counts: SaveCounts;
  readonly #now: number;

  /** @param now deletion time in milliseconds since the epoch, the same for all lines deleted in one save */
  constructor(db: Database, keys: RenderKeys, counts: SaveCounts, now: number) {
    this.#db = db;
    this.#keys = keys;
    this.#counts = counts;
    this.#now = now;
  }

  add({ id, kind }: WrittenParagraph, contents: readonly LineContent[]): void {
    contents.forEach((content, part) => {
      this.#insert({ id, kind }, part, { content, turns: JSON.stringify(content.turns) });
    });
  }

  removeAll(paragraphId: number): number[] {
    const living = this.#db
      .prepare<{ readonly id: number }>(
        'SELECT id FROM lines WHERE paragraph_id = ? AND deleted_at IS NULL ORDER BY part',
      )
      .all(paragraphId);
    const remove = this.#db.prepare('UPDATE lines SET deleted_at = ? WHERE paragraph_id = ? AND deleted_at IS NULL');
    this.#counts.removed += remove.run(this.#now, paragraphId).changes;
    return living.map(({ id }) => id);
  }

  replace(paragraph: WrittenParagraph, contents: readonly LineContent[], past: ParagraphHistory): number[] {
    const paragraphId = paragraph.id;
    const { wasDeleted, sameText, sameKind, remembered } = past;
    const rows = this.#db
      .prepare<LineRow>(
        `SELECT id, part, turns, pause_before, pause_after, override, deleted_at FROM lines
         WHERE paragraph_id = ? ORDER BY part, id`,
      )
      .all(paragraphId);
    const current = rows.filter((row) => row.deleted_at === wasDeleted);
    if (sameText && this.#keepsSplit(current, contents)) {
      for (const row of current) this.#update(paragraph.kind, row, { part: row.part, sameKind }, this.#stored(row));
      return current.map(({ id }) => id);
    }
    const next = contents.map((content) => ({ content, turns: JSON.stringify(content.turns) }));
    const pairs = recallRows(rows, next, remembered) ?? this.#matchLines(paragraph, current, rows, next);
    const used = new Set(pairs.flatMap((row) => (row ? [row.id] : [])));
    for (const row of current) if (!used.has(row.id) && row.deleted_at === null) this.#remove(row);
    next.forEach((line, part) => {
      const row = pairs[part];
      if (row) this.#update(paragraph.kind, row, { part, sameKind }, line);
      else this.#insert(paragraph, part, line);
    });
    return current.map(({ id }) => id);
  }

  /** Returns whether the stored lines have takes or notes and contain the same text, but split differently. */
  #keepsSplit(current: readonly LineRow[], contents: readonly LineContent[]): boolean {
    if (current.length === 0) return false;
    const stored = current.flatMap((row) => readTurns(this.#db, row.turns));
    if (textWithoutSpace(stored) !== textWithoutSpace(contents.flatMap(({ turns }) => turns))) return false;
    const ids = JSON.stringify(current.map(({ id }) => id));
    return (
      this.#db
        .prepare(
          `SELECT 1 FROM json_each(?) AS line WHERE EXISTS (SELECT 1 FROM takes WHERE line_id = line.value)
             OR EXISTS (SELECT 1 FROM notes WHERE line_id = line.value) LIMIT 1`,
        )
        .get(ids) !== undefined
    );
  }

  #stored(row: LineRow): MatchedLine {
    return {
      content: {
        turns: readTurns(this.#db, row.turns),
        ...(row.pause_before === null ? {} : { pauseBeforeSeconds: row.pause_before }),
        ...(row.pause_after === null ? {} : { pauseAfterSeconds: row.pause_after }),
      },
      turns: row.turns,
    };
  }

  /**
   * Matches each new line with a stored one: first by the same text, then by a take for its key, then by the most
   * similar text.
   */
  #matchLines(
    { id, kind }: WrittenParagraph,
    current: readonly LineRow[],
    rows: readonly LineRow[],
    next: readonly MatchedLine[],
  ): (LineRow | undefined)[] {
    const [only] = current;
    if (rows.length === 1 && next.length === 1 && only) return [only];
    const pairs = new Array<LineRow | undefined>(next.length).fill(undefined);
    const free = new Map(current.map((row) => [row.id, row]));
    const gone = new Map(rows.flatMap((row) => (free.has(row.id) ? [] : [[row.id, row] as const])));
    const give = (at: number, row: LineRow | undefined): void => {
      if (!row || pairs[at]) return;
      pairs[at] = row;
      free.delete(row.id);
      gone.delete(row.id);
    };
    for (const side of [rowsByTurns(free.values()), rowsByTurns(gone.values())]) {
      next.forEach(({ turns }, at) => {
        if (!pairs[at]) give(at, side.get(turns)?.pop());
      });
    }
    if (pairs.every((row) => row)) return pairs;
    const rendered = this.#linesByKey(id);
    next.forEach(({ content }, at) => {
      if (pairs[at] || rendered.size === 0) return;
      const key = this.#keys.factsOf({ kind, turns: content.turns, override: null }).renderKey;
      const lineId = key === null ? undefined : rendered.get(key);
      if (lineId !== undefined) give(at, free.get(lineId) ?? gone.get(lineId));
    });
    const open = next.flatMap((line, at) => (pairs[at] ? [] : [{ at, text: textOf(line.content.turns) }]));
    const known = [...free.values()].map((row) => ({ id: row.id, text: textOf(readTurns(this.#db, row.turns)) }));
    alignLines(known, open).forEach((id, index) => {
      const at = open[index]?.at;
      if (id !== null && at !== undefined) give(at, free.get(id));
    });
    return pairs;
  }

  #linesByKey(paragraphId: number): Map<string, number> {
    const rows = this.#db
      .prepare<{ readonly id: number; readonly render_key: string }>(
        `SELECT lines.id AS id, takes.render_key AS render_key FROM lines JOIN takes ON takes.line_id = lines.id
         WHERE paragraph_id = ?`,
      )
      .all(paragraphId);
    return new Map(rows.map(({ id, render_key }) => [render_key, id]));
  }

  #insert({ id, kind }: WrittenParagraph, part: number, { content, turns }: MatchedLine): void {
    const facts = this.#keys.factsOf({ kind, turns: content.turns, override: null });
    this.#db
      .prepare(
        `INSERT INTO lines (paragraph_id, part, turns, roles, pause_before, pause_after, render_key, characters, problem)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        part,
        turns,
        JSON.stringify(rolesOfTurns(content.turns)),
        content.pauseBeforeSeconds ?? null,
        content.pauseAfterSeconds ?? null,
        facts.renderKey,
        facts.characters,
        facts.problem ? JSON.stringify(facts.problem) : null,
      );
    this.#counts.added += 1;
  }

  #update(
    kind: ParagraphKind,
    row: LineRow,
    { part, sameKind }: { readonly part: number; readonly sameKind: boolean },
    { content, turns }: MatchedLine,
  ): void {
    const before = content.pauseBeforeSeconds ?? null;
    const after = content.pauseAfterSeconds ?? null;
    const revived = row.deleted_at !== null;
    if (revived) this.#counts.revived += 1;
    else if (row.turns !== turns) this.#counts.changed += 1;
    const same = row.turns === turns && row.pause_before === before && row.pause_after === after;
    if (same && sameKind && row.part === part && !revived) return;
    if (revived || row.part !== part) {
      this.#db.prepare('UPDATE lines SET part = ?, deleted_at = NULL WHERE id = ?').run(part, row.id);
    }
    const override = readOverride(this.#db, row.override);
    const facts = this.#keys.factsOf({ kind, turns: content.turns, override });
    // Updates only columns without an index, so that an edit writes a single page.
    this.#db
      .prepare(
        `UPDATE lines SET turns = ?, roles = ?, pause_before = ?, pause_after = ?, render_key = ?, characters = ?,
           problem = ? WHERE id = ?`,
      )
      .run(
        turns,
        JSON.stringify(rolesOfTurns(content.turns)),
        before,
        after,
        facts.renderKey,
        facts.characters,
        facts.problem ? JSON.stringify(facts.problem) : null,
        row.id,
      );
  }

  #remove(row: LineRow): void {
    this.#db.prepare('UPDATE lines SET deleted_at = ? WHERE id = ?').run(this.#now, row.id);
    this.#counts.removed += 1;
  }
}

function recallRows(rows: readonly LineRow[], next: readonly MatchedLine[], ids: readonly number[]): LineRow[] | null {
  if (ids.length === 0 || ids.length !== next.length) return null;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return found.length === ids.length ? found : null;
}

/** Equal lines are in reverse order, so that `pop` returns the first one. */
function rowsByTurns(rows: Iterable<LineRow>): Map<string, LineRow[]> {
  const byTurns = new Map<string, LineRow[]>();
  for (const row of [...rows].reverse()) {
    const same = byTurns.get(row.turns);
    if (same) same.push(row);
    else byTurns.set(row.turns, [row]);
  }
  return byTurns;
}

// Ignores white space, because some writing systems have none at the points where lines are split.
const textWithoutSpace = (turns: readonly Turn[]): string => textOf(turns).replaceAll(/\s+/gu, '');

function textOf(turns: readonly Turn[]): string {
  let words = '';
  let speaker: string | null | undefined;
  for (const { role, text } of turns) {
    words += role === speaker ? ' ' : `\n${role ?? ''}: `;
    words += text.trim();
    speaker = role;
  }
  return words;
}
