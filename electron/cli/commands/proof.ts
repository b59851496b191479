import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import type { ExportTargetId } from '../../../shared/model/export/export-target.ts';
import { installedRecognisers, packsFolder } from '../../core/app/voice-packs/installed-packs.ts';
import { createProofWorkers } from '../../core/audio/proof-workers.ts';
import { dataFolder } from '../../core/local-service/data-folder.ts';
import { exchangedTakes } from '../../core/production/exchanged-takes.ts';
import { hashOfRecogniser, type ProofingParts } from '../../core/production/proof-take.ts';
import { proofTakes } from '../../core/production/take-proofer.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { takesOfRetries } from '../../core/project/proof/retries.ts';
import { TakeListener } from '../../core/recognition/take-listener.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { withConnection } from '../connection.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { nonEmpty, wholeNumber, withAuthorised } from '../options.ts';
import { type CommandOutput, standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import {
  failsOn,
  PROOF_FAIL_ON,
  type ProofedLine,
  type ProofFailOn,
  printProof,
  proofedLines,
  proofReport,
} from '../proof-display.ts';
import { ProofProgress } from '../proof-progress.ts';
import { type RetriedLines, retrySuspicious, withBetter } from '../proof-retry.ts';
import { listed, notHeardText, t } from '../words.ts';
import { chapterNumbers } from './import-version.ts';

interface ProofOptions {
  readonly chapter?: readonly number[];
  readonly failOn: ProofFailOn;
  readonly retry?: number;
  readonly minScore?: number;
  readonly maxCharacters?: number;
  readonly words: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
  readonly authorised?: readonly ExportTargetId[];
}

function failOn(text: string): ProofFailOn {
  const found = PROOF_FAIL_ON.find((level) => level === text);
  if (!found) throw new InvalidArgumentError(t('value.failOn', { levels: listed(PROOF_FAIL_ON) }));
  return found;
}

function score(text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text))) throw new InvalidArgumentError(t('value.number'));
  return Number(text);
}

function retries(text: string): number {
  const count = wholeNumber(text);
  if (count < 1 || count > MAX_RETRIES) throw new InvalidArgumentError(t('value.retries', { most: MAX_RETRIES }));
  return count;
}

const MAX_RETRIES = 20;
/** Each thread uses about 150 MB. */
const MAX_THREADS = 4;

export function proofCommand(finish: (status: ExitStatus) => void): Command {
  return withAuthorised(withConnection(new Command('proof')))
    .description(t('command.proof'))
    .argument('<project>', t('argument.project'), nonEmpty)
    .option('--chapter <numbers>', t('option.proofChapter'), chapterNumbers)
    .option('--fail-on <level>', t('option.proofFailOn', { levels: listed(PROOF_FAIL_ON) }), failOn, 'suspicious')
    .option('--retry <n>', t('option.proofRetry'), retries)
    .option('--min-score <score>', t('option.proofMinScore'), score)
    .option('--max-characters <n>', t('option.proofMaxCharacters'), wholeNumber)
    .option('--words', t('option.proofWords'), false)
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: ProofOptions) => finish(await proof(path, options)));
}

function requireChapters(project: Project, chapters: readonly number[] | undefined): void {
  const known = new Set(project.lines.states().map(({ chapterNumber }) => chapterNumber));
  for (const chapter of chapters ?? []) if (!known.has(chapter)) throw new CliError(t('proof.noChapter', { chapter }));
}

/** Compares takes whose comparison is missing or outdated. */
async function compareLines(
  project: Project,
  chapters: readonly number[] | undefined,
  parts: ListeningParts,
  control: CompareControl,
): Promise<void> {
  const wanted = new Set(proofedLines(project, chapters).flatMap(({ take }) => take?.takeId ?? []));
  const exchanged = await exchangedTakes(project, [...wanted]);
  const waiting = project.proofs.waiting(hashOfRecogniser(parts)).filter((id) => wanted.has(id));
  await compareTakes(project, [...new Set([...waiting, ...exchanged])], parts, control);
}

