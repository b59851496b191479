import { Command } from 'commander';
import type { ExportTargetId } from '../../../shared/model/export/export-target.ts';
import type { NameComparison } from '../../../shared/model/name-sounds.ts';
import { priceOf } from '../../../shared/model/spending.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { createProofWorkers } from '../../core/audio/proof-workers.ts';
import { compareNames } from '../../core/production/compare-names.ts';
import { retakeRequest, SEED_COUNT } from '../../core/production/retake.ts';
import type { RunPlan } from '../../core/production/run-plan.ts';
import type { ServiceLink } from '../../core/production/service-link.ts';
import { Journal } from '../../core/project/journal/journal.ts';
import { JournalReports } from '../../core/project/journal/journal-reports.ts';
import { recordRetakes } from '../../core/project/journal/ordered-retakes.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { remainingBudget } from '../../core/project/spending/remaining-budget.ts';
import { acceptDrift, canaryLines, chooseCanaries } from '../../core/project/takes/voice-history.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { connect, connectionChoice, knownPrice } from '../connection.ts';
import { checkAuthorised } from '../disclosure.ts';
import { driftRows, driftsOf, measureVoices, printDrifts } from '../drift-report.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { namesAsJson, printNames } from '../names-report.ts';
import { wholeNumber, withAuthorised } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { produce } from '../produce.ts';
import { checkConnection, checkCopy, resolveProjectFolder } from '../project-access.ts';
import { ProofProgress } from '../proof-progress.ts';
import { t } from '../words.ts';

interface DriftOptions {
  readonly canaries: boolean;
  readonly yes: boolean;
  readonly choose?: string;
  readonly accept?: number;
  readonly names: boolean;
  readonly baseUrl?: string;
  readonly authorised?: readonly ExportTargetId[];
  readonly json: boolean;
}

export function driftCommand(finish: (status: ExitStatus) => void): Command {
  return withAuthorised(new Command('drift'))
    .description(t('command.drift'))
    .argument('<project>', t('argument.project'))
    .option('--canaries', t('option.canaries'), false)
    .option('--yes', t('option.canaryYes'), false)
    .option('--choose <lines>', t('option.chooseCanaries'))
    .option('--accept <voice>', t('option.acceptDrift'), wholeNumber)
    .option('--names', t('option.compareNames'), false)
    .option('--base-url <url>', t('option.baseUrl'))
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: DriftOptions) => finish(await showDrift(path, options)));
}

async function showDrift(path: string, options: DriftOptions): Promise<ExitStatus> {
  if (options.yes && !options.canaries) throw new CliError(t('drift.yesAlone'));
  const ports = { clock: systemClock, random: systemRandom };
  const project = openWritable(resolveProjectFolder(path), ports, options);
  const interrupts = listenForInterrupts(() => output.note(t('run.stopping')));
  try {
    if (options.choose !== undefined) chooseCanaries(project.db, linesNamed(project, options.choose));
    if (options.accept !== undefined) accept(project, options.accept);
    let status: ExitStatus = EXIT.done;
    const canaries = options.canaries ? await checkCanaries(project, options) : null;
    if (canaries) status = canaries.status;
    await measureVoices(project, output, interrupts.signal);
    if (interrupts.signal.aborted) return EXIT.interrupted;
    const drifts = driftsOf(project);
    const names = options.names ? await compareAllNames(project, interrupts.signal) : null;
    if (interrupts.signal.aborted) return EXIT.interrupted;
    const shown = { project: project.dir, voices: driftRows(project, drifts), canaries: canaries?.plan ?? null };
    if (options.json) output.json({ ...shown, names: names && namesAsJson(names) });
    else {
      printDrifts(project, drifts, output);
      if (names) printNames(names, output);
    }
    return status;
  } finally {
    interrupts.dispose();
    project.close();
  }
}

/** Returns null if it was interrupted. */
async function compareAllNames(project: Project, signal: AbortSignal): Promise<NameComparison | null> {
  const workers = createProofWorkers(1, 'awaited');
  const progress = new ProofProgress(output);
  try {
    const onProgress = (done: number, total: number) => progress.show(done, total);
    return await compareNames({ project, workers, signal, onProgress });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    progress.stop();
    await workers.close();
  }
}

/** Opens a read-only project for reading, unless the options require a change. */
function openWritable(
  dir: string,
  ports: { readonly clock: typeof systemClock; readonly random: typeof systemRandom },
  { canaries, yes, choose, accept: accepted }: DriftOptions,
): Project {
  try {
    return openProject(dir, { mode: 'write', ...ports });
  } catch (error) {
    if ((canaries && yes) || choose !== undefined || accepted !== undefined) throw error;
    return openProject(dir, { mode: 'read', ...ports });
  }
}

