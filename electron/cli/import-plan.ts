import { type ImportedFile, roleEvidence, type ScriptSource } from '@lectern/manuscript';
import { Option as CommandOption, InvalidArgumentError, type Option } from 'commander';
import { NARRATOR } from '../../shared/model/cast.ts';
import type { CountedWords } from '../../shared/model/counted-words.ts';
import type { DocumentChoices } from '../../shared/model/import-choices.ts';
import {
  ASIDE_PLACES,
  ASIDES,
  type Aside,
  type AsidePlace,
  type AsidePlaces,
  type ScriptKind,
} from '../../shared/model/manuscript.ts';
import { type NoteReference, PRODUCTION_KINDS, type ProductionKind } from '../../shared/model/production-kind.ts';
import type { Paragraph } from '../../shared/model/script.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { chaptersOf } from '../../shared/rules/chapters.ts';
import { largest } from '../../shared/rules/lists.ts';
import { sentCharacters } from '../../shared/rules/turn-prefix.ts';
import { rolesOf } from '../core/rules/roles.ts';
import { type ColumnChoices, chosenSheets, columnChoices, columnLetters } from './column-options.ts';
import { CliError } from './exit.ts';
import type { CommandOutput } from './output.ts';
import { listed, t, tImport, tImporting } from './words.ts';

/** `all`, or numbers of sections or notes as listed by `--dry-run`. */
export type SectionRange = 'all' | readonly { readonly from: number; readonly to: number }[];

export interface ManuscriptOptions {
  readonly sections?: SectionRange;
  readonly notes?: AsidePlace;
  readonly captions?: AsidePlace;
  readonly tables?: AsidePlace;
  readonly columns?: ColumnChoices;
  readonly emphasis?: boolean;
  readonly kind?: ProductionKind | undefined;
  readonly speakNotes?: SectionRange;
}

/** Parses `all` or `1-3,5`. */
export function sectionRange(text: string): SectionRange {
  if (text === 'all') return 'all';
  return text.split(',').map((part) => {
    const [, from = '', to = from] = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(part) ?? [];
    if (from === '' || Number(from) < 1 || Number(to) < Number(from)) {
      throw new InvalidArgumentError(t('value.sections'));
    }
    return { from: Number(from), to: Number(to) };
  });
}

export const kindOption = (): Option => new CommandOption('--kind <kind>', t('option.kind')).choices(PRODUCTION_KINDS);

export const documentOptions = (): Option[] => [
  kindOption(),
  new CommandOption('--speak-notes <numbers>', t('option.speakNotes')).argParser(sectionRange),
  new CommandOption('--sections <numbers>', t('option.sections')).argParser(sectionRange),
  new CommandOption('--columns <choices>', t('option.columns')).argParser(columnChoices),
  new CommandOption('--no-emphasis', t('option.noEmphasis')),
  ...ASIDES.map((aside) => new CommandOption(`--${aside} <place>`, t(`option.${aside}`)).choices(ASIDE_PLACES)),
];

/** @throws CliError 2 for unknown sections, columns or production notes */
export function readWithOptions(
  { sections: range, notes, captions, tables, columns, emphasis, kind: productionKind, speakNotes }: ManuscriptOptions,
  source: ScriptSource,
  kind: ScriptKind,
  path: string,
  spokenNotes?: readonly NoteReference[],
): ImportedFile {
  const known = spokenNotes && { spokenNotes: [...spokenNotes] };
  const read = (choices: DocumentChoices) => {
    const whole = { productionKind, ...known, ...choices };
    const found = source.as(kind, whole);
    if (speakNotes === undefined) return found;
    return source.as(kind, { ...whole, spokenNotes: chosenNotes(speakNotes, found, path) });
  };
  const sheets = columns && chosenSheets(columns, read({}));
  const asides = { notes, captions, tables, sheets, emphasis };
  if (range === undefined) return read(asides);
  // Choosing different columns results in different sections.
  const count = sheets ? read({ ...asides, sections: ALL_SECTIONS }).sections.length : source.sections;
  const ranges = range === 'all' ? [{ from: 1, to: count }] : range;
  const last = largest(ranges.map(({ to }) => to));
  if (last > count) throw new CliError(t('importing.noSection', { path, section: last, sections: count }));
  const isRead = (number: number) => ranges.some(({ from, to }) => from <= number && number <= to);
  return read({ ...asides, sections: Array.from({ length: count }, (_, at) => isRead(at + 1)) });
}

function chosenNotes(range: SectionRange, { productionNotes }: ImportedFile, path: string): NoteReference[] {
  const ranges = range === 'all' ? [{ from: 1, to: productionNotes.length }] : range;
  const last = largest(ranges.map(({ to }) => to));
  if (last > productionNotes.length) {
    throw new CliError(t('importing.noProductionNote', { path, note: last, notes: productionNotes.length }));
  }
  return productionNotes.filter((_, at) => ranges.some(({ from, to }) => from <= at + 1 && at + 1 <= to));
}

const ALL_SECTIONS = Array<boolean>(100_000).fill(true);

