import { resolve } from 'node:path';
import { LANGUAGES, type Language, type LenientVoice } from '@lectern/tts-protocol';
import { Command, Option } from 'commander';
import { createLogUpdate } from 'log-update';
import type { CastChange } from '../../../shared/model/cast.ts';
import type { ConformProblem } from '../../../shared/model/problems/conform-problem.ts';
import { timecode } from '../../../shared/rules/timecode.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import { ConformError, type ConformReport, conformRecording } from '../../core/import/conform-recording.ts';
import type { LineState } from '../../core/project/lines/line-store.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { askVoices, connect, connectionChoice, withConnection } from '../connection.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { LineNames } from '../line-names.ts';
import { wholeNumber } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { checkConnection, resolveProjectFolder } from '../project-access.ts';
import { giveDefaultVoices, printNewlyCast } from '../script-project.ts';
import { listedWithAnd, t } from '../words.ts';

interface ConformOptions {
  readonly dryRun: boolean;
  readonly replaceApproved: boolean;
  readonly speechLanguage?: Language;
  readonly json: boolean;
  readonly baseUrl?: string;
}

interface Conformed {
  readonly report: ConformReport;
  readonly newlyCast: readonly CastChange[];
}

export function conformCommand(finish: (status: ExitStatus) => void): Command {
  return withConnection(new Command('conform'))
    .description(t('command.conform'))
    .argument('<project>', t('argument.project'))
    .argument('<chapter>', t('argument.chapter'), wholeNumber)
    .argument('<recording>', t('argument.recording'))
    .option('--dry-run', t('option.conformDryRun'), false)
    .option('--replace-approved', t('option.conformApproved'), false)
    .addOption(new Option('--speech-language <language>', t('option.speechLanguage')).choices(LANGUAGES))
    .option('--json', t('option.json'), false)
    .action(async (path: string, chapter: number, recording: string, options: ConformOptions) => {
      const mode = options.dryRun ? 'read' : 'write';
      const project = openProject(resolveProjectFolder(path), { mode, clock: systemClock, random: systemRandom });
      try {
        const { report, newlyCast } = await conform(project, chapter, resolve(recording), options);
        printNewlyCast(newlyCast, output);
        if (options.json) output.json({ ...jsonOf(project, chapter, report, options), newly_cast: newlyCast });
        else printReport(project, report, options);
        finish(
          report.lines.some(({ state }) => state === 'missing' || state === 'blocked') ? EXIT.incomplete : EXIT.done,
        );
      } finally {
        project.close();
      }
    });
}

async function conform(
  project: Project,
  chapter: number,
  path: string,
  { dryRun, replaceApproved, speechLanguage, baseUrl }: ConformOptions,
): Promise<Conformed> {
  const chapterId = chapterIdOf(project, chapter);
  const needsVoice = !dryRun && project.lines.states({ chapterId }).some(lacksVoice);
  const voices = needsVoice ? await voicesFor(project, baseUrl) : [];
  let newlyCast: readonly CastChange[] = [];
  const workers = createAudioWorkers({ size: 1 });
  const live = output.terminal && createLogUpdate(output.terminal);
  try {
    const report = await conformRecording(
      project,
      { chapterId, path, language: speechLanguage, isDryRun: dryRun, replaceApproved },
      {
        audio: workers,
        castRoles: () => {
          if (needsVoice) newlyCast = giveDefaultVoices(project, voices);
        },
        clock: systemClock,
        onProgress: (share) => live?.(t('conform.progress', { percent: Math.round(100 * share) })),
      },
    );
    return { report, newlyCast };
  } catch (error) {
    throw error instanceof ConformError ? new CliError(problemText(error.problem)) : error;
  } finally {
    live?.clear();
    await workers.close();
  }
}

const lacksVoice = ({ problem }: Pick<LineState, 'problem'>): boolean => problem?.kind === 'no-voice';

