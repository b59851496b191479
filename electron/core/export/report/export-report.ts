import type { UsedSound } from '../../../../shared/model/cue-sounds.ts';
import type { CheckReport } from '../../../../shared/model/export/check-report.ts';
import type { ExportDisclosure } from '../../../../shared/model/export/disclosure.ts';
import {
  type ExportVerdict,
  type FailedExport,
  MAX_NAMED_FAILURES,
  type ReportedExport,
} from '../../../../shared/model/export/export.ts';
import type { ExportSigning } from '../../../../shared/model/export/signature.ts';
import type { ExportedFileRow } from '../../../../shared/model/export/target-export.ts';
import type { FileSigner } from '../../app/signing/file-signer.ts';
import type { WrittenFiles } from '../files/write-files.ts';
import { exportedSeconds } from '../plan/export-line.ts';
import { type ExportPlan, type PlannedFile, sectionsIn } from '../plan/export-plan.ts';
import { type ExportedLineReport, exportVerdict, figureRows, lineReport, signingRows } from './export-verdict.ts';

export interface ReportedFile extends ExportedFileRow {
  /** Title of the chapter or book; empty for other files. */
  readonly title: string;
  readonly isAudio: boolean;
  readonly sizeBytes: number;
}

export interface ExportResult
  extends ExportedLineReport,
    Pick<WrittenFiles, 'written' | 'moved' | 'unchanged' | 'binned' | 'binFolder' | 'notices'> {
  readonly files: readonly ReportedFile[];
  /** Lines whose audio or file failed, in script order. */
  readonly failed: readonly FailedExport[];
  /** Lines left out on purpose: without a take, out of date or not approved. */
  readonly leftOut: readonly FailedExport[];
  readonly damaged: readonly { readonly audioHash: string; readonly lineId: number | null }[];
  readonly verdict: ExportVerdict;
  /** Music and effects in the files. */
  readonly sounds: readonly UsedSound[];
  /** Null if no voice is synthetic, and for targets without finished files. */
  readonly disclosure: ExportDisclosure | null;
  /** Null if the files aren't signed. */
  readonly signing: ExportSigning | null;
  /** Null if there are no audio files or they weren't measured. */
  readonly measured: CheckReport | null;
}

export function reportExport(
  plan: Pick<ExportPlan, 'selection' | 'isSample' | 'checks'> & Partial<Pick<ExportPlan, 'content' | 'notices'>>,
  written: WrittenFiles,
  {
    measured = null,
    signer = null,
  }: { readonly measured?: CheckReport | null; readonly signer?: FileSigner | null } = {},
): ExportResult {
  const { missing, outdated } = lineReport(plan, written);
  const isLeftOut = new Set(plan.selection.leftOut.map(({ lineId }) => lineId));
  const signing = signer && exportSigning(signer, written);
  const rows = [...figureRows(measured), ...plan.checks, ...signingRows(signing)];
  const verdict = exportVerdict({ missing, outdated, rows });
  const { moved, unchanged, binned, binFolder } = written;
  const notices = [...(plan.notices ?? []), ...written.notices];
  const disclosure = (plan.content?.kind === 'audio' && plan.content.disclosure) || null;
  return {
    files: written.files.map(({ planned, onDisk }) => toReportedFile(planned, onDisk)),
    written: written.written,
    moved,
    unchanged,
    binned,
    binFolder,
    notices,
    missing,
    outdated,
    verdict,
    sounds: plan.content?.kind === 'audio' ? plan.content.sounds : [],
    disclosure,
    signing,
    failed: missing.filter(({ lineId }) => !isLeftOut.has(lineId)),
    leftOut: missing.filter(({ lineId }) => isLeftOut.has(lineId)),
    damaged: written.failed.flatMap(({ damagedAudio, lineId }) =>
      damagedAudio === null ? [] : [{ audioHash: damagedAudio, lineId }],
    ),
    measured: measured && {
      ...measured,
      verdict,
      ...(notices.length > 0 && { notices }),
      ...(disclosure && { disclosure }),
      ...(signing && { signing }),
    },
  };
}

/** Reports an export that ended early. Lines whose files hadn't been started don't count as failed. */
export function reportStopped(
  plan: Parameters<typeof reportExport>[0],
  written: WrittenFiles,
  signer: FileSigner | null,
): ExportResult {
  const report = reportExport(plan, written, { signer });
  return { ...report, failed: report.failed.filter(({ reason }) => reason.kind !== 'not-exported') };
}

function exportSigning({ about }: FileSigner, { files }: WrittenFiles): ExportSigning {
  const signatures = files.flatMap(({ onDisk: { file, signature } }) => (signature ? [{ file, signature }] : []));
  const stamps = signatures.flatMap(({ signature }) => (signature.kind === 'unsigned' ? [] : [signature.timeStamp]));
  const missing = stamps.filter((stamp) => stamp !== 'stamped');
  const { signer, ownCertificate, asksForTimeStamps } = about;
  const takesWithout = (why: 'leftOut' | 'unusable'): number =>
    signatures.reduce((sum, { signature }) => sum + (signature.kind === 'unsigned' ? 0 : (signature[why] ?? 0)), 0);
  return {
    signer,
    signed: stamps.length,
    unsigned: signatures.flatMap(({ file, signature }) =>
      signature.kind === 'unsigned' ? [{ file, reason: signature.reason }] : [],
    ),
    leftOut: takesWithout('leftOut'),
    unusable: takesWithout('unusable'),
    timeStamps: asksForTimeStamps
      ? { stamped: stamps.length - missing.length, missing: missing.length, problem: missing.at(-1) ?? null }
      : null,
    ownCertificate,
  };
}

function toReportedFile({ content }: PlannedFile, onDisk: WrittenFiles['files'][number]['onDisk']): ReportedFile {
  const { file, sizeBytes, loudnessLufs = null, rmsDbfs = null, truePeakDbtp = null } = onDisk;
  return {
    file,
    sizeBytes,
    loudnessLufs,
    rmsDbfs,
    truePeakDbtp,
    durationSeconds: durationOf(content),
    title: content.kind === 'audio' ? content.title : '',
    isAudio: content.kind === 'audio',
  };
}

/** Null if the file isn't audio. */
export function durationOf(content: PlannedFile['content']): number | null {
  if (content.kind === 'line') return exportedSeconds(content.line);
  const rate = sectionsIn(content)[0]?.plan.sampleRate;
  if (rate === undefined) return null;
  const tracks = content.kind === 'packed' ? content.tracks.map(({ audio }) => audio) : [content];
  return tracks.reduce((sum, track) => sum + ('frames' in track ? track.frames : 0), 0) / rate;
}

/** Returns the measurements to store, excluding files that accompany audio. */
export function storedFigures({
  files,
  failed,
  leftOut,
  ...result
}: ExportResult): Omit<ReportedExport, 'outcome' | 'problem' | 'startedAt' | 'finishedAt' | 'outDir'> {
  const { written, moved, unchanged, binned, binFolder, verdict } = result;
  const audio = files.filter(({ isAudio }) => isAudio);
  return {
    files: audio.length > 0 ? audio.length : files.length,
    written,
    moved,
    unchanged,
    binned,
    binFolder,
    verdict,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    durationSeconds: files.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
    failed: failed.slice(0, MAX_NAMED_FAILURES),
    failedLines: failed.length,
    leftOut: leftOut.slice(0, MAX_NAMED_FAILURES),
    leftOutLines: leftOut.length,
  };
}
