import { AUDIO_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import type { OutputFormat } from '@lectern/tts-protocol';
import type { Treatment } from '../../../../shared/model/take.ts';
import type { FileNameFields } from '../../../../shared/rules/export/file-names.ts';

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

/** Returns the duration of a line's file, in seconds. */
export function exportedSeconds({
  durationSeconds,
  treatment,
}: Pick<ExportLine, 'durationSeconds' | 'treatment'>): number {
  if (!treatment) return durationSeconds;
  return Math.max(0, durationSeconds - treatment.trimStartSeconds - treatment.trimEndSeconds);
}

/** How file names of lines are made. */
export interface LineNaming {
  readonly template: string;
  readonly projectName: string;
  readonly format: ExportFormat;
  /** Highest numbers in the whole script, if the lines are only a part of it. */
  readonly totals?: { readonly chapters: number; readonly lines: number; readonly linesInChapter: number } | undefined;
}

/** The fields used in file names. The line may have no take yet. */
export type NamedLine = Pick<
  ExportLine,
  'id' | 'number' | 'numberInChapter' | 'chapterNumber' | 'chapterTitle' | 'roles' | 'text' | 'takeId'
>;

export function namingFields(lines: readonly NamedLine[], naming: Omit<LineNaming, 'template'>): FileNameFields[] {
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
