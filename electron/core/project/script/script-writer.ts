// Saves a range of the script, writing only rows that differ.
import type { LineContent, Paragraph } from '../../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../../shared/model/settings.ts';
import { parseParagraph } from '../../../../shared/rules/parse-paragraph.ts';
import type { Clock } from '../../ports.ts';
import type { CastStore } from '../cast/cast-store.ts';
import type { Database } from '../folder/database.ts';
import { LineMemory } from '../lines/line-memory.ts';
import { LineWriter, type SaveCounts } from '../lines/line-writer.ts';
import type { RenderKeys } from '../lines/render-key.ts';
import { rolesOfTurns } from '../lines/stored-line.ts';
import { FormerTexts, identifyParagraphs } from './identities.ts';
import {
  layOut,
  layOutSlice,
  type ParagraphLayout,
  type ParagraphPosition,
  type ParagraphRange,
} from './script-layout.ts';
import { isUnchangedParagraph, type ParagraphRow } from './stored-paragraphs.ts';

export interface ScriptWriterParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cast: CastStore;
  readonly keys: RenderKeys;
  readonly options: () => ScriptOptions;
}

interface IdentifiedParagraph {
  readonly id: number;
  readonly stored: ParagraphRow | null;
  readonly paragraph: Paragraph;
  readonly wasDeleted: number | null;
}

export interface ReplacedRange {
  readonly counts: SaveCounts;
  readonly rows: readonly ParagraphRow[];
  readonly moved: readonly ParagraphPosition[];
}

export class ScriptWriter {
  readonly #parts: ScriptWriterParts;
  readonly #former: FormerTexts;
  readonly #lines = new LineMemory();

  constructor(parts: ScriptWriterParts) {
    this.#parts = parts;
    this.#former = new FormerTexts(parts.db);
    parts.db.onRollback(() => this.#lines.forget());
  }

  /**
   * Saves a range within a transaction.
   * @param recut true to split unchanged text again, after the parsing settings have changed
   */
  replace(range: ParagraphRange, recut = false): ReplacedRange {
    const trimmed = recut ? range : trimRange(range);
    const slice = this.#identify(trimmed);
    const layout = layOutSlice(slice, trimmed) ?? layOut(slice, trimmed);
    const now = this.#parts.clock.now();
    const counts: SaveCounts = { added: 0, changed: 0, removed: 0, revived: 0 };
    const lines = new LineWriter(this.#parts.db, this.#parts.keys, counts, now);
    this.#addRoles(slice);
    const kept = new Set(slice.map(({ id }) => id));
    for (const row of trimmed.old) if (!kept.has(row.id)) this.#remove(row, lines, now);
    for (const place of layout.moved) this.#move(place);
    slice.forEach((placed, at) => {
      const place = layout.slice[at];
      if (!place) return;
      this.#write(placed, place, now, recut);
      this.#writeLines(placed, lines, recut);
    });
    return { counts, rows: rowsOf(slice, layout, trimmed), moved: layout.moved };
  }

  identities(old: readonly ParagraphRow[], next: readonly Paragraph[]): (number | null)[] {
    return identifyParagraphs(old, next, this.#former);
  }

  #identify({ old, next, known }: ParagraphRange): IdentifiedParagraph[] {
    const ids = identifyParagraphs(old, next, this.#former, known);
    const stored = new Map(old.map((row) => [row.id, row]));
    let lastId = this.#lastId();
    return next.map((paragraph, at) => {
      const id = ids[at] ?? null;
      const row = id === null ? null : (stored.get(id) ?? null);
      if (id === null) lastId += 1;
      const wasDeleted = id === null || row ? null : this.#deletedAt(id);
      return { id: id ?? lastId, stored: row, paragraph, wasDeleted };
    });
  }

  #lastId(): number {
    const row = this.#parts.db
      .prepare<{ readonly seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'paragraphs'`)
      .get();
    return row?.seq ?? 0;
  }

  #deletedAt(id: number): number | null {
    return (
      this.#parts.db
        .prepare<{ readonly deleted_at: number | null }>('SELECT deleted_at FROM paragraphs WHERE id = ?')
        .get(id)?.deleted_at ?? null
    );
  }

  #addRoles(slice: readonly IdentifiedParagraph[]): void {
    const names = new Set<string>();
    for (const { paragraph } of slice) {
      for (const { turns } of this.#linesOf(paragraph)) {
        for (const name of rolesOfTurns(turns)) names.add(name);
      }
    }
    this.#parts.cast.addRoles(names);
  }

  #remove(row: ParagraphRow, lines: LineWriter, now: number): void {
    this.#former.remember(row.id, row.source, now);
    this.#parts.db.prepare('UPDATE paragraphs SET deleted_at = ? WHERE id = ?').run(now, row.id);
    this.#lines.remember(row.id, row.source, lines.removeAll(row.id));
  }

  #move({ id, ord, chapterId }: ParagraphPosition): void {
    this.#parts.db.prepare('UPDATE paragraphs SET ord = ?, chapter_id = ? WHERE id = ?').run(ord, chapterId, id);
  }

  #write(
    { id, stored, paragraph, wasDeleted }: IdentifiedParagraph,
    { ord, chapterId }: ParagraphPosition,
    now: number,
    recut: boolean,
  ): void {
    const { kind, source, gap } = paragraph;
    const read = [paragraph.level ?? null, paragraph.pauseSeconds ?? null, toJson(paragraph.problem)];
    if (!stored && wasDeleted === null) {
      this.#parts.db
        .prepare(
          `INSERT INTO paragraphs (id, ord, chapter_id, kind, source, gap, level, pause_seconds, problem)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, ord, chapterId, kind, source, gap, ...read);
      return;
    }
    if (stored) {
      if (stored.ord !== ord || stored.chapter_id !== chapterId) this.#move({ id, ord, chapterId });
      if (stored.gap === gap && !recut && isUnchangedParagraph(stored, paragraph)) return;
      if (stored.source !== source && this.#former.hasWork(id)) {
        this.#former.remember(id, stored.source, now);
      }
    } else {
      this.#move({ id, ord, chapterId });
      this.#parts.db.prepare('UPDATE paragraphs SET deleted_at = NULL WHERE id = ?').run(id);
    }
    // Updates only columns without an index, so that an edit writes a single page.
    this.#parts.db
      .prepare(
        'UPDATE paragraphs SET kind = ?, source = ?, gap = ?, level = ?, pause_seconds = ?, problem = ? WHERE id = ?',
      )
      .run(kind, source, gap, ...read, id);
  }

  #writeLines({ id, stored, paragraph, wasDeleted }: IdentifiedParagraph, lines: LineWriter, recut: boolean): void {
    const sameText = stored?.source === paragraph.source;
    if (sameText && stored.kind === paragraph.kind && !recut) return;
    const contents = this.#linesOf(paragraph);
    if (!stored && wasDeleted === null) {
      lines.add({ id, kind: paragraph.kind }, contents);
      return;
    }
    const remembered = this.#lines.recall(id, paragraph.source);
    const sameKind = stored?.kind === paragraph.kind;
    const before = lines.replace({ id, kind: paragraph.kind }, contents, {
      wasDeleted,
      sameKind,
      sameText: sameText || wasDeleted !== null,
      remembered,
    });
    if (stored && !sameText) this.#lines.remember(id, stored.source, before);
  }

