import { resolve } from 'node:path';
import { type ImportedFile, openScriptFile, readScriptFile, withSpeakers } from '@lectern/manuscript';
import { Command } from 'commander';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { initialSettings } from '../../core/import/new-project.ts';
import type { ModelTarget } from '../../core/language-model/book-attribution.ts';
import { withProjectCredits } from '../../core/project/book/book-title.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { keepTypography } from '../../core/project/script/revision.ts';
import { keepSourceEpub } from '../../core/project/source-epub.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { connect, connectionChoice, withConnection } from '../connection.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import {
  documentOptions,
  importReport,
  kindText,
  type ManuscriptOptions,
  printOmissions,
  printPlan,
  readWithOptions,
  type SectionRange,
  sectionRange,
} from '../import-plan.ts';
import { askForSpeakers, type ModelOptions, modelChoice, modelOptions } from '../model-speakers.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { isNewProject } from '../project-access.ts';
import { type BookWithRoles, hasRoleOptions, type RoleOptions, roleOptions, withChosenRoles } from '../role-options.ts';
import {
  changeProjectKind,
  checkSameScript,
  createProjectFor,
  printAssumedRoles,
  readingChoices,
  readParagraphs,
  reportReplacedEdits,
  saveScript,
  withReadingErrors,
} from '../script-project.ts';
import { t, tImport } from '../words.ts';
import { chapterNumbers, importVersion } from './import-version.ts';
import { printStatus } from './status.ts';

interface ImportCommandOptions extends ManuscriptOptions, ModelOptions, RoleOptions {
  readonly project?: string;
  readonly into?: string;
  readonly chapters?: readonly number[];
  readonly compare: boolean;
  readonly takeNew?: SectionRange;
  readonly dryRun: boolean;
  readonly groupDialogs: boolean;
  /** Undefined keeps the project's setting. */
  readonly speakHeadings?: boolean;
  readonly speakers: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
}

export function importCommand(finish: (status: ExitStatus) => void): Command {
  const command = withConnection(new Command('import'))
    .description(t('command.import'))
    .argument('<file>', t('argument.script'))
    .option('--project <dir>', t('argument.project'), nonEmpty)
    .option('--into <dir>', t('option.into'), nonEmpty)
    .option('--chapters <numbers>', t('option.chapters'), chapterNumbers)
    .option('--compare', t('option.compare'), false)
    .option('--take-new <numbers>', t('option.takeNew'), sectionRange)
    .option('--group-dialogs', t('option.groupDialogs'), false)
    .option('--speak-headings', t('option.speakHeadings'))
    .option('--no-speak-headings', t('option.noSpeakHeadings'))
    .option('--speakers', t('option.speakers'), false)
    .option('--dry-run', t('option.dryRun'), false)
    .option('--json', t('option.json'), false);
  for (const option of [...documentOptions(), ...roleOptions(), ...modelOptions()]) command.addOption(option);
  return command.action(async (file: string, options: ImportCommandOptions) => finish(await importFile(file, options)));
}

async function importFile(file: string, options: ImportCommandOptions): Promise<ExitStatus> {
  const model = modelChoice(options, process.env);
  if (model && (!options.speakers || options.into !== undefined)) throw new CliError(t('model.needsSpeakers'));
  if (options.into !== undefined && hasRoleOptions(options)) throw new CliError(t('version.rolesAreKept'));
  if (options.into !== undefined && options.kind !== undefined) throw new CliError(t('version.kindIsKept'));
  if (options.into !== undefined && options.project === undefined) {
    return importVersion(file, options.into, { ...options, compare: options.compare || options.dryRun }, output);
  }
  const isPlan = options.dryRun && options.into === undefined;
  if ((options.project === undefined && !isPlan) || options.into !== undefined) {
    throw new CliError(t('version.whichProject'));
  }
  if (options.chapters || options.compare || options.takeNew) throw new CliError(t('version.needsInto'));
  const choice = connectionChoice(options.baseUrl, process.env);
  const dir = options.project === undefined || isPlan ? null : resolve(options.project);
  const known = dir === null ? null : storedChoices(dir);
  const opened = await withReadingErrors(file, async (watch) => {
    const source = await openScriptFile(await readScriptFile(file), file, watch);
    const chosen = { ...options, kind: options.kind ?? known?.productionKind };
    return readWithOptions(chosen, source, options.readAs ?? source.detected, file, known?.spokenNotes);
  });
  const { status, ...found } = options.speakers
    ? await identifySpeakers(opened, file, model, options)
    : { imported: opened, roles: [], status: EXIT.done };
  for (const notice of found.imported.notices) output.note(tImport.notice(notice));
  if (!options.dryRun) printOmissions(opened, options, output);
  const book = withChosenRoles(found, options);
  if (dir === null) {
    const { settings, paragraphs } = readForNewProject(file, book, options);
    printPlan(book.imported, paragraphs, settings, { json: options.json, output, places: options });
    return EXIT.done;
  }
  const { project, editsReplaced = 0 } = isNewProject(dir)
    ? { project: await createProject(dir, file, book, options, choice) }
    : updateProject(dir, file, book, options);
  try {
    await printStatus(project, options.json, output, { ...importReport(book.imported), edits_replaced: editsReplaced });
    return status;
  } finally {
    project.close();
  }
}

