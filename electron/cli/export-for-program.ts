import { resolve } from 'node:path';
import type { PublicationTarget, SidecarTarget, TextUnit } from '../../shared/model/export/export-target.ts';
import { targetName } from '../../shared/words/delivery-words.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { exportProject } from '../core/export/export-project.ts';
import type { SubtitleOptions } from '../core/export/formats/subtitles.ts';
import type { ExportOrder } from '../core/export/plan/export-order.ts';
import { previewFiles } from '../core/export/preview-export.ts';
import type { SessionTarget } from '../core/export/targets/sessions.ts';
import type { Project } from '../core/project/project.ts';
import type { JudgedTakes } from '../core/project/takes/suspicious-takes.ts';
import { systemClock } from '../core/system.ts';
import { EXIT, type ExitStatus } from './exit.ts';
import { audioOrder, checkPublication, ExportDisplay, settingsFor, type TargetRequest } from './export-for-target.ts';
import { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { openSigning, printSigning } from './signing.ts';
import { areTakesAccepted, printSuspicious, suspicionsOf } from './suspicious.ts';
import { isAcceptable, printIncomplete, printVerdict, toReportedLines } from './verdict-display.ts';
import { t, tDelivery, tExport } from './words.ts';

/** `files` is the delivery target whose times are used for subtitles, chapters and labels. */
export type ProgramRequest =
  | { readonly form: SessionTarget }
  | { readonly form: SidecarTarget; readonly files: TargetRequest; readonly text: SubtitleOptions }
  | {
      readonly form: PublicationTarget;
      /** Has one file for each chapter. */
      readonly audio: TargetRequest;
      readonly by: TextUnit;
      readonly epub: Uint8Array | undefined;
    };

interface ProgramOptions {
  readonly out: string;
  readonly allowStale: boolean;
  readonly allowMissing: boolean;
  readonly json: boolean;
  readonly credits: readonly string[];
  readonly judged: JudgedTakes;
  readonly failOn: FailOn;
}

/** Returns `incomplete` if a line is missing and that isn't allowed, or if a suspicious take isn't approved. */
export async function exportForProgram(
  project: Project,
  request: ProgramRequest,
  { out, allowStale, allowMissing, json, credits, judged, failOn }: ProgramOptions,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const outDir = resolve(out);
  const options = { allowStale, approvedOnly: false, chapterIds: null };
  const order = { kind: request.form, options, untitled: t('export.untitled') };
  const names = new LineNames(project.lines.states());
  const named = printIncomplete((await previewFiles(project, order, null)).verdict, names, output);
  const { wanted, timesOf } = await wantedFor(project, request, allowStale);
  const workers = createAudioWorkers();
  const display = new ExportDisplay(output);
  const result = await exportProject(project, wanted, outDir, {
    workers,
    clock: systemClock,
    signing: openSigning(),
    signal,
    onProgress: (progress) => display.show(progress),
    onTimed: (done, total) => display.showTiming(done, total),
  }).finally(() => {
    display.stop();
    return workers.close();
  });
  const { written, unchanged, binned, leftOut, failed, verdict, notices } = result;
  const files = result.files.map(({ file }) => file);
  for (const notice of notices) output.note(tExport.notice(notice));
  printIncomplete(verdict, names, output, named);
  if (json)
    output.json({
      project: project.dir,
      folder: outDir,
      files,
      times_of: timesOf?.id ?? null,
      written,
      unchanged,
      binned,
      without_take: leftOut.length,
      failed: toReportedLines(failed),
      notices,
      verdict,
      signing: result.signing,
      ...suspicionsOf(judged),
      credits,
    });
  if (files.length === 0) output.note(t('export.nothingToHear'));
  printSigning(result.signing, output);
  if (timesOf) output.note(t('export.timesOf', { target: timesOf.name }));
  output.note(t('export.handedOver', { files: files.length, folder: outDir, unchanged }));
  printVerdict(verdict, NO_COVER, output);
  printSuspicious(judged, names, output, failOn);
  const isWhole = isAcceptable({ failed: failed.length, leftOut: leftOut.length }, allowMissing) && files.length > 0;
  return isWhole && areTakesAccepted(judged, failOn) ? EXIT.done : EXIT.incomplete;
}

interface WantedFiles {
  readonly wanted: ExportOrder;
  /** The times refer to the audio files of this target; null for sessions. */
  readonly timesOf: { readonly id: string; readonly name: string } | null;
}

async function wantedFor(project: Project, request: ProgramRequest, allowStale: boolean): Promise<WantedFiles> {
  if ('audio' in request) {
    const { form, by, epub } = request;
    await checkPublication(project, request.audio);
    const audio = audioOrder(request.audio);
    const { approvedOnly, chapterIds } = audio;
    const wanted = { target: form, audio, by, epub, allowStale: audio.allowStale, approvedOnly, chapterIds };
    return { wanted, timesOf: null };
  }
  if (!('files' in request)) return { wanted: { target: request.form, allowStale }, timesOf: null };
  const { target } = await settingsFor(project, request.files);
  const audio = audioOrder(request.files);
  const { approvedOnly, chapterIds } = audio;
  const { form, text } = request;
  const wanted = { target: form, audio, text, allowStale: audio.allowStale, approvedOnly, chapterIds };
  return { wanted, timesOf: { id: target.own?.name ?? target.id, name: targetName(tDelivery, target) } };
}

const NO_COVER = { cover: null };