async function voicesFor(project: Project, baseUrl: string | undefined): Promise<readonly LenientVoice[]> {
  const connection = await connect(connectionChoice(baseUrl, process.env), output);
  try {
    checkConnection(project, connection.identity, output);
    return await askVoices(connection, output);
  } finally {
    await connection.close();
  }
}

function chapterIdOf(project: Project, chapter: number): number | null {
  const lines = project.lines.states();
  const line = lines.find(({ chapterNumber }) => chapterNumber === chapter);
  if (line) return line.chapterId;
  const chapters = [...new Set(lines.map(({ chapterNumber }) => chapterNumber))];
  throw new CliError(t('conform.noChapter', { chapter, chapters: listedWithAnd(chapters.map(String)) }));
}

function problemText(problem: ConformProblem): string {
  switch (problem.kind) {
    case 'no-lines':
      return t('conform.noLines');
    case 'language':
      return problem.language === null
        ? t('conform.unknownLanguage')
        : t('conform.unreadableLanguage', { language: problem.language });
    case 'other-text':
      return t('conform.otherText');
    case 'changed':
      return t('conform.changed');
  }
}

function jsonOf(project: Project, chapter: number, report: ConformReport, { dryRun }: ConformOptions) {
  const problems = new Map(project.lines.states().map(({ id, problem }) => [id, problem?.kind]));
  return {
    project: project.dir,
    chapter,
    dry_run: dryRun,
    duration: report.durationSeconds,
    sample_rate: report.sampleRate,
    language: report.language,
    lines: report.lines.map(({ lineId, number, state, stretch, confidence, isDoubtful, takeId }) => ({
      line: number,
      state,
      problem: (state === 'blocked' && problems.get(lineId)) || null,
      start: stretch?.startSeconds ?? null,
      end: stretch?.endSeconds ?? null,
      confidence,
      doubtful: isDoubtful,
      take: takeId,
    })),
    repeats: report.repeats.map(({ number, startSeconds, endSeconds, isComplete }) => ({
      line: number,
      start: startSeconds,
      end: endSeconds,
      complete: isComplete,
    })),
    extras: report.extras.map(({ startSeconds, endSeconds }) => ({ start: startSeconds, end: endSeconds })),
  };
}

function printReport(project: Project, report: ConformReport, { dryRun }: ConformOptions): void {
  const { lines, repeats, extras } = report;
  const states = project.lines.states();
  const names = new LineNames(states);
  const taken = lines.filter(({ state }) => state === 'taken' || state === 'approved-kept').length;
  output.result(t('conform.summary', { isDryRun: dryRun ? 'yes' : 'no', taken, lines: lines.length }));
  const span = ({ startSeconds, endSeconds }: { readonly startSeconds: number; readonly endSeconds: number }) => ({
    start: timecode(startSeconds),
    end: timecode(endSeconds),
  });
  for (const { lineId, state, stretch, isDoubtful } of lines) {
    const name = names.nameOf(lineId);
    if (state === 'blocked') {
      output.result(t('conform.blocked', { name, problem: names.problemOf(lineId) }));
    }
    if (state === 'missing') output.result(t('conform.missing', { name }));
    if (state === 'approved-kept') output.result(t('conform.approvedKept', { name }));
    if (isDoubtful && stretch) output.result(t('conform.doubtful', { name, ...span(stretch) }));
  }
  const uncast = new Set(states.flatMap(({ id, problem }) => (problem?.kind === 'no-voice' ? [id] : [])));
  const isUncast = lines.some(({ lineId, stretch }) => stretch && uncast.has(lineId));
  if (isUncast) output.result(t('conform.noVoice', { isDryRun: dryRun ? 'yes' : 'no' }));
  for (const reading of repeats) {
    const name = names.nameOf(reading.lineId);
    output.result(t('conform.repeat', { name, isComplete: reading.isComplete ? 'yes' : 'no', ...span(reading) }));
  }
  for (const extra of extras) output.result(t('conform.extra', span(extra)));
}
