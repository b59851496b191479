// A production for other hands, on the command line: subtitles, sessions, lists, and all of it together.
import { resolve } from 'node:path';
import type { HandoverForm } from '../../shared/model/delivery-target.ts';
import { handOver } from '../core/export/handover/write-handover.ts';
import type { Project } from '../core/project/project.ts';
import type { JudgedTakes } from '../core/project/takes/suspicious-takes.ts';
import { systemClock } from '../core/system.ts';
import { EXIT, type ExitStatus } from './exit.ts';
import { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { isAccepted, suspicionsOf, tellSuspicious } from './suspicious.ts';
import { listed, t } from './words.ts';

/** @returns incomplete where a line is not heard in it, or a take looks suspicious and isn't approved */
export async function exportHandover(
  project: Project,
  {
    form,
    out,
    allowStale,
    json,
    credits,
    judged,
    failOn,
  }: {
    readonly form: HandoverForm;
    readonly out: string;
    readonly allowStale: boolean;
    readonly json: boolean;
    /** Whom to name, a row each. */
    readonly credits: readonly string[];
    readonly judged: JudgedTakes;
    readonly failOn: FailOn;
  },
  output: CommandOutput,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const outDir = resolve(out);
  const report = await handOver(project, { outDir, form, allowStale }, { clock: systemClock, signal });
  const { files, written, unchanged, binned, withoutTake, failed } = report;
  if (json)
    output.json({
      project: project.dir,
      folder: outDir,
      files,
      written,
      unchanged,
      binned,
      without_take: withoutTake,
      failed,
      ...suspicionsOf(judged),
      credits,
    });
  if (withoutTake > 0) output.note(t('export.handoverWithoutTake', { lines: withoutTake }));
  if (failed.length > 0)
    output.note(t('export.handoverFailed', { lines: failed.length, numbers: listed(failed.slice(0, 20)) }));
  output.note(t('export.handedOver', { files: files.length, folder: outDir, unchanged }));
  tellSuspicious(judged, new LineNames(project.lines.states()), output, failOn);
  return withoutTake + failed.length === 0 && isAccepted(judged, failOn) ? EXIT.done : EXIT.incomplete;
}
