import type { CastOutlook } from '../../../../shared/ipc/cast-requests.ts';
import type { LineOverride, PronunciationRule, Role } from '../../../../shared/model/cast.ts';
import type { ParagraphKind, Turn } from '../../../../shared/model/script.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { speakerOf } from '../../../../shared/rules/turn-prefix.ts';
import type { NumberedProject } from '../lines/line-positions.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import { RenderKeys } from '../lines/render-key.ts';
import { excerptOf, readOverride, readTurns } from '../lines/stored-line.ts';

export interface PlannedCast {
  readonly roles?: readonly Role[];
  readonly rules?: readonly PronunciationRule[];
  /** A role that is merged into another one and removed. */
  readonly merged?: { readonly from: string; readonly into: string };
  readonly overrides?: readonly { readonly lineId: number; readonly override: LineOverride | null }[];
}

type OutlookRow = readonly [
  id: number,
  kind: ParagraphKind,
  turns: string,
  override: string | null,
  takeId: number | null,
  isApproved: 0 | 1,
  renderKey: string | null,
];

// Lines without takes are neither fresh nor stale.
const LINES_WITH_TAKES = `SELECT lines.id, kind, turns, override, takes.id, takes.verdict IS 'approved', lines.render_key
  FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED} AND EXISTS (SELECT 1 FROM takes AS any_take WHERE any_take.line_id = lines.id)
    AND (? IS NULL OR EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value IN (SELECT value FROM json_each(?))))
  ORDER BY paragraphs.ord, lines.part`;

const USABLE_PICK = `SELECT takes.id FROM picks JOIN takes ON takes.id = picks.take_id
  WHERE picks.line_id = ? AND picks.render_key = ? AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL`;

/** The maximum number of lines listed in `approvedLines`. */
export const MAX_APPROVED_LINES = 100;

/** Checks the lines of the affected roles, or all lines if rules change. Changes nothing. */
export function castOutlook({ project, places }: NumberedProject, change: PlannedCast): Omit<CastOutlook, 'price'> {
  const { db, cast } = project;
  const { merged } = change;
  const now = cast.snapshot();
  const roles = new Map(now.roles);
  for (const role of change.roles ?? []) roles.set(role.name, role);
  if (merged) roles.delete(merged.from);
  const settings = project.settings();
  const keys = new RenderKeys(db, () => ({ roles, rules: change.rules ?? now.rules, settings }));
  const concerned = [...(change.roles ?? []).map(({ name }) => name), ...(merged ? [merged.from, merged.into] : [])];
  const own = new Map(change.overrides?.map(({ lineId, override }) => [lineId, override]));
  const isOfLines = concerned.length === 0 && !change.rules && change.overrides !== undefined;
  const names = change.rules || change.overrides ? null : JSON.stringify(concerned);
  const usable = db.prepareArrays<readonly [takeId: number]>(USABLE_PICK);
  const outlook = { stale: 0, characters: 0, approved: 0, regained: 0, rendered: 0 };
  const toRender: number[] = [];
  const approvedLines: CastOutlook['approvedLines'] = [];
  for (const [id, kind, text, override, takeId, isApproved, keyNow] of db
    .prepareArrays<OutlookRow>(LINES_WITH_TAKES)
    .all(names, names)) {
    if (isOfLines && !own.has(id)) continue;
    outlook.rendered += 1;
    const turns = readTurns(db, text);
    const set = own.get(id);
    const stored = readOverride(db, override);
    const facts = keys.factsOf({
      kind,
      turns: merged ? reassignTurns(turns, merged) : turns,
      override: set === undefined ? stored : { ...set, ...(stored?.readAs && { readAs: stored.readAs }) },
    });
    if (facts.renderKey === keyNow) continue;
    const [nextTakeId = null] = (facts.renderKey !== null && usable.get(id, facts.renderKey)) || [];
    if (takeId !== null && nextTakeId === null) {
      outlook.stale += 1;
      outlook.approved += isApproved;
      if (facts.problem === null) {
        outlook.characters += facts.characters;
        toRender.push(id);
      }
      if (isApproved && approvedLines.length < MAX_APPROVED_LINES) approvedLines.push(approvedLine(id, turns, places));
    } else if (nextTakeId !== takeId) outlook.regained += 1;
  }
  return { ...outlook, toRender, approvedLines };
}

function approvedLine(
  lineId: number,
  turns: readonly Turn[],
  places: NumberedProject['places'],
): CastOutlook['approvedLines'][number] {
  const place = places.of(lineId);
  return {
    lineId,
    number: place ? lineNumber(place) : '',
    roles: [...new Set(turns.map(speakerOf))],
    excerpt: excerptOf(turns.map(({ text }) => text).join(' ')),
  };
}

const reassignTurns = (
  turns: readonly Turn[],
  { from, into }: { readonly from: string; readonly into: string },
): Turn[] => turns.map((turn) => (turn.role === from ? { ...turn, role: into } : turn));
