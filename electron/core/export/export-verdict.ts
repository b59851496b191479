import {
  type ExportVerdict,
  type FailedExport,
  MOST_NAMED_FAILURES,
  type VerdictRow,
} from '../../../shared/model/export.ts';
import type { GateReport } from '../../../shared/model/gate-report.ts';
import { type JudgedTakes, unacceptedOf } from '../project/takes/suspicious-takes.ts';

interface VerdictFacts {
  /** Lines missing from the export, and lines exported with an older take. In script order. */
  readonly missing: readonly FailedExport[];
  readonly outdated: readonly FailedExport[];
  readonly rows: readonly VerdictRow[];
}

/** Returns the verdict of an export. Missing lines outweigh failed checks. */
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

/** Returns a row if suspicious takes are exported without approval. */
export function takeRows(judged: JudgedTakes): VerdictRow[] {
  const takes = unacceptedOf(judged).length;
  return takes > 0 ? [{ kind: 'suspicious', result: 'look', takes }] : [];
}

/** Returns a row if files miss the target's technical figures. */
export function figureRows(gate: GateReport | null): VerdictRow[] {
  if (!gate || gate.meetsFigures) return [];
  const files = gate.files.filter(
    ({ problem, rows }) => problem !== null || rows.some(({ result }) => result === 'fail'),
  ).length;
  return [{ kind: 'figures', result: 'fail', files }];
}