async function identifySpeakers(
  imported: ImportedFile,
  file: string,
  model: ModelTarget | null,
  options: ImportCommandOptions,
): Promise<BookWithRoles & { readonly status: ExitStatus }> {
  if (imported.kind === 'script') throw new CliError(t('script.speakersOfScript', { path: file }));
  const { choices, status } = model
    ? await askForSpeakers(imported.text, model, options, { isDry: options.dryRun, output })
    : { choices: undefined, status: EXIT.done };
  const { quotations, claimed, ...book } = withSpeakers(imported, choices);
  output.note(t('script.speakersFound', { claimed, quotations, roles: book.roles.length }));
  return { ...book, status };
}

/** Returns null for a new project, or for one that can't be opened. Opening it for writing reports the error. */
function storedChoices(dir: string): Pick<ProjectSettings, 'productionKind' | 'spokenNotes'> | null {
  if (isNewProject(dir)) return null;
  try {
    const project = openProject(dir, { mode: 'read', clock: systemClock, random: systemRandom });
    try {
      return project.settings();
    } finally {
      project.close();
    }
  } catch {
    return null;
  }
}

function updateProject(
  dir: string,
  file: string,
  { imported, roles, marks }: BookWithRoles,
  options: ImportCommandOptions,
): { readonly project: Project; readonly editsReplaced: number } {
  const project = openProject(dir, { mode: 'write', clock: systemClock, random: systemRandom });
  try {
    const { confirmedRoles } = project.settings();
    const confirmed = { confirmedRoles: [...new Set([...confirmedRoles, ...(marks?.confirmedRoles ?? roles)])] };
    if (options.kind) changeProjectKind(project, options.kind, output);
    const { spokenNotes } = initialSettings(imported);
    project.updateSettings({ ...readingChoices(options), ...confirmed, ...(options.speakNotes && { spokenNotes }) });
    const script = withProjectCredits(project, imported.document);
    const read = readParagraphs(script, project.settings(), options.groupDialogs, file);
    const paragraphs = keepTypography(project, read);
    checkSameScript(project, paragraphs, file);
    const editsReplaced = reportReplacedEdits(project, paragraphs, output);
    saveScript(project, paragraphs, null, null);
    if (imported.epub) keepSourceEpub(dir, imported.epub);
    return { project, editsReplaced };
  } catch (error) {
    project.close();
    throw error;
  }
}

function readForNewProject(file: string, { imported, roles, marks }: BookWithRoles, options: ImportCommandOptions) {
  const usual = initialSettings(imported);
  const confirmedRoles = [...(marks?.confirmedRoles ?? new Set([...usual.confirmedRoles, ...roles]))];
  const settings = { ...usual, ...readingChoices(options), confirmedRoles };
  if (!options.dryRun) output.note(kindText(imported));
  if (roles.length === 0) printAssumedRoles(imported, settings, output);
  const paragraphs = readParagraphs(imported.document, settings, options.groupDialogs, file);
  return { settings, paragraphs };
}

/**
 * Requires an open connection, because a project records its account, and the local account is created by the service.
 */
async function createProject(
  dir: string,
  file: string,
  book: BookWithRoles,
  options: ImportCommandOptions,
  choice: ReturnType<typeof connectionChoice>,
): Promise<Project> {
  const { settings, paragraphs } = readForNewProject(file, book, options);
  const connection = await connect(choice, output);
  try {
    const fill = (made: Project) => saveScript(made, paragraphs, null, null);
    return createProjectFor(dir, file, settings, connection.identity, fill, book.imported).project;
  } finally {
    await connection.close();
  }
}
