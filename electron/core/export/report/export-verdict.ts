import type { CheckReport } from '../../../../shared/model/export/check-report.ts';
import {
  type ExportVerdict,
  type FailedExport,
  MAX_NAMED_FAILURES,
  type VerdictRow,
} from '../../../../shared/model/export/export.ts';
import type { ExportSigning } from '../../../../shared/model/export/signature.ts';
import type { Database } from '../../project/folder/database.ts';
import { countOddNames } from '../../project/proof/odd-names.ts';
import { type JudgedTakes, unapprovedTakes } from '../../project/takes/suspicious-takes.ts';
import { countDriftedVoices } from '../../project/takes/voice-history.ts';
import type { ExportPlan, FailedFile, MadeFiles } from '../plan/export-plan.ts';
import { missingLines, toFailedExport } from '../plan/select-lines.ts';

export interface ExportedLineReport {
  /** In script order, including lines left out on purpose. */
  readonly missing: readonly FailedExport[];
  /** Lines exported with a take made from older text or settings. */
  readonly outdated: readonly FailedExport[];
}

type PlanOfLines = Pick<ExportPlan, 'selection' | 'isSample'>;

export function lineReport({ selection, isSample }: PlanOfLines, { files, failed }: MadeFiles): ExportedLineReport {
  const heard = new Set(files.flatMap(({ planned }) => planned.lines));
  const last = selection.inScope.findLastIndex(({ id }) => heard.has(id));
  const inScope = isSample && last >= 0 ? selection.inScope.slice(0, last + 1) : selection.inScope;
  return {
    missing: missingLines({ ...selection, inScope }, heard, failedLines(failed, selection)),
    outdated: selection.outdated.filter(({ lineId }) => heard.has(lineId)),
  };
}

/** Returns the lines with a bad take and the other lines of the same files. */
function failedLines(failed: readonly FailedFile[], { inScope }: ExportPlan['selection']): FailedExport[] {
  const byId = new Map(inScope.map((line) => [line.id, line]));
  return failed.flatMap(({ file, lines, lineId, reason }) =>
    lines.flatMap((id) => {
      const line = byId.get(id);
      if (!line) return [];
      const isReason = lineId === null || lineId === id;
      return [toFailedExport(line, isReason ? reason : { kind: 'file-not-made', file })];
    }),
  );
}

interface VerdictFacts extends ExportedLineReport {
  readonly rows: readonly VerdictRow[];
}

/** Missing lines take precedence over failed checks. */
export function exportVerdict({ missing, outdated, rows }: VerdictFacts): ExportVerdict {
  const isWhole = missing.length + outdated.length === 0;
  const kind = !isWhole ? 'incomplete' : rows.some(({ result }) => result === 'fail') ? 'failed' : 'complete';
  return {
    kind,
    missing: missing.slice(0, MAX_NAMED_FAILURES),
    missingLines: missing.length,
    outdated: outdated.slice(0, MAX_NAMED_FAILURES),
    outdatedLines: outdated.length,
    rows,
  };
}

export const planVerdict = (plan: PlanOfLines & Pick<ExportPlan, 'checks'>, made: MadeFiles): ExportVerdict =>
  exportVerdict({ ...lineReport(plan, made), rows: plan.checks });

/** Returns the verdict if all files can be made. */
export function expectedVerdict(plan: ExportPlan): ExportVerdict {
  const onDisk = { file: '', sizeBytes: 0, sha256: '' };
  return planVerdict(plan, { files: plan.content.files.map((planned) => ({ planned, onDisk })), failed: [] });
}

export function takeRows(judged: JudgedTakes): VerdictRow[] {
  const takes = unapprovedTakes(judged).length;
  return takes > 0 ? [{ kind: 'suspicious', result: 'look', takes }] : [];
}

export function driftRows(db: Database): VerdictRow[] {
  const voices = countDriftedVoices(db);
  return voices > 0 ? [{ kind: 'drift', result: 'look', voices }] : [];
}

export function nameRows(db: Database): VerdictRow[] {
  const names = countOddNames(db);
  return names > 0 ? [{ kind: 'names', result: 'look', names }] : [];
}

export function figureRows(measured: CheckReport | null): VerdictRow[] {
  if (!measured || measured.meetsFigures) return [];
  const files = measured.files.filter(
    ({ problem, rows }) => problem !== null || rows.some(({ result }) => result === 'fail'),
  ).length;
  return [{ kind: 'figures', result: 'fail', files }];
}

/** @param signing null if signing is turned off */
export function signingRows(signing: ExportSigning | null): VerdictRow[] {
  if (signing === null) return [];
  const { unsigned, ownCertificate, timeStamps } = signing;
  const unstamped = timeStamps?.missing ?? 0;
  return [
    ...(unsigned.length > 0 ? [{ kind: 'unsigned', result: 'look', files: unsigned.length } as const] : []),
    ...(ownCertificate ? [{ kind: 'own-certificate', result: 'look' } as const] : []),
    ...(unstamped > 0 ? [{ kind: 'time-stamps', result: 'look', files: unstamped } as const] : []),
  ];
}
