import { resolve } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import { readScriptFile } from '@lectern/manuscript';
import { Command } from 'commander';
import type { UsedSound } from '../../../shared/model/cue-sounds.ts';
import { DELIVERY_FORMATS, type DeliveryFormat } from '../../../shared/model/export/delivery.ts';
import {
  DEFAULT_SIDECAR_AUDIO,
  defaultTextUnit,
  EXPORT_TARGETS,
  type ExportTargetId,
  isPublicationTarget,
  isSidecarTarget,
  isTimedText,
  PROGRAM_TARGETS,
  SIDECAR_TARGETS,
  type TextUnit,
  TIMED_TEXT_TARGETS,
} from '../../../shared/model/export/export-target.ts';
import { findOwnTarget } from '../../../shared/model/export/own-target.ts';
import { isSynthetic } from '../../../shared/rules/digital-source-type.ts';
import { TARGETS } from '../../../shared/rules/export/export-targets.ts';
import { DEFAULT_TEMPLATE } from '../../../shared/rules/export/file-names.ts';
import { EpubError, EpubFile } from '../../core/export/epub/epub-file.ts';
import { isAudioTarget } from '../../core/export/targets/target-settings.ts';
import { missingCreditDetails } from '../../core/project/book/credits-in-script.ts';
import { sourcesOfTakes } from '../../core/project/book/narration.ts';
import { ProjectError } from '../../core/project/folder/project-error.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import type { JudgedTakes } from '../../core/project/takes/suspicious-takes.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { reportProblems, saveReport } from '../check-display.ts';
import { requireConsents } from '../consents.ts';
import { printMissingCreditDetails } from '../credits-display.ts';
import { checkAuthorised, printDisclosure } from '../disclosure.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { exportForProgram, type ProgramRequest } from '../export-for-program.ts';
import {
  exportForTarget,
  ownTargetRequest,
  type RequestedTarget,
  type TargetRequest,
  targetRequest,
} from '../export-for-target.ts';
import { checkOutFolder, checkTemplate, exportChoice, exportLines, lineFormat, pathsOf } from '../export-lines.ts';
import { LineNames } from '../line-names.ts';
import {
  audioFormat,
  type FailOn,
  loudnessGoal,
  nonEmpty,
  numberBetween,
  roomTone,
  textUnit,
  wholeNumber,
  withAuthorised,
  withFailOn,
} from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { checkPaidAudio, resolveProjectFolder } from '../project-access.ts';
import { withReadingErrors } from '../script-project.ts';
import { printSigning } from '../signing.ts';
import { areTakesAccepted, judgeTakes, printSuspicious, suspicionsOf } from '../suspicious.ts';
import { printUsedVoices } from '../used-voices.ts';
import { isAcceptable, printVerdict } from '../verdict-display.ts';
import { listed, t } from '../words.ts';

const EXPORT_NAMES: readonly string[] = [...EXPORT_TARGETS, ...PROGRAM_TARGETS];

/** Problems that prevent writing to a project but not reading it. */
const READABLE_PROBLEMS: ReadonlySet<string> = new Set([
  'in-use',
  'read-only',
  'no-permission',
  'log-missing',
  'log-damaged',
]);

interface ExportCommandOptions extends RequestedTarget {
  readonly out: string;
  readonly as: string;
  readonly for?: string;
  readonly by?: TextUnit;
  readonly wordTimestamps: boolean;
  readonly epub?: string;
  readonly format?: ExportFormat | DeliveryFormat;
  readonly name?: string;
  readonly allowStale: boolean;
  readonly allowMissing: boolean;
  readonly html?: string;
  readonly report?: string;
  readonly json: boolean;
  readonly failOn: FailOn;
  readonly authorised?: readonly ExportTargetId[];
}

