import { resolve } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import type { ImportedFile, ScriptSource } from '@lectern/manuscript';
import type { LenientVoice } from '@lectern/tts-protocol';
import { Command } from 'commander';
import type { CastChange } from '../../../shared/model/cast.ts';
import type { KnownConsents } from '../../../shared/model/consent.ts';
import { DELIVERY_FORMATS, type DeliveryFormat } from '../../../shared/model/export/delivery.ts';
import type { ExportChoice } from '../../../shared/model/export/export.ts';
import { EXPORT_TARGETS, type ExportTargetId } from '../../../shared/model/export/export-target.ts';
import type { ProductionKind } from '../../../shared/model/production-kind.ts';
import type { Paragraph, ScriptDocument } from '../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { castChanges } from '../../../shared/rules/cast/cast-changes.ts';
import { isSynthetic } from '../../../shared/rules/digital-source-type.ts';
import { missingCreditFields, withCredits } from '../../../shared/rules/export/credits.ts';
import { DEFAULT_TEMPLATE } from '../../../shared/rules/export/file-names.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { ChosenExportFolders } from '../../core/export/chosen-folders.ts';
import { rememberExport } from '../../core/export/export-memory.ts';
import { isAudioTarget } from '../../core/export/targets/target-settings.ts';
import { initialSettings } from '../../core/import/new-project.ts';
import { makeDataFolder } from '../../core/local-service/data-folder.ts';
import { planRun, type RunPlan } from '../../core/production/run-plan.ts';
import type { ServiceLink } from '../../core/production/service-link.ts';
import { titleOf, withProjectCredits } from '../../core/project/book/book-title.ts';
import { missingCreditDetails } from '../../core/project/book/credits-in-script.ts';
import { sourcesOfTakes } from '../../core/project/book/narration.ts';
import { Journal } from '../../core/project/journal/journal.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { keepTypography } from '../../core/project/script/revision.ts';
import { remainingBudget } from '../../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { type CastChangeReport, printCastChange } from '../cast-change.ts';
import { type CastFile, readCastFile } from '../cast-file.ts';
import { askVoices, connect, connectionChoice, knownPrice, withConnection } from '../connection.ts';
import { knownConsents, requireNotWithdrawn } from '../consents.ts';
import { printMissingCreditDetails } from '../credits-display.ts';
import { printStances } from '../delivery-text.ts';
import {
  checkAuthorised,
  chosenDisclosure,
  consentLookup,
  type DisclosureOptions,
  refreshDisclosure,
} from '../disclosure.ts';
import { CliError, type ExitStatus } from '../exit.ts';
import { checkTarget, type TargetRequest, targetRequest } from '../export-for-target.ts';
import {
  checkOtherExport,
  checkOutFolder,
  checkTemplate,
  exportChoice,
  lineFormat,
  type RequestedExport,
} from '../export-lines.ts';
import { kindOption, kindText, printOmissions } from '../import-plan.ts';
import {
  audioFormat,
  creditsText,
  deliveryTarget,
  nonEmpty,
  oneTarget,
  type RunCommandOptions,
  wholeNumber,
  withDisclosureOptions,
  withRunOptions,
} from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { produce } from '../produce.ts';
import {
  checkConnection,
  checkCopy,
  checkPaidAudio,
  isNewProject,
  projectInFolder,
  projectName,
  recover,
} from '../project-access.ts';
import { isProjectFolder, renderProjects } from '../render-projects.ts';
import { printPlan } from '../run-report.ts';
import {
  changeProjectKind,
  checkSameScript,
  createProjectFor,
  giveDefaultVoices,
  needsVoices,
  openScript,
  printAssumedRoles,
  printNewlyCast,
  type ReadingChoices,
  readForProject,
  readingChoices,
  readParagraphs,
  reportReplacedEdits,
  saveScript,
  voicesOf,
  withReadingErrors,
} from '../script-project.ts';
import { targetRecord } from '../target-of-run.ts';
import { listed, t, tImport } from '../words.ts';

interface RenderCommandOptions extends RunCommandOptions, ReadingChoices, DisclosureOptions {
  readonly kind?: ProductionKind;
  readonly out?: string;
  readonly project?: string;
  readonly cast?: string;
  readonly groupDialogs: boolean;
  readonly format?: ExportFormat | DeliveryFormat;
  /** Exports line files if undefined. */
  readonly as?: ExportTargetId;
  readonly name?: string;
  /** Undefined keeps the project's setting. */
  readonly for?: readonly ExportTargetId[];
  readonly limit?: number;
  readonly maxCharacters?: number;
  readonly replaceApproved: boolean;
  readonly allowStale: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
}

