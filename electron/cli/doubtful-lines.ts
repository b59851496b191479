import { lossOfReason } from '../core/production/batch-progress.ts';
import { lineBriefs } from '../core/project/lines/line-briefs.ts';
import type { Project } from '../core/project/project.ts';
import type { LineNames } from './line-names.ts';
import type { ReportedLine } from './run-report.ts';
import { t, tProblem } from './words.ts';

export function lossesOf({ db }: Project, lineIds: readonly number[]): Map<number, string> {
  if (lineIds.length === 0) return new Map();
  return new Map(
    lineBriefs(db, { lineIds }).map(({ id, reason }) => {
      const cause = lossOfReason(reason);
      return [id, cause === null ? t('outcome.notThere') : tProblem.loss(cause)];
    }),
  );
}

/** Lists lines in doubt and lost lines in script order. `lost` maps line ids to reasons. */
export function doubtfulLines(
  inDoubt: readonly number[],
  lost: ReadonlyMap<number, string>,
  names: LineNames,
): ReportedLine[] {
  const reasons = new Map(inDoubt.map((id) => [id, t('outcome.inDoubt')]));
  for (const [id, reason] of lost) reasons.set(id, t('outcome.lost', { reason }));
  return [...reasons]
    .filter(([id]) => names.has(id))
    .map(([id, reason]) => ({ line: names.numberOf(id), number: names.labelOfNumber(names.numberOf(id)), reason }))
    .toSorted((a, b) => a.line - b.line);
}
