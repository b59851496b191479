import { basename, dirname } from 'node:path';
import type { OutputFormat } from '@lectern/tts-protocol';
import { AUDIO_FORMATS, type ExportFormat } from '../../../shared/model/audio-formats.ts';
import type { ExportNotice } from '../../../shared/model/export.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import { type FileNameFields, fileNamer, nameKey, uniqueNames } from '../../../shared/rules/file-names.ts';
import { ExportError } from './export-error.ts';
import type { ExportFolder } from './export-folder.ts';
import { type ManifestRow, RESERVED } from './manifest.ts';

export interface ExportLine {
  readonly id: number;
  /** Line number in the script, 1-based. */
  readonly number: number;
  /** Line number in the chapter, 1-based. */
  readonly numberInChapter: number;
  /** 0 before the first heading. */
  readonly chapterNumber: number;
  readonly chapterTitle: string | null;
  readonly roles: readonly string[];
  /** Spoken text, for the file name and the manifest. */
  readonly text: string;
  readonly takeId: number | null;
  readonly audioPath: string;
  /** Hash of the take's audio. If it is a hexadecimal SHA-256, the audio is checked against it. */
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** Duration of the take before trimming. */
  readonly durationSeconds: number;
  readonly renderKey: string;
  /** Trim and gain. If they change, the file is exported again. */
  readonly treatment?: Treatment | undefined;
}

/** Describes a treatment in words; empty if there is none. Equal treatments have equal descriptions. */
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

/** Returns the duration of a line's file, in seconds. */
export function exportedSeconds({ durationSeconds, treatment }: ExportLine): number {
  if (!treatment) return durationSeconds;
  return Math.max(0, durationSeconds - treatment.trimStartSeconds - treatment.trimEndSeconds);
}

const figure = (value: number): string => String(Number(value.toFixed(6)));

/** A line with a usable file, under its final name or another one. */
export interface UsableFile {
  readonly line: ExportLine;
  readonly file: string;
  readonly row: ManifestRow;
}

export interface MissingFile {
  readonly line: ExportLine;
  readonly file: string;
}

export interface LineFilePlan {
  readonly kept: readonly UsableFile[];
  readonly moved: readonly UsableFile[];
  readonly missing: readonly MissingFile[];
  /** All files of the export, in the order of the lines. */
  readonly files: readonly string[];
  readonly notices: readonly ExportNotice[];
}

export interface Naming {
  readonly template: string;
  readonly projectName: string;
  readonly format: ExportFormat;
  /** Highest numbers in the whole script, if the lines are only a part of it. */
  readonly totals?: { readonly chapters: number; readonly lines: number; readonly linesInChapter: number } | undefined;
}

/**
 * Plans an export.
 *
 * @param changed keys of owned files that were edited; they are treated as foreign files and exported again
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
  const kept: UsableFile[] = [];
  const moved: UsableFile[] = [];
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

/** The fields used in file names. The line may have no take yet. */
export type NamedLine = Pick<
  ExportLine,
  'id' | 'number' | 'numberInChapter' | 'chapterNumber' | 'chapterTitle' | 'roles' | 'text' | 'takeId'
>;

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

/** Renames folders whose name is reserved or belongs to a file. */
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
  throw new ExportError({ kind: 'inside-project', path: folder.at(path), project: null });
}

/** Returns a function that checks whether a name in one of these folders is taken by a foreign file or folder. */
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

/** Compares folders without regard to case, and the file name exactly after NFC normalisation. */
function exactKey(path: string): string {
  return `${nameKey(dirname(path))}/${basename(path).normalize('NFC')}`;
}

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

/** Updates the row of an existing file with the line's current details. */
export function describedRow(row: ManifestRow, line: ExportLine, file: string): ManifestRow {
  return { ...row, ...rowOf(line, file, row.format) };
}
