// What an export for a target would come to, seen before anything is made.
import { existsSync } from 'node:fs';
import type { TargetOutlook } from '../../../shared/ipc/target-requests.ts';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/delivery.ts';
import { MOST_NAMED_FAILURES } from '../../../shared/model/export.ts';
import type { TargetOptions } from '../../../shared/model/target-export.ts';
import type { Project } from '../project/project.ts';
import { plannedFiles } from './deliver.ts';
import { ExportError } from './export-error.ts';
import { checkExportFolder, freeBytes } from './export-outlook.ts';
import { type ExportSelection, selectLines } from './export-selection.ts';
import { TargetError, type TargetRequest, targetChoice } from './target-choice.ts';

/** What is wanted of a target, and what chapters without a heading are called. */
export interface TargetWish extends TargetOptions {
  readonly untitled: string;
}

/** The most files that are named. */
const MOST_NAMED = 200;
/** What is left of sound without loss, about. */
const FLAC_SHARE = 0.55;

/** A wish as the exporters take it. @param outDir an absolute path */
export const requestOf = (
  { target, format, allowStale, approvedOnly, chapterIds, untitled }: TargetWish,
  outDir: string,
): TargetRequest => ({
  target,
  changes: format === null ? {} : { format },
  outDir,
  untitled,
  allowStale,
  approvedOnly,
  chapterIds,
});

/**
 * Foresees an export for a target. Changes nothing.
 *
 * @param outDir an absolute path; null where none is chosen
 * @throws ProjectError
 */
export async function targetOutlook(project: Project, wish: TargetWish, outDir: string | null): Promise<TargetOutlook> {
  const { allowStale, approvedOnly, chapterIds } = wish;
  const selection = selectLines(project, { allowStale, approvedOnly, chapterIds: chapterIds && [...chapterIds] });
  const { counts, lost } = selection;
  return {
    lines: counts,
    lost: { count: lost.length, lines: lost.slice(0, MOST_NAMED_FAILURES) },
    ...(await filesOutlook(project, wish, selection)),
    folder: outDir === null ? null : await folderOutlook(project, outDir),
  };
}

type FilesOutlook = Pick<TargetOutlook, 'files' | 'durationSeconds' | 'sizeBytes' | 'needed'>;

async function filesOutlook(project: Project, wish: TargetWish, { lines }: ExportSelection): Promise<FilesOutlook> {
  try {
    const { choice } = await targetChoice(project, requestOf(wish, project.dir));
    // How loud takes are changes no length.
    const planned = plannedFiles(project, choice, lines, new Map());
    const { goal, encoding, book } = choice;
    const files = planned.map(({ name, frames, sections }) => ({
      name,
      durationSeconds: frames / goal.sampleRate,
      chapters: sections.length,
    }));
    const durationSeconds = files.reduce((sum, file) => sum + file.durationSeconds, 0);
    const coverBytes = files.length * (book.cover?.bytes.byteLength ?? 0);
    return {
      files: { count: files.length, named: files.slice(0, MOST_NAMED) },
      durationSeconds,
      sizeBytes: Math.round(durationSeconds * bytesASecond(encoding, goal) + coverBytes),
      needed: null,
    };
  } catch (error) {
    if (!(error instanceof TargetError) || error.problem.kind !== 'needs') throw error;
    return { files: { count: 0, named: [] }, durationSeconds: 0, sizeBytes: 0, needed: 'isbn' };
  }
}

function bytesASecond(encoding: DeliveryEncoding, { sampleRate, channels }: MasteringGoal): number {
  if ('bitrate' in encoding) return (encoding.bitrate * 1_000) / 8;
  const bytes = (sampleRate * channels * encoding.bits) / 8;
  return encoding.codec === 'flac' ? bytes * FLAC_SHARE : bytes;
}

async function folderOutlook(project: Project, outDir: string): Promise<TargetOutlook['folder']> {
  try {
    checkExportFolder(outDir, project.dir);
    return { ok: true, isNew: !existsSync(outDir), freeBytes: await freeBytes(outDir) };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return { ok: false, problem: error.kind, path: error.path, detail: error.message };
  }
}
