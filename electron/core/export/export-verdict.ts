// Whether an export has everything that the script and its target ask for.
import {
  type ExportVerdict,
  type FailedExport,
  MOST_NAMED_FAILURES,
  type VerdictRow,
} from '../../../shared/model/export.ts';
import type { GateReport } from '../../../shared/model/gate-report.ts';
import { type JudgedTakes, unacceptedOf } from '../project/takes/suspicious-takes.ts';

interface VerdictFacts {
  /** Lines that are not in the export, and lines that are in it as an older take. In script order. */
  readonly missing: readonly FailedExport[];
  readonly outdated: readonly FailedExport[];
  /** The checks that were not passed. */
  readonly rows: readonly VerdictRow[];
}

/** Puts together what was found out. Missing lines count for more than a check that failed. */
export function exportVerdict({ missing, outdated, rows }: VerdictFacts): ExportVerdict {
  const isWhole = missing.length + outdated.length === 0;
  const kind = !isWhole ? 'incomplete' : rows.some(({ result }) => result === 'fail') ? 'failed' : 'complete';
  return {
    kind,
    missing: missing.slice(0, MOST_NAMED_FAILURES),
    missingLines: missing.length,
    outdated: outdated.slice(0, MOST_NAMED_FAILURES),
    outdatedLines: outdated.length,
    rows,
  };
}

/** The check of the takes that are exported as they are, where some look suspicious. */
export function takeRows(judged: JudgedTakes): VerdictRow[] {
  const takes = unacceptedOf(judged).length;
  return takes > 0 ? [{ kind: 'suspicious', result: 'look', takes }] : [];
}

/** The check of the files' technical figures, where some are missed. */
export function figureRows(gate: GateReport | null): VerdictRow[] {
  if (!gate || gate.meetsFigures) return [];
  const files = gate.files.filter(
    ({ problem, rows }) => problem !== null || rows.some(({ result }) => result === 'fail'),
  ).length;
  return [{ kind: 'figures', result: 'fail', files }];
}
