// Renders what isn't fresh in several projects, one after another, within one cap. Nothing is exported.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planRun } from '../core/production/run-plan.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { characterCap, type SharedCap } from '../core/production/shared-cap.ts';
import { Journal } from '../core/project/journal/journal.ts';
import { openProject } from '../core/project/project-folder.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { connect, connectionChoice, knownPrice } from './connection.ts';
import { knownConsents, requireNotWithdrawn } from './consents.ts';
import { checkAuthorised, consentLookup, refreshDisclosure } from './disclosure.ts';
import { EXIT, type ExitStatus, sentenceFor, statusFor } from './exit.ts';
import type { RunCommandOptions } from './options.ts';
import type { CommandOutput } from './output.ts';
import { produce } from './produce.ts';
import { checkConnection, checkCopy, checkPaidAudio, recover } from './project-access.ts';
import { printPlan, type RunReport } from './run-report.ts';
import { castRest } from './script-project.ts';
import { t } from './words.ts';

export interface ProjectsOptions extends RunCommandOptions {
  /** For all projects together. */
  readonly maxCharacters?: number;
  readonly replaceApproved: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
}

export const isProjectFolder = (path: string): boolean => existsSync(join(path, 'project.db'));

/** A project that can't be rendered doesn't prevent the next ones. @returns the worst of the projects' statuses */
export async function renderProjects(
  paths: readonly string[],
  options: ProjectsOptions,
  output: CommandOutput,
): Promise<ExitStatus> {
  const connection = await connect(connectionChoice(options.baseUrl, process.env), output);
  const reports: (RunReport | { readonly project: string; readonly error: string })[] = [];
  const cap = characterCap(options.maxCharacters ?? Number.POSITIVE_INFINITY);
  let worst: ExitStatus = EXIT.done;
  try {
    for (const dir of paths.map((path) => resolve(path))) {
      output.note(t('run.project', { project: dir }));
      const collect = (report: unknown) => {
        // `produce` writes a single report.
        reports.push(report as RunReport);
      };
      let status: ExitStatus;
      try {
        status = await renderProject(dir, { ...options, sharedCap: cap }, connection, { ...output, json: collect });
      } catch (error) {
        const message = sentenceFor(error);
        output.note(message);
        reports.push({ project: dir, error: message });
        status = statusFor(error);
      }
      worst = status > worst ? status : worst;
      if (status === EXIT.interrupted) break;
    }
  } finally {
    await connection.close();
  }
  if (options.json) output.json({ projects: reports });
  return worst;
}

async function renderProject(
  dir: string,
  options: ProjectsOptions & { readonly sharedCap: SharedCap },
  connection: ServiceLink,
  output: CommandOutput,
): Promise<ExitStatus> {
  const { acceptMissingLog, acceptCopy, resubmitInDoubt, renderMissingAudio, retryFailed, replaceApproved, sharedCap } =
    options;
  const project = openProject(dir, { mode: 'write', acceptMissingLog, clock: systemClock, random: systemRandom });
  try {
    const journal = new Journal(project.db);
    checkConnection(project, connection.identity, output);
    recover(project, journal, output);
    await checkPaidAudio(project, output, []);
    if (resubmitInDoubt || retryFailed > 0) checkCopy(project, null, acceptCopy, output);
    if (resubmitInDoubt) journal.markDoubtsForResubmission();
    refreshDisclosure(project, await consentLookup(), output);
    const newlyCast = await castRest(project, connection, output);
    const price = await knownPrice(connection.identity);
    const own = remainingBudget(project.db, price, null).characters ?? Number.POSITIVE_INFINITY;
    const cap = Math.min(own, sharedCap.room(price));
    const maxCharacters = Number.isFinite(cap) ? cap : undefined;
    const plan = planRun(project, journal, { maxCharacters, renderMissing: renderMissingAudio, replaceApproved });
    checkCopy(project, plan.send.length, acceptCopy, output);
    const { targets } = project.settings();
    checkAuthorised(project, { targets, authorised: options.authorised, isSynthetic: plan.send.length > 0 });
    const sent = plan.send.map(({ lineId }) => lineId);
    requireNotWithdrawn(project, connection.identity, sent, await knownConsents());
    const lines = [...plan.inFlight, ...plan.inDoubt, ...plan.lost, ...plan.send.map(({ lineId }) => lineId)];
    const ordered = { maxCharacters: maxCharacters ?? null, replaceApproved };
    const runId = journal.createRun([...lines, ...plan.overCap], ordered, systemClock.now());
    printPlan(plan, connection, output);
    return await produce({
      project,
      journal,
      connection,
      output,
      plan,
      failedBefore: new Map(),
      runId,
      retryFailed,
      resubmitInDoubt,
      maxCharacters,
      sharedCap,
      newlyCast,
      allowMissing: true,
      price,
      export: null,
      json: true,
      failOn: options.failOn,
    });
  } finally {
    project.close();
  }
}