export function exportCommand(finish: (status: ExitStatus) => void): Command {
  return withAuthorised(withFailOn(new Command('export')))
    .description(t('command.export'))
    .argument('<project>', t('argument.project'))
    .requiredOption('--out <dir>', t('option.out'), nonEmpty)
    .requiredOption('--as <target>', t('option.as', { targets: listed(EXPORT_NAMES) }))
    .option(
      '--for <target>',
      t('option.timesOf', { forms: listed(SIDECAR_TARGETS), target: DEFAULT_SIDECAR_AUDIO }),
      nonEmpty,
    )
    .option('--by <unit>', t('option.textUnit', { forms: listed(TIMED_TEXT_TARGETS) }), textUnit)
    .option('--word-timestamps', t('option.wordTimestamps'), false)
    .option('--epub <file>', t('option.epub'), nonEmpty)
    .option(
      '--format <format>',
      t('option.exportFormat', { lines: listed(EXPORT_FORMATS), finished: listed(DELIVERY_FORMATS) }),
      audioFormat,
    )
    .option('--name <template>', t('option.name', { template: DEFAULT_TEMPLATE }))
    .option('--bitrate <kbps>', t('option.bitrate'), wholeNumber)
    .option('--loudness <level>', t('option.loudness'), loudnessGoal)
    .option('--true-peak <dbtp>', t('option.truePeak'), numberBetween(-12, 0, 'dB'))
    .option('--sample-rate <hz>', t('option.sampleRate'), wholeNumber)
    .option('--room-tone <dbfs>', t('option.roomTone'), roomTone)
    .option('--high-pass <hz>', t('option.highPass'), numberBetween(20, 200, 'Hz'))
    .option('--compress [ratio]', t('option.compress'), numberBetween(1, 10, 'ratio'))
    .option('--compress-above <dbfs>', t('option.compressAbove'), numberBetween(-60, 0, 'dB'))
    .option('--no-music', t('option.noMusic'))
    .option('--allow-stale', t('option.allowStale'), false)
    .option('--allow-missing', t('option.allowMissing'), false)
    .option('--html <file>', t('option.html'), nonEmpty)
    .option('--report <file>', t('option.report'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (project: string, options: ExportCommandOptions) => finish(await exportProject(project, options)));
}

/** Opens the project for writing or, if that fails, its last saved state for reading. */
function openForExport(dir: string): { readonly project: Project; readonly mode: 'write' | 'read' } {
  const ports = { clock: systemClock, random: systemRandom };
  try {
    return { project: openProject(dir, { mode: 'write', ...ports }), mode: 'write' };
  } catch (error) {
    if (!(error instanceof ProjectError && READABLE_PROBLEMS.has(error.problem.kind))) throw error;
    const project = openProject(dir, { mode: 'read', ...ports });
    if (error.problem.kind === 'in-use') {
      output.note(t('export.inUse', { project: dir }));
    }
    return { project, mode: 'read' };
  }
}

/** Returns `incomplete` if a line is missing and that isn't allowed, or if a suspicious take isn't approved. */
async function exportToTarget(
  project: Project,
  request: TargetRequest,
  options: ExportCommandOptions & { readonly credits: readonly string[]; readonly judged: JudgedTakes },
  signal: AbortSignal,
): Promise<ExitStatus> {
  const outDir = resolve(options.out);
  const names = new LineNames(project.lines.states());
  const made = await exportForTarget(project, outDir, request, { output, signal, names });
  const { result, problems } = made;
  const { measured, verdict, notices, written, unchanged } = result;
  const audio = result.files.filter(({ isAudio }) => isAudio);
  if (measured) saveReport(measured, options);
  if (options.json) {
    const figuresOf = new Map(measured?.files.map(({ file, figures }) => [file, figures]));
    const files = audio.map(({ file, title, sizeBytes, durationSeconds, ...early }) => {
      // Measurements of the encoded file take precedence over those made before encoding.
      const figures = figuresOf.get(file);
      return {
        file: pathsOf([{ file }], outDir)[0],
        title,
        sizeBytes,
        durationSeconds,
        loudnessLufs: figures ? figures.integratedLufs : early.loudnessLufs,
        rmsDbfs: figures ? figures.rmsDbfs : early.rmsDbfs,
        truePeakDbtp: figures ? figures.truePeakDbtp : early.truePeakDbtp,
      };
    });
    output.json({
      project: project.dir,
      lines: names.size,
      files,
      failed: problems,
      notices,
      report: measured,
      ...suspicionsOf(options.judged),
      verdict,
      credits: options.credits,
      sounds: result.sounds,
      disclosure: result.disclosure,
      signing: result.signing,
    });
  }
  printSoundCredits(result.sounds);
  printDisclosure(result.disclosure, output);
  printSigning(result.signing, output);
  if (measured) for (const row of reportProblems(measured)) output.note(row);
  if (audio.length === 0) output.note(t('export.nothingToHear'));
  output.note(t('export.delivered', { files: audio.length, folder: outDir, written, unchanged }));
  printVerdict(verdict, made.target, output);
  printSuspicious(options.judged, names, output, options.failOn);
  const isWhole = isAcceptable(made, options.allowMissing) && audio.length > 0;
  return isWhole && areTakesAccepted(options.judged, options.failOn) ? EXIT.done : EXIT.incomplete;
}

function printSoundCredits(sounds: readonly UsedSound[]): void {
  const credited = sounds.filter(({ credit }) => credit.trim() !== '');
  if (credited.length > 0) output.note(t('cues.credits'));
  for (const { credit, licence } of credited) {
    output.note(`  ${plainText(licence.trim() === '' ? credit : t('cues.creditLicence', { credit, licence }))}`);
  }
}

function customTargetRequest(project: Project, name: string, options: ExportCommandOptions): TargetRequest {
  const { ownTargets } = project.settings();
  const own = findOwnTarget(ownTargets, name);
  if (own) return ownTargetRequest(own, options);
  const known = options.for === undefined ? EXPORT_NAMES : EXPORT_TARGETS.filter(isAudioTarget);
  const targets = listed([...known, ...ownTargets.map((each) => each.name)]);
  throw new CliError(
    t('export.unknownTarget', { target: name, targets, option: options.for === undefined ? 'as' : 'for' }),
  );
}

/** Null for target names that don't belong to this group. */
function builtInTargetRequest(name: string, options: ExportCommandOptions): TargetRequest | null {
  const target = EXPORT_TARGETS.find((known) => known === name);
  return target && isAudioTarget(target) ? targetRequest(target, options) : null;
}

async function programRequest(
  { as, by = defaultTextUnit(as), wordTimestamps, epub }: ExportCommandOptions,
  finished: TargetRequest | null,
): Promise<ProgramRequest | null> {
  const form = PROGRAM_TARGETS.find((known) => known === as);
  if (form === undefined) return null;
  if (isPublicationTarget(form)) {
    if (!finished) return null;
    return { form, audio: finished, by, epub: epub === undefined ? undefined : await readEpubFile(epub) };
  }
  if (!isSidecarTarget(form)) return { form };
  return finished && { form, files: finished, text: { by, wordTimestamps } };
}

/** @throws CliError */
async function readEpubFile(path: string): Promise<Uint8Array> {
  const bytes = await withReadingErrors(path, () => readScriptFile(path));
  try {
    new EpubFile(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof EpubError) throw new CliError(t(`export.epub.${error.problem}`, { file: path }));
    throw error;
  }
}

/** @throws CliError for an option that doesn't go with the target */
function checkTextOptions({ as, by, wordTimestamps, epub }: ExportCommandOptions): void {
  if (by !== undefined && !isTimedText(as))
    throw new CliError(t('export.optionNeeds', { option: '--by', forms: listed(TIMED_TEXT_TARGETS) }));
  if (wordTimestamps && as !== 'vtt')
    throw new CliError(t('export.optionNeeds', { option: '--word-timestamps', forms: 'vtt' }));
  if (wordTimestamps && by !== 'words') throw new CliError(t('export.timestampsNeedWords'));
  if (epub !== undefined && as !== 'epub')
    throw new CliError(t('export.optionNeeds', { option: '--epub', forms: 'epub' }));
}

async function exportProject(path: string, options: ExportCommandOptions): Promise<ExitStatus> {
  const isTimed = isSidecarTarget(options.as);
  if (options.for !== undefined && !isTimed)
    throw new CliError(t('export.onlyTimed', { forms: listed(SIDECAR_TARGETS) }));
  checkTextOptions(options);
  const timedName = isPublicationTarget(options.as) ? 'chapters' : options.as;
  const name = isTimed ? (options.for ?? DEFAULT_SIDECAR_AUDIO) : timedName;
  const usual = builtInTargetRequest(name, options);
  if (options.name !== undefined) checkTemplate(options.name);
  checkOutFolder(resolve(options.out));
  const { project, mode } = openForExport(resolveProjectFolder(path));
  const interrupts = listenForInterrupts(() => output.note(t('export.stopping')));
  try {
    const outDir = resolve(options.out);
    const isOwn = isTimed || !EXPORT_NAMES.includes(options.as);
    const finished = usual ?? (isOwn ? customTargetRequest(project, name, options) : null);
    if (mode === 'write') await checkPaidAudio(project, output, [outDir]);
    else await project.takes.verify();
    checkAuthorised(project, {
      targets: isTimed || !finished ? [] : [finished.target],
      authorised: options.authorised,
      isSynthetic: sourcesOfTakes(project).some(isSynthetic),
    });
    const form = PROGRAM_TARGETS.find((known) => known === options.as);
    const scope = { allowStale: options.allowStale, approvedOnly: false, chapterIds: null };
    await requireConsents(project, { target: form ?? finished?.target ?? 'lines', scope });
    printMissingCreditDetails(missingCreditDetails(project), output);
    const credits = printUsedVoices(project, options.allowStale, output);
    const { signal } = interrupts;
    const judged = await judgeTakes(project, { allowStale: options.allowStale, output, signal });
    const handover = await programRequest(options, finished);
    if (handover) return await exportForProgram(project, handover, { ...options, credits, judged }, output, signal);
    if (finished) return await exportToTarget(project, finished, { ...options, credits, judged }, signal);
    const choice = exportChoice(project, outDir, { ...options, format: lineFormat(options.format) });
    const names = new LineNames(project.lines.states());
    const made = await exportLines(project, choice, { output, signal, names });
    const { files, problems, verdict, notices } = made;
    if (signal.aborted) return EXIT.interrupted;
    if (options.json) {
      output.json({
        project: project.dir,
        lines: names.size,
        files,
        failed: problems,
        verdict,
        notices,
        ...suspicionsOf(judged),
        credits,
      });
    }
    output.note(t('export.done', { files: files.length, lines: names.size, folder: choice.outDir }));
    printVerdict(verdict, TARGETS.lines, output);
    printSuspicious(judged, names, output, options.failOn);
    const isWhole = isAcceptable(made, options.allowMissing);
    return isWhole && areTakesAccepted(judged, options.failOn) ? EXIT.done : EXIT.incomplete;
  } finally {
    interrupts.dispose();
    project.close();
  }
}