export function renderCommand(finish: (status: ExitStatus) => void): Command {
  const command = withConnection(new Command('render'))
    .description(t('command.render'))
    .argument('<script>', t('argument.scriptOrProject'))
    .argument('[projects...]', t('argument.moreProjects'))
    .option('--out <dir>', t('option.out'), nonEmpty)
    .option('--project <dir>', t('option.projectOfRender'), nonEmpty)
    .option('--cast <file>', t('option.cast'), nonEmpty)
    .option('--group-dialogs', t('option.groupDialogs'), false)
    .option('--speak-headings', t('option.speakHeadings'))
    .option('--no-speak-headings', t('option.noSpeakHeadings'))
    .addOption(kindOption())
    .option('--credits', t('option.credits'))
    .option('--no-credits', t('option.noCredits'))
    .option('--opening <text>', t('option.openingCredits'), creditsText)
    .option('--closing <text>', t('option.closingCredits'), creditsText)
    .option(
      '--format <format>',
      t('option.exportFormat', { lines: listed(EXPORT_FORMATS), finished: listed(DELIVERY_FORMATS) }),
      audioFormat,
    )
    .option('--as <target>', t('option.renderAs', { targets: listed(EXPORT_TARGETS) }), oneTarget)
    .option('--name <template>', t('option.name', { template: DEFAULT_TEMPLATE }))
    .option('--for <target>', t('option.forStores', { targets: listed(EXPORT_TARGETS) }), deliveryTarget)
    .option('--limit <n>', t('option.limit'), wholeNumber)
    .option('--max-characters <n>', t('option.maxCharacters'), wholeNumber)
    .option('--replace-approved', t('option.replaceApproved'), false);
  return withRunOptions(withDisclosureOptions(command))
    .option('--allow-stale', t('option.allowStale'), false)
    .option('--json', t('option.json'), false)
    .action(async (first: string, more: string[], options: RenderCommandOptions, called: Command) => {
      const isProject = isProjectFolder(first);
      if (more.length > 0 || isProject) {
        refuseScriptOptions([first, ...more], called);
        return finish(await renderProjects([first, ...more], options, output));
      }
      const { out } = options;
      if (out === undefined) throw new CliError(t('call.missingOption', { flags: '--out <dir>', help: HELP }));
      return finish(await render(first, { ...options, out }));
    });
}

const HELP = 'lectern render --help';

/** Options that apply to projects. All others only apply to a script and its export. */
const PROJECT_OPTIONS: ReadonlySet<string> = new Set([
  'baseUrl',
  'maxCharacters',
  'replaceApproved',
  'failOn',
  'retryFailed',
  'resubmitInDoubt',
  'renderMissingAudio',
  'allowMissing',
  'acceptMissingLog',
  'acceptCopy',
  'authorised',
  'json',
]);

