import { resolve } from 'node:path';
import type { TimedForm } from '../../shared/model/delivery-target.ts';
import { targetName } from '../../shared/words/delivery-words.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { finishedOutlook } from '../core/export/finished-outlook.ts';
import {
  type HandoverReport,
  handOver,
  type SessionForm,
  writeTimedTexts,
} from '../core/export/handover/write-handover.ts';
import type { Project } from '../core/project/project.ts';
import type { JudgedTakes } from '../core/project/takes/suspicious-takes.ts';
import { systemClock } from '../core/system.ts';
import { EXIT, type ExitStatus } from './exit.ts';
import { chosenFor, type DeliveryRequest } from './export-delivery.ts';
import { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { isAccepted, printSuspicious, suspicionsOf } from './suspicious.ts';
import { isAcceptable, printIncomplete, printVerdict, reported } from './verdict-display.ts';
import { t, tDelivery } from './words.ts';

/** `files` is the delivery that subtitles, chapters and labels get their times from. */
export type HandoverRequest =
  | { readonly form: SessionForm }
  | { readonly form: TimedForm; readonly files: DeliveryRequest };

interface HandoverOptions {
  readonly out: string;
  readonly allowStale: boolean;
  readonly allowMissing: boolean;
  readonly json: boolean;
  readonly credits: readonly string[];
  readonly judged: JudgedTakes;
  readonly failOn: FailOn;
}

/** Returns `incomplete` if a line is missing, unless that is allowed, or if a suspicious take isn't approved. */
export async function exportHandover(
  project: Project,
  request: HandoverRequest,
  { out, allowStale, allowMissing, json, credits, judged, failOn }: HandoverOptions,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const outDir = resolve(out);
  const options = { allowStale, approvedOnly: false, chapterIds: null };
  const order = { kind: request.form, options, untitled: t('export.untitled') };
  const names = new LineNames(project.lines.states());
  const named = printIncomplete((await finishedOutlook(project, order, null)).verdict, names, output);
  const { report, timesOf } =
    'files' in request
      ? await timedTexts(project, request, outDir, signal)
      : {
          report: await handOver(project, { outDir, allowStale, ...request }, { clock: systemClock, signal }),
          timesOf: null,
        };
  const { files, written, unchanged, binned, leftOut, failed, verdict } = report;
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
      failed: reported(failed),
      verdict,
      ...suspicionsOf(judged),
      credits,
    });
  if (files.length === 0) output.note(t('export.nothingToHear'));
  if (timesOf) output.note(t('export.timesOf', { target: timesOf.name }));
  output.note(t('export.handedOver', { files: files.length, folder: outDir, unchanged }));
  printVerdict(verdict, NO_COVER, output);
  printSuspicious(judged, names, output, failOn);
  const isWhole = isAcceptable({ failed: failed.length, leftOut: leftOut.length }, allowMissing) && files.length > 0;
  return isWhole && isAccepted(judged, failOn) ? EXIT.done : EXIT.incomplete;
}

async function timedTexts(
  project: Project,
  { form, files }: Extract<HandoverRequest, { readonly form: TimedForm }>,
  outDir: string,
  signal: AbortSignal,
): Promise<{ readonly report: HandoverReport; readonly timesOf: { readonly id: string; readonly name: string } }> {
  const { target, choice } = await chosenFor(project, outDir, files);
  const workers = createAudioWorkers();
  try {
    const report = await writeTimedTexts(project, { form, files: choice }, { clock: systemClock, signal, workers });
    return { report, timesOf: { id: target.own?.name ?? target.id, name: targetName(tDelivery, target) } };
  } finally {
    await workers.close();
  }
}

const NO_COVER = { cover: null };
