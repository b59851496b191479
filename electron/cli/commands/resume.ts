import { resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import type { Failure } from '../../../shared/model/problems/line-failure.ts';
import { isSynthetic } from '../../../shared/rules/digital-source-type.ts';
import { ChosenExportFolders } from '../../core/export/chosen-folders.ts';
import { lastExport } from '../../core/export/export-memory.ts';
import { makeDataFolder } from '../../core/local-service/data-folder.ts';
import { failureFromReason } from '../../core/production/batch-progress.ts';
import { planRun } from '../../core/production/run-plan.ts';
import { sourcesOfTakes } from '../../core/project/book/narration.ts';
import { logError } from '../../core/project/folder/log-record.ts';
import { Journal } from '../../core/project/journal/journal.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { remainingBudget } from '../../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { connect, connectionChoice, knownPrice, withConnection } from '../connection.ts';
import { checkAuthorised } from '../disclosure.ts';
import { CliError, type ExitStatus } from '../exit.ts';
import { checkTarget, type TargetRequest } from '../export-for-target.ts';
import { checkOtherExport, checkOutFolder, exportChoice } from '../export-lines.ts';
import { nonEmpty, type RunCommandOptions, withRunOptions } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { produce } from '../produce.ts';
import { checkConnection, checkCopy, checkPaidAudio, recover, resolveProjectFolder } from '../project-access.ts';
import { printPlan } from '../run-report.ts';
import { targetOfRun } from '../target-of-run.ts';
import { t } from '../words.ts';

interface ResumeCommandOptions extends RunCommandOptions {
  readonly out?: string;
  readonly json: boolean;
  readonly baseUrl?: string;
}

export function resumeCommand(finish: (status: ExitStatus) => void): Command {
  const command = withConnection(new Command('resume'))
    .description(t('command.resume'))
    .argument('<project>', t('argument.project'))
    .option('--out <dir>', t('option.outOfResume'), nonEmpty);
  return withRunOptions(command)
    .option('--json', t('option.json'), false)
    .action(async (project: string, options: ResumeCommandOptions) => finish(await resume(project, options)));
}

async function resume(path: string, options: ResumeCommandOptions): Promise<ExitStatus> {
  const choice = connectionChoice(options.baseUrl, process.env);
  const dir = resolveProjectFolder(path);
  const ports = { clock: systemClock, random: systemRandom };
  const { outDir, finished } = await exportOfRun(dir, options);
  const connection = await connect(choice, output);
  try {
    const { acceptMissingLog } = options;
    const project = openProject(dir, { mode: 'write', acceptMissingLog, ...ports });
    try {
      const journal = new Journal(project.db);
      checkConnection(project, connection.identity, output);
      recover(project, journal, output);
      await checkPaidAudio(project, output, outDir ? [outDir] : []);
      const mayResend = options.resubmitInDoubt || options.retryFailed > 0;
      if (mayResend) checkCopy(project, null, options.acceptCopy, output);
      if (options.resubmitInDoubt) journal.markDoubtsForResubmission();
      const runId = latestRun(project, journal);
      const failedBefore = options.retryFailed > 0 ? new Map<number, Failure>() : failuresOf(journal, runId);
      if (outDir && finished) await checkTarget(project, finished);
      const price = await knownPrice(connection.identity);
      // What remains of the run's and the project's caps.
      const maxCharacters = remainingBudget(project.db, price, runId).characters ?? undefined;
      const asked = runOptions(journal, runId);
      const wanted = new Set(journal.linesOf(runId));
      for (const lineId of failedBefore.keys()) wanted.delete(lineId);
      if (options.renderMissingAudio) {
        for (const lineId of orderMissingAudio(project, journal, runId)) wanted.add(lineId);
      }
      const plan = planRun(project, journal, {
        maxCharacters,
        only: wanted,
        renderMissing: options.renderMissingAudio,
        replaceApproved: asked.replaceApproved,
      });
      checkCopy(project, plan.send.length, options.acceptCopy, output);
      checkAuthorised(project, {
        targets: [...new Set([...project.settings().targets, ...(finished ? [finished.target] : [])])],
        authorised: options.authorised,
        isSynthetic: plan.send.length > 0 || (finished !== null && sourcesOfTakes(project).some(isSynthetic)),
      });
      printPlan(plan, connection, output);
      const { retryFailed, json, failOn } = options;
      return await produce({
        project,
        journal,
        connection,
        output,
        plan,
        failedBefore,
        runId,
        // Sending the failed lines again counts as the first of the requested retries.
        retryFailed: Math.max(0, retryFailed - 1),
        resubmitInDoubt: options.resubmitInDoubt,
        maxCharacters,
        allowMissing: options.allowMissing || (asked.limit !== null && !finished),
        price,
        export: outDir
          ? { ...(lastExport(project) ?? exportChoice(project, outDir, { allowStale: false })), outDir }
          : null,
        finished,
        json,
        failOn,
      });
    } finally {
      project.close();
    }
  } finally {
    await connection.close();
  }
}

/** Options of the command that created the run, or the defaults for runs started in the window. */
const runOptionsSchema = z.object({
  limit: z.number().nullable().default(null),
  replaceApproved: z.boolean().default(false),
});
const runOptions = (journal: Journal, runId: number): z.infer<typeof runOptionsSchema> =>
  runOptionsSchema.safeParse(journal.optionsOf(runId) ?? {}).data ?? runOptionsSchema.parse({});

/** Adds lines with missing audio to the run, even if they were rendered in an earlier run. */
function orderMissingAudio(project: Project, journal: Journal, runId: number): number[] {
  const lineIds = project.lines.states({ states: ['missing-audio'] }).map(({ id }) => id);
  journal.addToRun(runId, lineIds);
  return lineIds;
}

interface ExportOfRun {
  readonly outDir: string | undefined;
  readonly finished: TargetRequest | null;
}

/** Check the project and the folder before starting a service. */
async function exportOfRun(dir: string, options: ResumeCommandOptions): Promise<ExportOfRun> {
  const project = openProject(dir, { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    if (project.logDamage && !options.acceptMissingLog) throw logError(project.logDamage, dir);
    const journal = new Journal(project.db);
    const delivery = targetOfRun(journal, latestRun(project, journal));
    const finished = delivery?.request ?? null;
    const remembered = delivery ? delivery.outDir : lastExport(project)?.outDir;
    const outDir = options.out ? resolve(options.out) : checkFolderChosenHere(project, remembered);
    if (outDir === undefined) return { outDir, finished };
    checkOutFolder(outDir);
    await checkOtherExport(outDir, project.dir, project.info().id);
    return { outDir, finished };
  } finally {
    project.close();
  }
}

/** Throws if the folder wasn't chosen on this machine, because the project might come from someone else. */
function checkFolderChosenHere(project: Project, outDir: string | undefined): string | undefined {
  if (outDir === undefined || new ChosenExportFolders(makeDataFolder()).has(project.info().id, outDir)) return outDir;
  throw new CliError(t('export.notChosenHere', { project: project.dir, folder: outDir }));
}

function latestRun({ dir }: Project, journal: Journal): number {
  const runId = journal.latestRun();
  if (runId !== null) return runId;
  throw new CliError(t('project.nothingBegun', { project: dir }));
}

function failuresOf(journal: Journal, runId: number): Map<number, Failure> {
  const failures = new Map<number, Failure>();
  for (const [lineId, reason] of journal.failedLines(runId)) {
    failures.set(lineId, failureFromReason(reason));
  }
  return failures;
}