function linesNamed(project: Project, names: string): number[] {
  if (names.trim() === 'auto') return [];
  const byNumber = new Map(project.lines.states().map((line) => [lineNumber(line), line.id]));
  return names.split(',').map((name) => {
    const id = byNumber.get(name.trim());
    if (id === undefined) throw new CliError(t('drift.noLine', { line: name.trim() }));
    return id;
  });
}

function accept(project: Project, number: number): void {
  const drifts = driftsOf(project);
  const voice = drifts[number - 1];
  if (!voice) throw new CliError(t('drift.noVoice', { number, voices: drifts.length }));
  acceptDrift(project.db, voice.key, systemClock.now());
}

interface CanaryPlan {
  readonly lines: readonly string[];
  readonly characters: number;
  readonly price: { readonly amount: number; readonly currency: string } | null;
  readonly rendered: boolean;
}

interface CheckedCanaries {
  readonly plan: CanaryPlan;
  readonly status: ExitStatus;
}

/** Shows the cost of rendering the canary lines, and renders them if the producer has agreed. */
async function checkCanaries(project: Project, options: DriftOptions): Promise<CheckedCanaries> {
  const lines = canaryLines(project.db).flatMap((lineId) => {
    const retakeSeed = Math.floor(systemRandom.next() * SEED_COUNT);
    const renderable = retakeRequest(project, lineId, retakeSeed);
    return renderable ? [{ lineId, characters: renderable.characters, retakeSeed, furtherTakes: 0 }] : [];
  });
  const numbers = new Map(project.lines.states().map((line) => [line.id, lineNumber(line)]));
  const named = lines.map(({ lineId }) => numbers.get(lineId) ?? '');
  const characters = lines.reduce((sum, line) => sum + line.characters, 0);
  if (lines.length === 0) {
    output.note(t('drift.noCanaries'));
    return { plan: { lines: [], characters, price: null, rendered: false }, status: EXIT.done };
  }
  const connection = await connect(connectionChoice(options.baseUrl, process.env), output);
  try {
    const known = await knownPrice(connection.identity);
    const price = known && { amount: priceOf(characters, known), currency: known.currency };
    const cost = price ? { priced: 'yes', ...price } : { priced: 'no', amount: 0, currency: '' };
    const plan = { lines: named, characters, price, rendered: options.yes };
    const { targets } = project.settings();
    if (options.yes) checkAuthorised(project, { targets, authorised: options.authorised, isSynthetic: true });
    output.note(t(options.yes ? 'drift.sentCanaries' : 'drift.canaries', { lines: lines.length, characters, ...cost }));
    if (!options.yes) return { plan, status: EXIT.done };
    checkConnection(project, connection.identity, output);
    const left = remainingBudget(project.db, known, null).characters ?? Number.POSITIVE_INFINITY;
    if (characters > left) throw new CliError(t('drift.overCap'));
    const send = lines;
    return { plan, status: await render(project, connection, { ...EMPTY_PLAN, send, characters }) };
  } finally {
    await connection.close();
  }
}

const EMPTY_PLAN: Omit<RunPlan, 'send' | 'characters'> = {
  reused: [],
  inFlight: [],
  inDoubt: [],
  lost: [],
  blocked: [],
  approved: [],
  replaced: [],
  missingAudio: [],
  paidAgain: [],
  beyondLimit: [],
  overCap: [],
};

type CanaryRun = Omit<RunPlan, 'send'> & {
  readonly send: readonly { readonly lineId: number; readonly characters: number; readonly retakeSeed: number }[];
};

async function render(project: Project, connection: ServiceLink, plan: CanaryRun): Promise<ExitStatus> {
  const journal = new Journal(project.db);
  if (new JournalReports(project.db).latestRun()?.state === 'open') throw new CliError(t('drift.openRun'));
  checkCopy(project, plan.send.length, false, output);
  const lineIds = plan.send.map(({ lineId }) => lineId);
  const runId = project.db.durably(() => {
    const id = journal.createRun(lineIds, {}, systemClock.now());
    const orders = plan.send.map(({ lineId, retakeSeed }) => ({ lineId, seeds: [retakeSeed], joins: null }));
    recordRetakes(project.db, id, orders);
    return id;
  });
  return produce({
    project,
    journal,
    connection,
    output: { ...output, json: () => {} },
    plan,
    failedBefore: new Map(),
    runId,
    retryFailed: 0,
    resubmitInDoubt: false,
    allowMissing: true,
    maxCharacters: undefined,
    price: await knownPrice(connection.identity),
    export: null,
    json: false,
    failOn: 'never',
  });
}