export function printPlan(
  imported: ImportedFile,
  paragraphs: readonly Paragraph[],
  settings: ProjectSettings,
  { json, output, places }: { readonly json: boolean; readonly output: CommandOutput; readonly places: AsidePlaces },
): void {
  const lines = (some: readonly Paragraph[]) => some.reduce((sum, paragraph) => sum + paragraph.lines.length, 0);
  const chapters = chaptersOf(paragraphs).map(({ title, first, end }) => ({
    title: title ?? '',
    lines: lines(paragraphs.slice(first, end)),
  }));
  const evidence = roleEvidence(imported);
  const roles = rolesOf(paragraphs, settings).map((role) => ({
    ...role,
    // No reason is shown for the narrator.
    evidence: role.name === NARRATOR ? undefined : evidence.get(role.name),
  }));
  const characters = paragraphs
    .flatMap((paragraph) => paragraph.lines)
    .reduce((sum, { turns }) => sum + sentCharacters(turns, settings), 0);
  const counts = { lines: lines(paragraphs), characters };
  if (json) {
    const { path: file, title, kind } = imported;
    output.json({ file, title, kind, ...counts, chapters, roles, ...importReport(imported) });
    return;
  }
  output.result(t('status.counts', { chapters: chapters.length, roles: roles.length, ...counts }));
  output.result(kindText(imported));
  for (const { number, title, kind, read, characters: length, sample, evidence: why } of sectionReports(imported)) {
    const state = t(read ? 'importing.read' : 'importing.leftOut');
    const about = { number, title: title ?? (sample ? `“${sample}”` : ''), kind, state, characters: length };
    const section = t('importing.section', about);
    output.result(why ? t('importing.sectionBecause', { section, evidence: tImport.evidence(why) }) : section);
  }
  for (const sheet of sheetReports(imported)) printSheet(sheet, output);
  for (const { title, lines: count } of chapters) output.result(t('importing.chapter', { title, lines: count }));
  for (const { name, lines: count, evidence: why } of roles) {
    const about = { name, lines: count };
    output.result(
      why ? t('importing.roleBecause', { ...about, evidence: tImport.evidence(why) }) : t('importing.role', about),
    );
  }
  for (const { number, spoken, ...note } of noteReports(imported)) {
    const about = { number, words: note.words, isSpoken: spoken ? 'yes' : 'no', place: tImport.place(note) } as const;
    output.result(t('importing.productionNote', about));
  }
  for (const aside of asideRows(imported, places)) output.result(aside);
  for (const notice of imported.leftOut) output.result(leftOutText(notice));
}

export const kindText = ({ productionKind, proposedKind }: ImportedFile): string =>
  t('importing.kind', {
    kind: tImporting(`production.kind.${productionKind}`),
    suggestion: tImport.suggestion(proposedKind),
  });

export const importReport = (imported: ImportedFile) => ({
  production: {
    kind: imported.productionKind,
    suggested: imported.proposedKind.kind,
    evidence: imported.proposedKind.evidence,
  },
  production_notes: noteReports(imported),
  sections: sectionReports(imported),
  sheets: sheetReports(imported),
  asides: imported.asides,
  aside_words: imported.asideWords,
  left_out: imported.leftOut,
  notices: imported.notices,
});

const noteReports = ({ productionNotes }: ImportedFile) =>
  productionNotes.map(({ words, isSpoken, chapter, after }, at) => ({
    number: at + 1,
    words,
    spoken: isSpoken,
    chapter,
    after,
  }));

const sectionReports = ({ sections }: ImportedFile) =>
  sections.map(({ isRead, ...section }, at) => ({ number: at + 1, ...section, read: isRead }));

export function printOmissions(imported: ImportedFile, places: AsidePlaces, output: CommandOutput): void {
  const unread = imported.sections.filter(({ isRead }) => !isRead);
  if (unread.length > 0) {
    const titles = unread.map(({ title, kind }) => title ?? kind);
    output.note(t('importing.unread', { sections: unread.length, titles: listed(titles) }));
  }
  for (const aside of asideRows(
    imported,
    places,
    ASIDES.filter((one) => isLeftOut(places, one)),
  ))
    output.note(aside);
  const silent = imported.productionNotes.filter(({ isSpoken }) => !isSpoken);
  if (silent.length > 0) {
    const words = listed(silent.map((note) => `“${note.words}”`));
    output.note(t('importing.silentNotes', { count: silent.length, notes: words }));
  }
  for (const notice of imported.leftOut) output.note(leftOutText(notice));
}

export const leftOutText = ({ kind, count, at, ...words }: ImportedFile['leftOut'][number]): string =>
  tImport.first(withWords(t(`importing.notice.${kind}`, { count }), words), count, at);

const withWords = (notice: string, { words, sample = '' }: CountedWords = {}): string =>
  words === undefined ? notice : t('importing.withWords', { notice, words, sample });

const isLeftOut = (places: AsidePlaces, aside: Aside): boolean => (places[aside] ?? 'left-out') === 'left-out';

const asideRows = (
  { asides, asideWords }: ImportedFile,
  places: AsidePlaces,
  which: readonly Aside[] = ASIDES,
): string[] =>
  which
    .filter((aside) => asides[aside] > 0)
    .map((aside) => {
      const state = t(isLeftOut(places, aside) ? 'importing.leftOut' : 'importing.read');
      return withWords(t(`importing.aside.${aside}`, { count: asides[aside], state }), asideWords[aside]);
    });

const sheetReports = ({ sheets }: ImportedFile) =>
  sheets.map(({ name, isRead, hasTitles, columns, rows }) => ({
    name,
    read: isRead,
    header: hasTitles,
    columns: columns.map((column, at) => ({ column: columnLetters(at), ...column })),
    rows,
  }));

function printSheet({ name, read, columns }: ReturnType<typeof sheetReports>[number], output: CommandOutput): void {
  const state = t(read ? 'importing.read' : 'importing.leftOut');
  output.result(name === '' ? t('importing.sheetUnnamed', { state }) : t('importing.sheet', { name, state }));
  if (!read) return;
  for (const { column, title, use, ...words } of columns) {
    const about = { column, use: t(`importing.use.${use}`) };
    const row = title === '' ? t('importing.columnUntitled', about) : t('importing.column', { ...about, title });
    output.result(withWords(row, words));
  }
}
