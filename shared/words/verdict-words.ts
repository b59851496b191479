import type { ExportVerdict, FailedExport, VerdictRow } from '../model/export/export.ts';
import type { ExportTarget } from '../model/export/export-target.ts';
import { coverFaultText, type DeliveryWords } from './delivery-words.ts';

export function verdictSummary(
  tDelivery: DeliveryWords,
  { kind, missingLines: missing, outdatedLines: outdated, rows }: Omit<ExportVerdict, 'missing' | 'outdated'>,
): string {
  switch (kind) {
    case 'complete':
      return tDelivery('verdict.complete');
    case 'failed':
      return tDelivery('verdict.failed', { checks: rows.filter(({ result }) => result === 'fail').length });
    case 'incomplete':
      if (missing > 0 && outdated > 0) return tDelivery('verdict.both', { missing, outdated });
      return missing > 0 ? tDelivery('verdict.missing', { missing }) : tDelivery('verdict.outdated', { outdated });
  }
}

export function verdictRowText(
  tDelivery: DeliveryWords,
  target: Pick<ExportTarget, 'cover'>,
  row: VerdictRow,
  list: (items: readonly string[]) => string,
): string {
  switch (row.kind) {
    case 'figures':
      return tDelivery('verdict.row.figures', { files: row.files });
    case 'suspicious':
      return tDelivery('verdict.row.suspicious', { takes: row.takes });
    case 'names':
      return tDelivery('verdict.row.names', { names: row.names });
    case 'drift':
      return tDelivery('verdict.row.drift', { voices: row.voices });
    case 'details':
    case 'credits':
      return tDelivery(`verdict.row.${row.kind}`, {
        fields: list(row.fields.map((field) => tDelivery(`field.${field}`))),
      });
    case 'cues': {
      const { mixed, unattached, lost, unlicensed } = row;
      return tDelivery('verdict.row.cues', { mixed, unattached, lost, unlicensed });
    }
    case 'unsigned':
    case 'time-stamps':
      return tDelivery(`verdict.row.${row.kind}`, { files: row.files });
    case 'own-certificate':
    case 'credits-differ':
    case 'synthetic-banned':
    case 'spoken-disclosure':
      return tDelivery(`verdict.row.${row.kind}`);
    case 'cover':
      return tDelivery('verdict.row.cover', { fault: coverFaultText(tDelivery, target, row.fault) });
  }
}

/**
 * Formats a line such as `Line 2.12 (ALGERNON, “Did you hear what I was…”)`. Older reports contain only line numbers.
 */
export function reportedLine(tDelivery: DeliveryWords, { label, number, roles, words }: FailedExport): string {
  const line = label ?? String(number);
  if (!roles || words === undefined) return tDelivery('verdict.lineAlone', { line });
  return tDelivery('verdict.line', { line, roles: roles.join(' + '), words });
}
