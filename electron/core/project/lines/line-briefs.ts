import { type JobState, type LineStatus, lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { LineRequestProblem } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import { parseReason } from '../journal/journal-reports.ts';
import {
  HAS_APPROVED_OTHER_TAKE,
  LATEST_JOB,
  LINE_STATE,
  LINES_WITH_PICKS,
  type LineStateKind,
  NOT_DELETED,
} from './line-states.ts';
import { readRoles } from './stored-line.ts';

export interface StoredBrief {
  readonly id: number;
  readonly paragraphId: number;
  readonly status: LineStatus;
  readonly characters: number;
  readonly roles: readonly string[];
  readonly problem: LineRequestProblem['kind'] | null;
  /** The take that the line exports; null if the line is neither fresh nor kept. */
  readonly pickTakeId: number | null;
  readonly hasTakes: boolean;
  /** The reason if the latest job for the current key has failed, has been refused, is in doubt, or is lost. */
  readonly reason?: unknown;
}

export type BriefFilter =
  | { readonly chapterId: number | null }
  | { readonly paragraphIds: readonly number[] }
  | { readonly lineIds: readonly number[] };

type BriefRow = readonly [
  id: number,
  paragraphId: number,
  state: LineStateKind,
  characters: number,
  roles: string,
  problem: string | null,
  takeId: number | null,
  hasTakes: 0 | 1,
  jobState: JobState | null,
  jobReason: string | null,
];

export const PROBLEM_KIND = `json_extract(lines.problem, '$.kind')`;

// Jobs are only joined for lines without a pick.
const BRIEFS = `SELECT lines.id, lines.paragraph_id, ${LINE_STATE}, lines.characters, roles, ${PROBLEM_KIND}, takes.id,
    takes.id IS NOT NULL OR EXISTS (SELECT 1 FROM takes AS any_take WHERE any_take.line_id = lines.id),
    jobs.state, jobs.reason
  FROM ${LINES_WITH_PICKS}
  LEFT JOIN jobs ON takes.id IS NULL AND jobs.id = (${LATEST_JOB})`;

const HAS_REASON: ReadonlySet<LineStatus> = new Set(['failed', 'in-doubt', 'lost']);

const IN_ORDER = 'ORDER BY paragraphs.ord, lines.part';
/** Up to this many ids are bound as parameters, because that is faster. */
const FEW = 200;

export function lineBriefs(db: Database, filter: BriefFilter): StoredBrief[] {
  const roles = new Map<string, readonly string[]>();
  return readRows(db, filter).map((row) => briefOf(db, row, roles));
}

function readRows(db: Database, filter: BriefFilter): BriefRow[] {
  if ('chapterId' in filter) {
    const query = `${BRIEFS} WHERE paragraphs.chapter_id IS ? AND ${NOT_DELETED} ${IN_ORDER}`;
    return db.prepareArrays<BriefRow>(query).all(filter.chapterId);
  }
  const [column, ids] =
    'lineIds' in filter ? ['lines.id', filter.lineIds] : ['lines.paragraph_id', filter.paragraphIds];
  if (ids.length === 0) return [];
  if (ids.length > FEW) {
    const query = `${BRIEFS} WHERE ${column} IN (SELECT value FROM json_each(?)) AND ${NOT_DELETED} ${IN_ORDER}`;
    return db.prepareArrays<BriefRow>(query).all(JSON.stringify(ids));
  }
  const marks = ids.length === 1 ? '= ?' : `IN (${new Array(FEW).fill('?').join(',')})`;
  const values = ids.length === 1 ? ids : Array.from({ length: FEW }, (_, at) => ids[at] ?? null);
  return db.prepareArrays<BriefRow>(`${BRIEFS} WHERE ${column} ${marks} AND ${NOT_DELETED} ${IN_ORDER}`).all(...values);
}

function briefOf(db: Database, row: BriefRow, rolesByText: Map<string, readonly string[]>): StoredBrief {
  const [id, paragraphId, state, characters, rolesText, problem, pickTakeId, hasTakes, job, jobReason] = row;
  const roles = rolesByText.get(rolesText) ?? readRoles(db, rolesText);
  rolesByText.set(rolesText, roles);
  const status = lineStatusOf({ state, job, problem });
  const brief = { id, paragraphId, status, characters, roles, problem: problem as StoredBrief['problem'], pickTakeId };
  const reason = HAS_REASON.has(status) ? parseReason(jobReason) : null;
  return { ...brief, hasTakes: hasTakes === 1, ...(reason === null ? {} : { reason }) };
}

/** Counts blocked lines by the kind of their problem; null for lines without a render key. */
export function problemCounts(
  db: Database,
  lineIds: readonly number[],
): Map<LineRequestProblem['kind'] | null, number> {
  if (lineIds.length === 0) return new Map();
  const query = `SELECT ${PROBLEM_KIND}, count(*) FROM lines
    WHERE id IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY 2 DESC, 1`;
  return new Map(
    db.prepareArrays<readonly [LineRequestProblem['kind'] | null, number]>(query).all(JSON.stringify(lineIds)),
  );
}

export interface LineToRender {
  readonly id: number;
  readonly state: LineStateKind;
  readonly hasKey: boolean;
  readonly characters: number;
  /** True if the line isn't fresh, but has an approved take for another key. */
  readonly approvedTake: boolean;
}

type LineToRenderRow = readonly [number, LineStateKind, 0 | 1, number, 0 | 1];

const TO_RENDER = `SELECT lines.id, ${LINE_STATE}, lines.render_key IS NOT NULL, lines.characters,
    takes.id IS NULL AND ${HAS_APPROVED_OTHER_TAKE}
  FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED}`;

/**
 * Returns the lines to render, without their text.
 * @param only ids of the lines to return, which is faster if there are few; absent for all lines
 */
export function linesToRender(db: Database, only?: Iterable<number>): LineToRender[] {
  const rows = only
    ? db
        .prepareArrays<LineToRenderRow>(`${TO_RENDER} AND lines.id IN (SELECT value FROM json_each(?)) ${IN_ORDER}`)
        .all(JSON.stringify([...only]))
    : db.prepareArrays<LineToRenderRow>(`${TO_RENDER} ${IN_ORDER}`).all();
  return rows.map(([id, state, hasKey, characters, approved]) => ({
    id,
    state,
    hasKey: hasKey === 1,
    characters,
    approvedTake: approved === 1,
  }));
}