type ListeningParts = Required<Pick<ProofingParts, 'listener' | 'onDefect'>>;

interface CompareControl {
  readonly signal: AbortSignal;
  readonly out: CommandOutput;
}

/** Runs `work` with the installed recognisers, then ends their processes. Reports each of their problems once. */
async function listening<T>(out: CommandOutput, work: (parts: ListeningParts) => Promise<T>): Promise<T> {
  const onDefect = (error: unknown): string => {
    const message = error instanceof Error ? error.message : String(error);
    out.note(t('proof.defect', { message }));
    return message;
  };
  const listener = new TakeListener({
    installed: () => installedRecognisers(packsFolder(dataFolder())),
    onProblem: (problem) => out.note(t('proof.recogniser', { reason: notHeardText(problem) })),
    onDefect,
  });
  try {
    return await work({ listener, onDefect });
  } finally {
    listener.close();
  }
}

async function compareTakes(
  project: Project,
  takeIds: readonly number[],
  parts: ListeningParts,
  { signal, out }: CompareControl,
): Promise<void> {
  if (takeIds.length === 0) return;
  const threads = Math.min(MAX_THREADS, availableParallelism());
  const workers = createProofWorkers(threads, 'awaited');
  const progress = new ProofProgress(out);
  // Closing the threads discards unfinished comparisons.
  const stop = () => void workers.close();
  signal.addEventListener('abort', stop);
  try {
    await proofTakes({ project, workers, ...parts }, takeIds, {
      signal,
      concurrency: threads,
      onProgress: (done, total) => progress.show(done, total),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    progress.stop();
    await workers.close();
  }
}

async function compareAndRetry(
  project: Project,
  options: ProofOptions,
  parts: ListeningParts,
  control: CompareControl,
): Promise<{ readonly lines: readonly ProofedLine[]; readonly retried: RetriedLines | null }> {
  const { retry, maxCharacters, chapter } = options;
  const { signal, out } = control;
  const startedAt = systemClock.now();
  await compareLines(project, chapter, parts, control);
  const lines = proofedLines(project, chapter);
  if (retry === undefined || maxCharacters === undefined || signal.aborted) return { lines, retried: null };
  const lineIds = lines.map(({ line }) => line.id);
  const retried = await retrySuspicious(project, { ...options, retry, maxCharacters, output: out, signal, lineIds });
  if (retried.rendered === 0) return { lines, retried };
  // New takes aren't picked yet. Once they have been compared, the better ones are.
  await compareTakes(project, takesOfRetries(project.db), parts, control);
  return { lines: proofedLines(project, chapter), retried: withBetter(project, retried, startedAt) };
}

async function proof(path: string, options: ProofOptions): Promise<ExitStatus> {
  const { retry, maxCharacters, minScore, chapter, json } = options;
  // Without a limit, a mistake could be expensive.
  if (retry !== undefined && maxCharacters === undefined) throw new CliError(t('proof.needsMaxCharacters'));
  if (retry === undefined && (maxCharacters !== undefined || minScore !== undefined)) {
    throw new CliError(t('proof.needsRetry'));
  }
  const interrupts = listenForInterrupts(() => output.note(t('proof.stopping')));
  const { signal } = interrupts;
  const project = openProject(resolveProjectFolder(path), { mode: 'write', clock: systemClock, random: systemRandom });
  try {
    await project.takes.verify();
    requireChapters(project, chapter);
    const { lines, retried } = await listening(output, (parts) =>
      compareAndRetry(project, options, parts, { signal, out: output }),
    );
    if (json) output.json(proofReport(project, lines, { withWords: options.words, retried }));
    else printProof(project, lines, retried, output);
    if (signal.aborted) return EXIT.interrupted;
    const fails = lines.some((line) => failsOn(line, options.failOn));
    if (fails) output.note(t('proof.status'));
    return fails || (retried !== null && !retried.complete) ? EXIT.incomplete : EXIT.done;
  } finally {
    project.close();
    interrupts.dispose();
  }
}
