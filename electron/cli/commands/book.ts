import { watermarkIdOf, watermarkIdText } from '@lectern/audio/watermark';
import { Command, InvalidArgumentError, Option } from 'commander';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { readRegularFile } from '../../../node/files/regular-file.ts';
import {
  BOOK_FIELDS,
  type BookChange,
  type BookField,
  bookChangeSchema,
  bookDetailsSchema,
} from '../../../shared/model/book.ts';
import { PRODUCTION_KINDS, type ProductionKind } from '../../../shared/model/production-kind.ts';
import { targetsInOrder } from '../../../shared/rules/export/export-targets.ts';
import { parseIsbn } from '../../../shared/rules/export/isbn.ts';
import { missingDetailsText } from '../../../shared/words/delivery-words.ts';
import { CoverError, type CoverProblem, MAX_COVER_BYTES, writeCover } from '../../core/app/library/cover.ts';
import { readBookDetails } from '../../core/export/book-readiness.ts';
import { changeBook } from '../../core/project/book/change-book.ts';
import { setDisclosure } from '../../core/project/book/credits-in-script.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { chosenDisclosure, consentLookup, type DisclosureOptions } from '../disclosure.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { withDisclosureOptions } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { changeProjectKind } from '../script-project.ts';
import { listed, listedWithAnd, t, tDelivery, tImporting } from '../words.ts';

type DetailOptions = Partial<Record<Exclude<BookField, 'authors' | 'narrators' | 'seriesNumber'>, string | number>>;

interface BookOptions extends DetailOptions, DisclosureOptions {
  readonly author?: readonly string[];
  readonly narrator?: readonly string[];
  readonly number?: number | '';
  readonly cover?: string;
  readonly kind?: ProductionKind;
  readonly watermark?: boolean;
  readonly json: boolean;
}

const appendName = (name: string, names: readonly string[] = []): readonly string[] => [...names, name];

/** Wraps a parser so that an empty value clears the detail. Commander would convert null to an empty string. */
const allowEmpty =
  <T>(read: (text: string) => T | null, why: () => string) =>
  (text: string): T | '' => {
    if (text.trim() === '') return '';
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(why());
    return value;
  };

const isbn = allowEmpty(parseIsbn, () => t('value.isbn'));
const year = allowEmpty(
  (text) => (/^[1-9]\d{3}$/.test(text) ? Number(text) : null),
  () => t('value.year'),
);
const seriesNumber = allowEmpty(
  (text) => (/^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? Number(text) : null),
  () => t('value.zeroOrMore'),
);
const language = allowEmpty(
  (text) => bookDetailsSchema.shape.language.safeParse(text).data ?? null,
  () => t('value.bookLanguage'),
);

