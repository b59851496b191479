// A production for other hands, on the command line: subtitles, sessions, lists, and all of it together.
import { resolve } from 'node:path';
import type { HandoverForm } from '../../shared/model/delivery-target.ts';
import { finishedOutlook } from '../core/export/finished-outlook.ts';
import { handOver } from '../core/export/handover/write-handover.ts';
import type { Project } from '../core/project/project.ts';
import type { JudgedTakes } from '../core/project/takes/suspicious-takes.ts';
import { systemClock } from '../core/system.ts';
import { EXIT, type ExitStatus } from './exit.ts';
import { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { isAccepted, suspicionsOf, tellSuspicious } from './suspicious.ts';
import { isAcceptable, reported, tellIncomplete, tellVerdict } from './verdict-display.ts';
import { t } from './words.ts';

interface HandoverOptions {
  readonly form: HandoverForm;
  readonly out: string;
  readonly allowStale: boolean;
  readonly allowMissing: boolean;
  readonly json: boolean;
  /** Whom to name, a row each. */
  readonly credits: readonly string[];
  readonly judged: JudgedTakes;
  readonly failOn: FailOn;
}

/** @returns incomplete where a line is not heard in it, unless that is accepted, or a take looks suspicious and isn't approved */
export async function exportHandover(
  project: Project,
  { form, out, allowStale, allowMissing, json, credits, judged, failOn }: HandoverOptions,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const outDir = resolve(out);
  const options = { allowStale, approvedOnly: false, chapterIds: null };
  const order = { kind: form, options, untitled: t('export.untitled') };
  const names = new LineNames(project.lines.states());
  const named = tellIncomplete((await finishedOutlook(project, order, null)).verdict, names, output);
  const report = await handOver(project, { outDir, form, allowStale }, { clock: systemClock, signal });
  const { files, written, unchanged, binned, leftOut, failed, verdict } = report;
  tellIncomplete(verdict, names, output, named);
  if (json)
    output.json({
      project: project.dir,
      folder: outDir,
      files,
      written,
      unchanged,
      binned,
      without_take: leftOut.length,
      failed: reported(failed),
      verdict,
      ...suspicionsOf(judged),
      credits,
    });
  output.note(t('export.handedOver', { files: files.length, folder: outDir, unchanged }));
  tellVerdict(verdict, NO_COVER, output);
  tellSuspicious(judged, new LineNames(project.lines.states()), output, failOn);
  const end = { failed: failed.length, leftOut: leftOut.length };
  return isAcceptable(end, allowMissing) && isAccepted(judged, failOn) ? EXIT.done : EXIT.incomplete;
}

/** Nothing of it has a cover. */
const NO_COVER = { cover: null };