function refuseScriptOptions(paths: readonly string[], command: Command): void {
  const script = paths.find((path) => !isProjectFolder(path));
  if (script !== undefined) throw new CliError(t('project.severalScripts', { path: script, help: HELP }));
  const wrong = command.options.find(
    (option) =>
      !PROJECT_OPTIONS.has(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (wrong) throw new CliError(t('project.scriptOption', { option: wrong.long ?? wrong.flags, help: HELP }));
}

async function render(script: string, options: RenderCommandOptions & { readonly out: string }): Promise<ExitStatus> {
  // Report all errors that don't involve the service before connecting to it.
  const choice = connectionChoice(options.baseUrl, process.env);
  if (options.name !== undefined) checkTemplate(options.name);
  const finished = options.as && isAudioTarget(options.as) ? targetRequest(options.as, options) : null;
  const format = finished ? undefined : lineFormat(options.format);
  const cast = options.cast === undefined ? null : readCastFile(options.cast);
  const source = await openScript(script);
  const imported = await withReadingErrors(script, async () =>
    source.as(source.detected, { productionKind: options.kind }),
  );
  for (const notice of imported.notices) output.note(tImport.notice(notice));
  printOmissions(imported, {}, output);
  const outDir = resolve(options.out);
  checkOutFolder(outDir);
  const dir = options.project ? resolve(options.project) : projectInFolder(outDir, script);
  const isNew = isNewProject(dir);
  if (isNew) await checkOtherExport(outDir, dir, null);
  const settings = isNew ? { ...initialSettings(imported), ...readingChoices(options) } : null;
  if (settings) output.note(kindText(imported));
  if (settings) printAssumedRoles(imported, settings, output);
  const fresh = settings && {
    settings,
    paragraphs: readParagraphs(withOwnCredits(imported, settings, script), settings, options.groupDialogs, script),
  };

  const connection = await connect(choice, output);
  try {
    const price = await knownPrice(connection.identity);
    const consentOf = await consentLookup();
    const request = {
      ...options,
      format,
      finished,
      cast,
      outDir,
      price,
      targets: options.for,
      consentOf,
      consents: await knownConsents(),
    };
    const begun = fresh
      ? await beginInNewProject(fresh, { dir, script, imported, connection, request })
      : await beginInExistingProject({ dir, script, source, connection, request });
    const { project } = begun;
    try {
      if (cast) printUnknownRoles(project, cast);
      if (begun.castChange) printCastChange(begun.castChange, options.replaceApproved, output);
      printNewlyCast(begun.newlyCast, output);
      printStances(project.settings().targets, output);
      if (finished) await checkTarget(project, finished);
      printPlan(begun.plan, connection, output);
      return await produce({
        ...begun,
        finished,
        journal: new Journal(project.db),
        connection,
        output,
        failedBefore: new Map(),
        retryFailed: options.retryFailed,
        resubmitInDoubt: options.resubmitInDoubt,
        maxCharacters: options.maxCharacters,
        allowMissing: options.allowMissing || (options.limit !== undefined && !finished),
        price,
        json: options.json,
        failOn: options.failOn,
      });
    } finally {
      project.close();
    }
  } finally {
    await connection.close();
  }
}

function withOwnCredits(
  { document, book = {} }: ImportedFile,
  settings: ProjectSettings,
  script: string,
): ScriptDocument {
  const { title: own = null, authors = [], narrators = [] } = book;
  const { title, isKnown } = titleOf({ title: own }, parseScript(document, settings), projectName(script));
  const known = { title: isKnown ? title : null, authors, narrators };
  if (settings.credits) printMissingCreditDetails(missingCreditFields(settings.credits, known), output);
  return withCredits(document, settings.credits, { title, authors, narrators });
}

interface RenderRequest extends RequestedExport, DisclosureOptions {
  readonly paragraphs: readonly Paragraph[];
  /** Null if all roles are cast. */
  readonly voices: readonly LenientVoice[] | null;
  readonly cast: CastFile | null;
  readonly outDir: string;
  readonly limit?: number | undefined;
  readonly maxCharacters?: number | undefined;
  readonly price: Price | null;
  readonly finished: TargetRequest | null;
  readonly resubmitInDoubt: boolean;
  readonly renderMissingAudio: boolean;
  readonly replaceApproved: boolean;
  /** Planned targets; undefined keeps those of the project. */
  readonly targets: readonly ExportTargetId[] | undefined;
  readonly authorised?: readonly ExportTargetId[] | undefined;
  readonly consentOf: (voice: string) => string | null;
  readonly consents: KnownConsents;
  /** Called with the number of lines to send before the run is created. Throws a CliError if they must not be sent. */
  readonly checkSends?: (lines: number) => void;
}

interface StartedRun {
  readonly project: Project;
  readonly plan: RunPlan;
  readonly runId: number;
  readonly export: ExportChoice;
  readonly castChange: CastChangeReport | null;
  readonly newlyCast: readonly CastChange[];
}

interface RenderContext {
  readonly dir: string;
  readonly script: string;
  readonly connection: ServiceLink;
  readonly request: Omit<RenderRequest, 'paragraphs' | 'voices'> &
    Pick<
      RenderCommandOptions,
      'groupDialogs' | 'acceptMissingLog' | 'acceptCopy' | 'retryFailed' | 'kind' | keyof ReadingChoices
    >;
}

/** Creates the project once the service has responded and the cast is known to be valid. */
async function beginInNewProject(
  { paragraphs, settings }: { readonly paragraphs: readonly Paragraph[]; readonly settings: ProjectSettings },
  { dir, script, imported, connection, request }: RenderContext & { readonly imported: ImportedFile },
): Promise<StartedRun> {
  const voices = await askVoices(connection, output);
  const begin = (made: Project) => beginRun(made, { ...request, paragraphs, voices });
  return createProjectFor(dir, script, settings, connection.identity, begin, imported).filled;
}

async function beginInExistingProject({
  dir,
  script,
  source,
  connection,
  request,
}: RenderContext & { readonly source: ScriptSource }): Promise<StartedRun> {
  const { acceptMissingLog } = request;
  const project = openProject(dir, { mode: 'write', acceptMissingLog, clock: systemClock, random: systemRandom });
  try {
    const journal = new Journal(project.db);
    checkConnection(project, connection.identity, output);
    await checkOtherExport(request.outDir, project.dir, project.info().id);
    recover(project, journal, output);
    await checkPaidAudio(project, output, [request.outDir]);
    project.updateSettings(readingChoices(request));
    if (request.kind) changeProjectKind(project, request.kind, output);
    const credited = withProjectCredits(project, readForProject(source, project).document);
    const read = readParagraphs(credited, project.settings(), request.groupDialogs, script);
    const paragraphs = keepTypography(project, read);
    printMissingCreditDetails(missingCreditDetails(project), output);
    checkSameScript(project, paragraphs, script);
    reportReplacedEdits(project, paragraphs, output);
    const voices = request.cast || needsVoices(project, paragraphs) ? await askVoices(connection, output) : null;
    const mayResend = request.resubmitInDoubt || request.retryFailed > 0;
    const checkSends = (lines: number) => checkCopy(project, mayResend ? null : lines, request.acceptCopy, output);
    return beginRun(project, { ...request, paragraphs, voices, checkSends });
  } catch (error) {
    project.close();
    throw error;
  }
}

/**
 * Saves everything in one transaction, so that a killed command leaves either nothing or a run that can be resumed with
 * its limits and folder.
 */
function beginRun(project: Project, request: RenderRequest): StartedRun {
  return project.db.durably(() => {
    const journal = new Journal(project.db);
    const before = voicesOf(project);
    const castChange = saveScript(project, request.paragraphs, request.voices, request.cast, request.price);
    applyDisclosure(project, request);
    const chosen = new Set(Object.keys(request.cast ?? {}));
    const newlyCast = castChanges(before, project.cast.roles(), request.voices ?? [], chosen);
    if (request.resubmitInDoubt) journal.markDoubtsForResubmission();
    const choice = exportChoice(project, request.outDir, request);
    // The run stores its delivery target; this is the choice for line files.
    if (!request.finished) rememberExport(project, { choice });
    new ChosenExportFolders(makeDataFolder()).record(project.info().id, choice.outDir);
    const caps = [request.maxCharacters ?? null, remainingBudget(project.db, request.price, null).characters];
    const known = caps.filter((cap) => cap !== null);
    const maxCharacters = known.length === 0 ? undefined : smallest(known);
    const plan = planRun(project, journal, {
      limit: request.limit,
      maxCharacters,
      renderMissing: request.renderMissingAudio,
      replaceApproved: request.replaceApproved,
    });
    request.checkSends?.(plan.send.length);
    checkAuthorised(project, {
      targets: [...new Set([...project.settings().targets, ...(request.finished ? [request.finished.target] : [])])],
      authorised: request.authorised,
      isSynthetic: plan.send.length > 0 || sourcesOfTakes(project).some(isSynthetic),
    });
    const lineIds = plan.send.map(({ lineId }) => lineId);
    requireNotWithdrawn(project, project.info().connection, lineIds, request.consents);
    const runId = journal.createRun(
      // Lines over the cap are also part of the run, so that resuming reports them and renders them once the cap is
      // raised.
      [...plan.inFlight, ...plan.inDoubt, ...plan.lost, ...plan.send.map((line) => line.lineId), ...plan.overCap],
      {
        limit: request.limit ?? null,
        maxCharacters: request.maxCharacters ?? null,
        replaceApproved: request.replaceApproved,
        ...targetRecord(request.finished, choice.outDir),
      },
      systemClock.now(),
    );
    return { project, plan, runId, export: choice, castChange, newlyCast };
  });
}

function applyDisclosure(project: Project, { targets, voices, consentOf, ...options }: RenderRequest): void {
  const disclosure = chosenDisclosure(project.settings().disclosure, options);
  project.updateSettings({ ...(targets && { targets: [...targets] }), ...(disclosure && { disclosure }) });
  if (refreshDisclosure(project, consentOf, output) && voices) giveDefaultVoices(project, voices);
}

/** A misspelled role in the cast file would never be spoken. */
function printUnknownRoles(project: Project, cast: CastFile): void {
  const speaking = new Set(project.lines.states().flatMap((line) => line.roles));
  const silent = Object.keys(cast).filter((name) => !speaking.has(name));
  if (silent.length > 0) output.note(t('cast.unknownRoles', { names: listed(silent) }));
}
