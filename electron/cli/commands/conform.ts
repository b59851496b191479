import { resolve } from 'node:path';
import { LANGUAGES, type Language } from '@lectern/tts-protocol';
import { Command, Option } from 'commander';
import { createLogUpdate } from 'log-update';
import { timecode } from '../../../shared/rules/timecode.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import {
  ConformError,
  type ConformProblem,
  type ConformReport,
  conformRecording,
} from '../../core/import/conform-recording.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { LineNames } from '../line-names.ts';
import { wholeNumber } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { listed, t } from '../words.ts';

interface ConformOptions {
  readonly dryRun: boolean;
  readonly replaceApproved: boolean;
  readonly speechLanguage?: Language;
  readonly json: boolean;
}

export function conformCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('conform')
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
        const report = await conform(project, chapter, resolve(recording), options);
        if (options.json) output.json(jsonOf(project, chapter, report, options));
        else printReport(project, report, options);
        finish(
          report.lines.some(({ takeId, state }) => state === 'missing' || (!takeId && !options.dryRun))
            ? EXIT.incomplete
            : EXIT.done,
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
  { dryRun, replaceApproved, speechLanguage }: ConformOptions,
): Promise<ConformReport> {
  const chapterId = chapterIdOf(project, chapter);
  const workers = createAudioWorkers({ size: 1 });
  const live = output.terminal && createLogUpdate(output.terminal);
  try {
    return await conformRecording(
      project,
      { chapterId, path, language: speechLanguage, isDryRun: dryRun, replaceApproved },
      {
        audio: workers,
        clock: systemClock,
        onProgress: (share) => live?.(t('conform.progress', { percent: Math.round(100 * share) })),
      },
    );
  } catch (error) {
    throw error instanceof ConformError ? new CliError(problemText(error.problem)) : error;
  } finally {
    live?.clear();
    await workers.close();
  }
}

function chapterIdOf(project: Project, chapter: number): number | null {
  const lines = project.lines.states();
  const line = lines.find(({ chapterNumber }) => chapterNumber === chapter);
  if (line) return line.chapterId;
  const chapters = [...new Set(lines.map(({ chapterNumber }) => chapterNumber))];
  throw new CliError(t('conform.noChapter', { chapter, chapters: listed(chapters.map(String)) }));
}

function problemText(problem: ConformProblem): string {
  switch (problem.kind) {
    case 'no-lines':
      return t('conform.noLines');
    case 'language':
      return problem.language === null
        ? t('conform.unknownLanguage')
        : t('conform.unreadableLanguage', { language: problem.language });
  }
}

function jsonOf(project: Project, chapter: number, report: ConformReport, { dryRun }: ConformOptions) {
  return {
    project: project.dir,
    chapter,
    dry_run: dryRun,
    duration: report.durationSeconds,
    sample_rate: report.sampleRate,
    language: report.language,
    lines: report.lines.map(({ number, state, stretch, confidence, isDoubtful, takeId }) => ({
      line: number,
      state,
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
  const names = new LineNames(project.lines.states());
  const taken = lines.filter(({ state }) => state === 'taken' || state === 'approved-kept').length;
  output.result(t('conform.summary', { isDryRun: dryRun ? 'yes' : 'no', taken, lines: lines.length }));
  const span = ({ startSeconds, endSeconds }: { readonly startSeconds: number; readonly endSeconds: number }) => ({
    start: timecode(startSeconds),
    end: timecode(endSeconds),
  });
  for (const { lineId, state, stretch, isDoubtful } of lines) {
    const name = names.nameOf(lineId);
    if (state === 'missing') output.result(t('conform.missing', { name }));
    if (state === 'no-voice') output.result(t('conform.noVoice', { name }));
    if (state === 'approved-kept') output.result(t('conform.approvedKept', { name }));
    if (isDoubtful && stretch) output.result(t('conform.doubtful', { name, ...span(stretch) }));
  }
  for (const reading of repeats) {
    const name = names.nameOf(reading.lineId);
    output.result(t('conform.repeat', { name, isComplete: reading.isComplete ? 'yes' : 'no', ...span(reading) }));
  }
  for (const extra of extras) output.result(t('conform.extra', span(extra)));
}