export function bookCommand(finish: (status: ExitStatus) => void): Command {
  return withDisclosureOptions(new Command('book'))
    .description(t('command.book'))
    .argument('<project>', t('argument.project'))
    .option('--title <text>', t('option.title'))
    .option('--subtitle <text>', t('option.subtitle'))
    .option('--author <name>', t('option.author'), appendName)
    .option('--narrator <name>', t('option.narrator'), appendName)
    .option('--publisher <name>', t('option.publisher'))
    .option('--year <year>', t('option.year'), year)
    .option('--series <name>', t('option.series'))
    .option('--number <n>', t('option.seriesNumber'), seriesNumber)
    .option('--language <tag>', t('option.bookLanguage'), language)
    .option('--isbn <isbn>', t('option.isbn'), isbn)
    .option('--description <text>', t('option.bookDescription'))
    .option('--copyright <text>', t('option.copyright'))
    .option('--cover <file>', t('option.cover'))
    .option('--watermark', t('option.watermark'))
    .option('--no-watermark', t('option.noWatermark'))
    .addOption(new Option('--kind <kind>', t('option.kindOfProject')).choices(PRODUCTION_KINDS))
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: BookOptions) => {
      const change = toBookChange(options);
      const isDisclosureChosen = options.region !== undefined || options.spokenDisclosure !== undefined;
      const changesBook = Object.keys(change).length > 0;
      const { watermark } = options;
      const changesSettings = options.kind !== undefined || watermark !== undefined || isDisclosureChosen;
      const writes = options.cover !== undefined || changesBook || changesSettings;
      const ports = { clock: systemClock, random: systemRandom };
      const project = openProject(resolveProjectFolder(path), { mode: writes ? 'write' : 'read', ...ports });
      try {
        // Set the cover first, so that an unusable image leaves everything unchanged.
        if (options.cover !== undefined) await setCover(project, options.cover);
        if (options.kind) changeProjectKind(project, options.kind, output);
        if (changesBook) changeBook(project, change);
        if (watermark !== undefined) project.updateSettings({ watermark });
        const disclosure = chosenDisclosure(project.settings().disclosure, options);
        if (changesBook || options.kind || disclosure) {
          setDisclosure(project, disclosure ?? project.settings().disclosure, await consentLookup());
        }
        await printBook(project, options.json);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

function toBookChange({
  author,
  narrator,
  number,
  region: _,
  spokenDisclosure: __,
  watermark: ___,
  ...options
}: BookOptions): BookChange {
  const given = { ...options, authors: author, narrators: narrator, seriesNumber: number };
  const parsed = bookChangeSchema.safeParse(
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value === '' ? null : value]],
      ),
    ),
  );
  if (parsed.success) return parsed.data;
  const field = BOOK_FIELDS.find((name) => name === parsed.error.issues[0]?.path[0]) ?? 'title';
  throw new CliError(t('book.detailProblem', { field: tDelivery(`field.${field}`) }));
}

async function setCover({ dir }: Project, path: string): Promise<void> {
  if (path === '') return writeCover(dir, null);
  try {
    await writeCover(dir, await readRegularFile(path, MAX_COVER_BYTES, 'follow'));
  } catch (error) {
    const problem = coverProblem(error);
    if (problem === null) throw error;
    throw new CliError(t(`book.coverProblem.${problem}`, { path }));
  }
}

function coverProblem(error: unknown): CoverProblem | 'not-found' | null {
  if (error instanceof CoverError) return error.problem;
  if (error instanceof UnsafeEntryError) return error.reason === 'too-large' ? 'too-large' : 'format';
  return errorCode(error) === 'ENOENT' ? 'not-found' : null;
}

async function printBook(project: Project, json: boolean): Promise<void> {
  const { details, name, cover, readiness } = await readBookDetails(project);
  if (json) {
    const { productionKind: kind, disclosure, spokenDisclosure, watermark } = project.settings();
    const settings = { disclosure, spokenDisclosure, watermark };
    output.json({ project: project.dir, kind, name, ...details, cover, readiness, ...settings });
    return;
  }
  const kind = tImporting(`production.kind.${project.settings().productionKind}`);
  output.result(t('book.row', { field: t('book.kindName'), value: kind }));
  for (const field of BOOK_FIELDS) {
    const value = field === 'title' ? (details.title ?? name) : details[field];
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    const text = Array.isArray(value) ? listedWithAnd(value) : String(value);
    output.result(t('book.row', { field: tDelivery(`field.${field}`), value: text }));
  }
  const { disclosure, spokenDisclosure, watermark } = project.settings();
  output.result(
    t('book.row', {
      field: t('book.disclosure'),
      value: t('book.disclosureIs', { region: disclosure.region ?? 'none', spoken: disclosure.spoken }),
    }),
  );
  if (spokenDisclosure !== null) output.result(t('book.row', { field: t('book.spoken'), value: spokenDisclosure }));
  if (watermark) {
    const value = watermarkIdText(watermarkIdOf(project.info().id));
    output.result(t('book.row', { field: t('book.watermark'), value }));
  }
  if (cover) {
    const value = t('book.coverIs', { format: cover.format, width: cover.width, height: cover.height });
    output.result(t('book.row', { field: t('book.coverName'), value }));
  }
  for (const target of targetsInOrder()) {
    const lacking = readiness.find((one) => one.target === target.id);
    const what = lacking ? missingDetailsText(tDelivery, target, lacking) : [];
    if (what.length > 0) {
      output.note(t('book.lacks', { target: tDelivery(`target.${target.id}`), what: listed(what) }));
    }
  }
}