  /** A paragraph with three roles can't be rendered, but still gets a line that shows the problem. */
  #linesOf(paragraph: Paragraph): readonly LineContent[] {
    if (paragraph.problem?.kind !== 'three-roles' || paragraph.lines.length > 0) return paragraph.lines;
    const content = parseParagraph(paragraph.source, this.#parts.options());
    return 'parts' in content ? [{ turns: content.parts.filter((part) => 'text' in part) }] : [];
  }
}

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

function rowsOf(
  slice: readonly IdentifiedParagraph[],
  layout: ParagraphLayout,
  { before, after }: ParagraphRange,
): ParagraphRow[] {
  const rows = slice.map(({ id, paragraph: { kind, source, gap } }, at): ParagraphRow => {
    const place = layout.slice[at];
    return { id, ord: place?.ord ?? 0, chapter_id: place?.chapterId ?? null, kind, source, gap };
  });
  if (layout.moved.length === 0) return [...before, ...rows, ...after];
  const places = new Map(layout.moved.map((place) => [place.id, place]));
  const placed = (row: ParagraphRow): ParagraphRow => {
    const place = places.get(row.id);
    return place ? { ...row, ord: place.ord, chapter_id: place.chapterId } : row;
  };
  return [...before.map(placed), ...rows, ...after.map(placed)];
}

/**
 * Excludes equal paragraphs at both ends, unless their text occurs elsewhere too: then, matching decides which
 * paragraph is removed.
 */
function trimRange(range: ParagraphRange): ParagraphRange {
  const { old, next, known } = range;
  const equal = (oldAt: number, at: number): boolean => {
    const row = old[oldAt];
    const paragraph = next[at];
    if (!row || !paragraph || row.gap !== paragraph.gap || !isUnchangedParagraph(row, paragraph)) return false;
    return known === undefined || known[at] === row.id;
  };
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && equal(start, start)) start += 1;
  let end = 0;
  while (end < most - start && equal(old.length - 1 - end, next.length - 1 - end)) end += 1;
  const left = new Set(old.slice(start, old.length - end).map(({ source }) => source));
  while (start > 0 && left.has(old[start - 1]?.source ?? '')) start -= 1;
  while (end > 0 && left.has(old[old.length - end]?.source ?? '')) end -= 1;
  return {
    ...range,
    before: [...range.before, ...old.slice(0, start)],
    after: [...old.slice(old.length - end), ...range.after],
    old: old.slice(start, old.length - end),
    next: next.slice(start, next.length - end),
    ...(known ? { known: known.slice(start, next.length - end) } : {}),
  };
}
