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
import { nonEmpty, outputFormat, wholeNumber } from '../argument-values.ts';
import { askVoices } from '../ask-voices.ts';
import { type BegunRun, beginRun, type RunWish } from '../begin-run.ts';
import { type CastFile, readCastFile } from '../cast-file.ts';
import { checkOtherExport, checkOutFolder, isNewProject } from '../check-places.ts';
import type { ExitStatus } from '../cli-error.ts';
import { connect } from '../connect.ts';
import { connectionChoice, withConnection } from '../connection-options.ts';
import { checkTemplate } from '../export-lines.ts';
import { knownPrice } from '../known-price.ts';
import { openScript, readParagraphs } from '../open-script.ts';
import { standardOutput as output } from '../output.ts';
import { tellPlan } from '../plan-board.ts';
import { produce } from '../produce.ts';
import { projectBeside } from '../project-location.ts';
import { checkConnection, checkCopy, checkPaidWork, recover } from '../project-session.ts';
import { type RunOptions, withRunOptions } from '../run-options.ts';
import { checkSameScript, makeProjectFor, needsVoices, readingChoices, tellNamesTaken } from '../script-project.ts';

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
    .description('render what is not fresh of a script, and export its audio')
    .argument('<script>', 'the script: a text file')
    .requiredOption('--out <dir>', 'the folder for the audio', nonEmpty)
    .option('--project <dir>', 'the project folder (default: inside the folder for the audio)', nonEmpty)
    .option('--cast <file>', 'a JSON file: role to voice, or to voice and parameters', nonEmpty)
    .option('--group-dialogs', 'join consecutive turns of two roles into dialog lines', false)
    .option('--speak-headings', 'speak headings, which is how new projects are set')
    .option('--no-speak-headings', 'leave headings silent from now on')
    .option('--format <format>', `the audio’s format: ${OUTPUT_FORMATS.join(', ')}`, outputFormat)
    .option('--name <template>', `names of the files (default: ${DEFAULT_TEMPLATE})`)
    .option('--limit <n>', 'render at most n lines of what is not fresh', wholeNumber)
    .option('--max-characters <n>', 'send at most n characters', wholeNumber);
  return withRunOptions(command)
    .option('--allow-stale', 'export an older take where a line has no fresh one', false)
    .option('--json', 'print one JSON object on stdout', false)
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
    checkConnection(project, connection.identity, output);
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
  if (silent.length > 0) output.note(`The cast file names ${silent.join(', ')}, who has no line in the script.`);
}
