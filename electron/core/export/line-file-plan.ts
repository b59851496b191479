// Decides which file each line becomes, and what has to be done for that.
import { basename, dirname } from 'node:path';
import type { OutputFormat } from '@lectern/tts-protocol';
import { AUDIO_FORMATS, type ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { ExportNotice } from '../../../shared/model/export.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import { type FileNameFields, fileNamer, nameKey, uniqueNames } from '../../../shared/rules/file-names.ts';
import { ExportError } from './export-error.ts';
import type { ExportFolder } from './export-folder.ts';
import { type ManifestRow, RESERVED } from './manifest.ts';

/** A line with the take that is exported. */
export interface ExportLine {
  /** The line's identity, which never changes. */
  readonly id: number;
  /** The line's number in the script, from 1. */
  readonly number: number;
  /** The line's number in its chapter, from 1. */
  readonly numberInChapter: number;
  /** 0 for what stands before the first heading. */
  readonly chapterNumber: number;
  readonly chapterTitle: string | null;
  /** The roles that speak, one or two. */
  readonly roles: readonly string[];
  /** The words, for the file's name and the manifest. */
  readonly text: string;
  readonly takeId: number | null;
  /** The full path of the take's audio. */
  readonly audioPath: string;
  /** Of the take's audio. Where it is a hexadecimal SHA-256, the audio is checked against it. */
  readonly audioHash: string;
  /** The take's format. */
  readonly format: OutputFormat;
  /** Of the take's audio, before it is trimmed. */
  readonly durationSeconds: number;
  readonly renderKey: string;
  /** What is done to the audio besides converting; where it differs from what was done before, a file is made again. */
  readonly treatment?: Treatment | undefined;
}

/** What is done to a line's audio, in words that are the same exactly where the treatment is; empty where it is none. */
export function describeTreatment(treatment: Treatment | undefined): string {
  if (!treatment) return '';
  const { trimStartSeconds: start, trimEndSeconds: end, gainDb } = treatment;
  return [
    start > 0 ? [`${figure(start)} s off the start`] : [],
    end > 0 ? [`${figure(end)} s off the end`] : [],
    gainDb === 0 ? [] : [`gain ${gainDb > 0 ? '+' : ''}${figure(gainDb)} dB`],
  ]
    .flat()
    .join(', ');
}

/** The length of a line's file, in seconds. */
export function exportedSeconds({ durationSeconds, treatment }: ExportLine): number {
  if (!treatment) return durationSeconds;
  return Math.max(0, durationSeconds - treatment.trimStartSeconds - treatment.trimEndSeconds);
}

const figure = (value: number): string => String(Number(value.toFixed(6)));

/** A line whose file stands where it should, or is to be moved there. */
export interface StandingFile {
  readonly line: ExportLine;
  readonly file: string;
  readonly row: ManifestRow;
}

/** A line whose file is to be made. */
export interface MissingFile {
  readonly line: ExportLine;
  readonly file: string;
}

export interface LineFilePlan {
  readonly kept: readonly StandingFile[];
  readonly moved: readonly StandingFile[];
  readonly missing: readonly MissingFile[];
  /** All files that the export is to have, in the order of the lines. */
  readonly files: readonly string[];
  readonly notices: readonly ExportNotice[];
}

/** What names depend on besides the lines. */
export interface Naming {
  readonly template: string;
  readonly projectName: string;
  readonly format: ExportFormat;
  /** The highest numbers of the whole script, where the lines are only a part of it. */
  readonly totals?: { readonly chapters: number; readonly lines: number; readonly linesInChapter: number } | undefined;
}

/**
 * Plans an export.
 *
 * @param changed keys of our files that were edited: they count as someone's own work and are made again
 * @throws FileNameTemplateError; ExportError `inside-project`
 */
export async function planLineFiles(
  folder: ExportFolder,
  lines: readonly ExportLine[],
  changed: ReadonlySet<string>,
  naming: Naming,
): Promise<LineFilePlan> {
  const { files, notices } = await nameFiles(folder, lines, naming);
  const rows = new Map<number, ManifestRow[]>();
  for (const row of folder.rows()) {
    const same = rows.get(row.line);
    if (same) same.push(row);
    else rows.set(row.line, [row]);
  }
  const kept: StandingFile[] = [];
  const moved: StandingFile[] = [];
  const missing: MissingFile[] = [];
  lines.forEach((line, index) => {
    const file = files[index] ?? '';
    const good = (rows.get(line.id) ?? []).filter(
      (row) => !changed.has(nameKey(row.file)) && holdsTake(row, line, naming.format),
    );
    const row = good.find((candidate) => candidate.file === file) ?? good[0];
    if (!row) missing.push({ line, file });
    else if (row.file === file) kept.push({ line, file, row });
    else moved.push({ line, file, row });
  });
  return { kept, moved, missing, files, notices };
}

function holdsTake(row: ManifestRow, line: ExportLine, format: ExportFormat): boolean {
  return (
    row.take === line.takeId &&
    row.audioHash === line.audioHash &&
    row.format === format &&
    row.treatment === describeTreatment(line.treatment)
  );
}

async function nameFiles(
  folder: ExportFolder,
  lines: readonly ExportLine[],
  naming: Naming,
): Promise<{ files: string[]; notices: ExportNotice[] }> {
  const nameOf = fileNamer(naming.template);
  const wanted = namingFields(lines, naming).map(nameOf);
  const names = await inUsableFolders(folder, wanted);
  const isForeign = await foreignFiles(folder, names);
  const files = uniqueNames(names, isForeign);
  const avoided = names.filter((name, index) => name !== wanted[index] || isForeign(name)).length;
  return { files, notices: avoided === 0 ? [] : [{ kind: 'avoided', files: avoided }] };
}

/** What a line's file is named after, of a line that may have no take yet. */
export type NamedLine = Pick<
  ExportLine,
  'id' | 'number' | 'numberInChapter' | 'chapterNumber' | 'chapterTitle' | 'roles' | 'text' | 'takeId'
>;

/** What the files of lines are named after, line by line. */
export function namingFields(lines: readonly NamedLine[], naming: Omit<Naming, 'template'>): FileNameFields[] {
  const highest = naming.totals ?? {
    chapters: lines.reduce((most, line) => Math.max(most, line.chapterNumber), 0),
    lines: lines.reduce((most, line) => Math.max(most, line.number), 0),
    linesInChapter: lines.reduce((most, line) => Math.max(most, line.numberInChapter), 0),
  };
  return lines.map((line) => ({
    project: naming.projectName,
    chapter: line.chapterNumber,
    chapterTitle: line.chapterTitle,
    line: line.number,
    lineInChapter: line.numberInChapter,
    ...highest,
    id: line.id,
    roles: line.roles,
    text: line.text,
    take: line.takeId,
    extension: AUDIO_FORMATS[naming.format].extension,
  }));
}

/** Gives folders another name where something else than a folder stands under theirs, or the bin does. */
async function inUsableFolders(folder: ExportFolder, names: readonly string[]): Promise<string[]> {
  const usable = new Map<string, string>([['.', '.']]);
  const resolve = async (wanted: string): Promise<string> => {
    const known = usable.get(wanted);
    if (known !== undefined) return known;
    const parent = await resolve(dirname(wanted));
    const path = parent === '.' ? basename(wanted) : `${parent}/${basename(wanted)}`;
    let free = path;
    for (let number = 2; await isBlocked(folder, free); number += 1) free = `${path} (${number})`;
    usable.set(wanted, free);
    return free;
  };
  const result: string[] = [];
  for (const name of names) {
    const parent = await resolve(dirname(name));
    result.push(parent === '.' ? name : `${parent}/${basename(name)}`);
  }
  return result;
}

/** @throws ExportError `inside-project` */
async function isBlocked(folder: ExportFolder, path: string): Promise<boolean> {
  if (RESERVED.has(nameKey(path))) return true;
  const entry = await folder.disk.look(folder.at(path));
  if (entry !== null && entry.kind !== 'folder') return true;
  if (!(await folder.isProject(path))) return false;
  throw new ExportError(
    'inside-project',
    folder.at(path),
    `The names of the files lead into “${folder.at(path)}”, which is a project or named like one; choose other names.`,
  );
}

/** Tells, for a name in one of the folders of these names, whether a file or folder that is not ours is there. */
async function foreignFiles(folder: ExportFolder, names: readonly string[]): Promise<(name: string) => boolean> {
  const mine = new Set(folder.rows().map((row) => exactKey(row.file)));
  const foreign = new Set<string>();
  for (const parent of new Set(names.map((name) => dirname(name)))) {
    for (const found of await folder.disk.list(folder.at(parent))) {
      const path = parent === '.' ? found : `${parent}/${found}`;
      if (!mine.has(exactKey(path))) foreign.add(nameKey(path));
    }
  }
  return (name) => foreign.has(nameKey(name)) || RESERVED.has(nameKey(name));
}

/** The folder as any file system compares it, the file's own name as it is but composed. */
function exactKey(path: string): string {
  return `${nameKey(dirname(path))}/${basename(path).normalize('NFC')}`;
}

/** What a manifest says of a line's file before it is written. */
export function rowOf(
  line: ExportLine,
  file: string,
  format: ExportFormat,
): Omit<ManifestRow, 'sizeBytes' | 'modifiedMs' | 'sha256'> {
  return {
    file,
    line: line.id,
    number: line.number,
    numberInChapter: line.numberInChapter,
    chapter: line.chapterNumber,
    chapterTitle: line.chapterTitle,
    roles: [...line.roles],
    text: line.text,
    durationSeconds: exportedSeconds(line),
    take: line.takeId,
    audioHash: line.audioHash,
    renderKey: line.renderKey,
    format,
    treatment: describeTreatment(line.treatment),
  };
}

/** A standing file's row, with what the script says of its line today. */
export function describedRow(row: ManifestRow, line: ExportLine, file: string): ManifestRow {
  return { ...row, ...rowOf(line, file, row.format) };
}
