import type { InputParameters } from '@lectern/tts-protocol';
import { type LineOverride, lineOverrideSchema, type StoredOverride } from '../../../../shared/model/cast.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import { wordsOf as textWithoutMarks } from '../../../../shared/rules/marked-speech.ts';
import {
  type LineRequest,
  readAsOf,
  type SpokenShare,
  spokenTurns,
  type WrittenLine,
} from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import {
  LINE_STATE,
  LINES_WITH_PICKS,
  type LineFilter,
  type LineState,
  type LineStateKind,
  lineState,
  lineStates,
  NOT_DELETED,
} from './line-states.ts';
import { lineKey, type RenderKeys } from './render-key.ts';
import { readOverride, readRoles, readTurns } from './stored-line.ts';

interface LineCounts {
  readonly chapters: number;
  readonly roles: number;
  readonly lines: number;
  readonly characters: number;
  readonly fresh: number;
  readonly kept: number;
  readonly missingAudio: number;
  readonly stale: number;
  readonly unrendered: number;
  readonly blocked: number;
}

function lineCounts(db: Database): LineCounts {
  const states = { fresh: 0, kept: 0, 'missing-audio': 0, stale: 0, unrendered: 0, blocked: 0 };
  const sums = { lines: 0, characters: 0 };
  const rows = db
    .prepare<{ readonly state: LineStateKind; readonly lines: number; readonly characters: number }>(
      `SELECT state, count(*) AS lines, sum(characters) AS characters FROM (
         SELECT ${LINE_STATE} AS state, lines.characters AS characters FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED}) GROUP BY state`,
    )
    .all();
  for (const { state, lines, characters } of rows) {
    states[state] = lines;
    sums.lines += lines;
    sums.characters += characters;
  }
  const { 'missing-audio': missingAudio, fresh, ...others } = states;
  const counts = { ...others, ...sums, missingAudio, fresh: fresh + others.kept };
  return { ...counts, chapters: countChapters(db), roles: countRoles(db) };
}

function countChapters(db: Database): number {
  const row = db
    .prepare<{ readonly n: number }>(
      `SELECT (SELECT count(*) FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL) + EXISTS (
         SELECT 1 FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
         WHERE chapter_id IS NULL AND ${NOT_DELETED}) AS n`,
    )
    .get();
  return row?.n ?? 0;
}

function countRoles(db: Database): number {
  const names = new Set<string>();
  const rows = db
    .prepare<{ readonly roles: string }>('SELECT DISTINCT roles FROM lines WHERE deleted_at IS NULL')
    .all();
  for (const { roles } of rows) {
    for (const name of readRoles(db, roles)) names.add(name);
  }
  return names.size;
}

export interface RenderableLine {
  readonly lineId: number;
  readonly renderKey: string;
  /** The request without `custom_id` and webhook. */
  readonly request: InputParameters;
  readonly characters: number;
  readonly spoken: readonly SpokenShare[];
}

export type { LineFilter, LineState } from './line-states.ts';

/** States in which an ordered line is sent. The run's plan determines which lines are ordered. */
const RENDERABLE: ReadonlySet<LineState['state']> = new Set(['missing-audio', 'stale', 'unrendered']);

export class LineStore {
  readonly #db: Database;
  readonly #keys: RenderKeys;

  constructor(db: Database, keys: RenderKeys) {
    this.#db = db;
    this.#keys = keys;
  }

  states(filter: LineFilter = {}): LineState[] {
    return lineStates(this.#db, filter);
  }

  counts(): LineCounts {
    return lineCounts(this.#db);
  }

  requestOf(lineId: number): LineRequest {
    const line = lineState(this.#db, lineId);
    if (!line) throw new RangeError(`there is no line ${lineId}`);
    return this.#keys.requestOf(line);
  }

  /** Returns the text that is spoken, before pronunciation rules and without directions and marks. */
  spokenText({ kind, turns, override }: WrittenLine): string {
    const spoken = spokenTurns({ kind, turns, override, ...this.#keys.sources() });
    return spoken.map(({ text }) => textWithoutMarks(text)).join('\n');
  }

  written(lineId: number): WrittenLine {
    const line = lineState(this.#db, lineId);
    if (!line) throw new RangeError(`there is no line ${lineId}`);
    return { kind: line.kind, turns: line.turns, override: line.override };
  }

  /** Returns a line to send; null if it has audio, is blocked or was deleted. */
  toRender(lineId: number): RenderableLine | null {
    const line = lineState(this.#db, lineId);
    if (!line || !RENDERABLE.has(line.state) || line.renderKey === null) return null;
    const built = this.#keys.requestOf(line);
    if (!built.ok) return null;
    const { request, characters, spoken } = built;
    if (lineKey(request, built.seedPinned) !== line.renderKey) {
      // The stored key is wrong. With the correct key, the line might already have audio or be in flight.
      this.#keys.rekeyLine(lineId);
      return null;
    }
    return { lineId, renderKey: line.renderKey, request, characters, spoken };
  }

  /** Keeps the heading's spoken form (`setReadAs`). Returns the previous override. */
  setOverride(lineId: number, override: LineOverride | null): LineOverride | null {
    const checked = override === null ? {} : lineOverrideSchema.parse(override);
    return this.#changeOverride(lineId, ({ override: stored }) => ({
      ...checked,
      ...(stored?.readAs && { readAs: stored.readAs }),
    }));
  }

  /**
   * Sets how a heading is read; null restores the default. Returns the previous form, or null if there was none for the
   * heading's current text.
   */
  setReadAs(lineId: number, spoken: string | null): string | null {
    const before = readAsOf(this.written(lineId));
    this.#changeOverride(lineId, ({ turns, override }) => {
      const { readAs: _, ...others } = override ?? {};
      return spoken === null ? others : { ...others, readAs: { written: turns[0]?.text ?? '', spoken } };
    });
    return before;
  }

  #changeOverride(lineId: number, change: (line: WrittenLine) => StoredOverride): StoredOverride | null {
    return this.#db.transaction(() => {
      const row = this.#db
        .prepare<{ readonly kind: ParagraphKind; readonly turns: string; readonly override: string | null }>(
          `SELECT kind, turns, override FROM lines JOIN paragraphs ON paragraphs.id = paragraph_id WHERE lines.id = ?`,
        )
        .get(lineId);
      if (!row) throw new RangeError(`there is no line ${lineId}`);
      const before = { ...row, turns: readTurns(this.#db, row.turns), override: readOverride(this.#db, row.override) };
      const changed = change(before);
      const override = Object.keys(changed).length === 0 ? null : changed;
      const { renderKey, characters, problem } = this.#keys.factsOf({ ...before, override });
      this.#db
        .prepare('UPDATE lines SET override = ?, render_key = ?, characters = ?, problem = ? WHERE id = ?')
        .run(override && JSON.stringify(override), renderKey, characters, problem && JSON.stringify(problem), lineId);
      return before.override;
    });
  }
}
