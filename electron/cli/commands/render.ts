import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Paragraph } from '../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { DEFAULT_TEMPLATE } from '../../../shared/rules/file-names.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { ImportedFile } from '../../core/import/import-script.ts';
import { newSettings } from '../../core/import/new-project.ts';
import type { ServiceLink } from '../../core/production/service-link.ts';
import { openProject } from '../../core/project/folder/project-folder.ts';
import { Journal } from '../../core/project/journal/journal.ts';
import type { Project } from '../../core/project/project.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { type BegunRun, beginRun, type RunWish } from '../begin-run.ts';
import { type CastFile, readCastFile } from '../cast-file.ts';
import { askVoices, connect, connectionChoice, knownPrice, withConnection } from '../connection.ts';
import type { ExitStatus } from '../exit.ts';
import { checkOtherExport, checkOutFolder, checkTemplate } from '../export-lines.ts';
import { nonEmpty, outputFormat, type RunOptions, wholeNumber, withRunOptions } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { produce } from '../produce.ts';
import { checkConnection, checkCopy, checkPaidWork, isNewProject, projectBeside, recover } from '../project-access.ts';
import { tellPlan } from '../run-report.ts';
import {
  checkSameScript,
  makeProjectFor,
  needsVoices,
  openScript,
  readingChoices,
  readParagraphs,
  tellNamesTaken,
} from '../script-project.ts';
import { listed, t } from '../words.ts';

interface RenderOptions extends RunOptions {
  readonly out: string;
  readonly project?: string;
  readonly cast?: string;
  readonly groupDialogs: boolean;
  /** Absent: as the project is set. */
  readonly speakHeadings?: boolean;
  readonly format?: OutputFormat;
  readonly name?: string;
  readonly limit?: number;
  readonly maxCharacters?: number;
  readonly allowStale: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
}

export function renderCommand(finish: (status: ExitStatus) => void): Command {
  const command = withConnection(new Command('render'))
    .description(t('command.render'))
    .argument('<script>', t('argument.script'))
    .requiredOption('--out <dir>', t('option.out'), nonEmpty)
    .option('--project <dir>', t('option.projectOfRender'), nonEmpty)
    .option('--cast <file>', t('option.cast'), nonEmpty)
    .option('--group-dialogs', t('option.groupDialogs'), false)
    .option('--speak-headings', t('option.speakHeadings'))
    .option('--no-speak-headings', t('option.noSpeakHeadings'))
    .option('--format <format>', t('option.format', { formats: listed(OUTPUT_FORMATS) }), outputFormat)
    .option('--name <template>', t('option.name', { template: DEFAULT_TEMPLATE }))
    .option('--limit <n>', t('option.limit'), wholeNumber)
    .option('--max-characters <n>', t('option.maxCharacters'), wholeNumber);
  return withRunOptions(command)
    .option('--allow-stale', t('option.allowStale'), false)
    .option('--json', t('option.json'), false)
    .action(async (script: string, options: RenderOptions) => finish(await render(script, options)));
}

async function render(script: string, options: RenderOptions): Promise<ExitStatus> {
  // Everything that can be found wrong without the service is found before it is asked for anything.
  const choice = connectionChoice(options.baseUrl, process.env);
  if (options.name !== undefined) checkTemplate(options.name);
  const cast = options.cast === undefined ? null : readCastFile(options.cast);
  const imported = await openScript(script);
  for (const notice of imported.notices) output.note(notice);
  const outDir = resolve(options.out);
  checkOutFolder(outDir);
  const dir = options.project ? resolve(options.project) : projectBeside(outDir, script);
  const isNew = isNewProject(dir);
  if (isNew) await checkOtherExport(outDir, dir, null);
  const settings = isNew ? { ...newSettings(imported), ...readingChoices(options) } : null;
  if (settings) tellNamesTaken(imported, settings, output);
  const fresh = settings && {
    settings,
    paragraphs: readParagraphs(imported.text, settings, options.groupDialogs, script),
  };

  const connection = await connect(choice, output);
  try {
    const price = await knownPrice(connection.identity);
    const wish = { ...options, cast, outDir, price };
    const session = fresh
      ? await beginNew(fresh, { dir, script, connection, wish })
      : await beginAgain({ dir, script, imported, connection, wish });
    const { project } = session;
    try {
      if (cast) tellStrangers(project, cast);
      tellPlan(session.plan, connection, output);
      return await produce({
        ...session,
        journal: new Journal(project.db),
        connection,
        output,
        failedBefore: new Map(),
        retryFailed: options.retryFailed,
        resubmitInDoubt: options.resubmitInDoubt,
        maxCharacters: options.maxCharacters,
        price,
        json: options.json,
      });
    } finally {
      project.close();
    }
  } finally {
    await connection.close();
  }
}

interface Beginning {
  readonly dir: string;
  readonly script: string;
  readonly imported: ImportedFile;
  readonly connection: ServiceLink;
  readonly wish: Omit<RunWish, 'paragraphs' | 'voices'> &
    Pick<RenderOptions, 'groupDialogs' | 'acceptMissingLog' | 'acceptCopy' | 'retryFailed' | 'speakHeadings'>;
}

type Session = BegunRun & { readonly project: Project };

/** Nothing is made before the service has shown that it is one and that the cast can be had. */
async function beginNew(
  { paragraphs, settings }: { readonly paragraphs: readonly Paragraph[]; readonly settings: ProjectSettings },
  { dir, script, connection, wish }: Omit<Beginning, 'imported'>,
): Promise<Session> {
  const voices = await askVoices(connection, output);
  const { project, filled } = makeProjectFor(dir, script, settings, connection.identity, (made) =>
    beginRun(made, { ...wish, paragraphs, voices }),
  );
  return { ...filled, project };
}

async function beginAgain({ dir, script, imported, connection, wish }: Beginning): Promise<Session> {
  const { acceptMissingLog } = wish;
  const project = openProject(dir, { mode: 'write', acceptMissingLog, clock: systemClock, random: systemRandom });
  try {
    const journal = new Journal(project.db);
    checkConnection(project, journal, connection.identity, output);
    await checkOtherExport(wish.outDir, project.dir, project.info().id);
    recover(project, journal, output);
    await checkPaidWork(project, output, [wish.outDir]);
    project.updateSettings(readingChoices(wish));
    const paragraphs = readParagraphs(imported.text, project.settings(), wish.groupDialogs, script);
    checkSameScript(project, paragraphs, script);
    const voices = wish.cast || needsVoices(project, paragraphs) ? await askVoices(connection, output) : null;
    const sendsLater = wish.resubmitInDoubt || wish.retryFailed > 0;
    const checkSends = (lines: number) => checkCopy(project, sendsLater ? null : lines, wish.acceptCopy, output);
    return { ...beginRun(project, { ...wish, paragraphs, voices, checkSends }), project };
  } catch (error) {
    project.close();
    throw error;
  }
}

/** A name that is not spelt as in the script would be cast, but never heard. */
function tellStrangers(project: Project, cast: CastFile): void {
  const speaking = new Set(project.lines.states().flatMap((line) => line.roles));
  const silent = Object.keys(cast).filter((name) => !speaking.has(name));
  if (silent.length > 0) output.note(t('cast.strangers', { names: listed(silent) }));
}
