import { AUDIO_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import type { OutputFormat } from '@lectern/tts-protocol';
import type { Treatment } from '../../../../shared/model/take.ts';
import type { FileNameFields } from '../../../../shared/rules/export/file-names.ts';

export interface ExportLine {
  readonly id: number;
  /** 1-based, in the script. */
  readonly number: number;
  /** 1-based, in the chapter. */
  readonly numberInChapter: number;
  /** 0 before the first heading. */
  readonly chapterNumber: number;
  readonly chapterTitle: string | null;
  readonly roles: readonly string[];
  readonly text: string;
  readonly takeId: number | null;
  readonly audioPath: string;
  /** Verified against the audio if it is a hexadecimal SHA-256. */
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** Before trimming. */
  readonly durationSeconds: number;
  readonly renderKey: string;
  /** The file is exported again if the treatment changes. */
  readonly treatment?: Treatment | undefined;
}

export function exportedSeconds({
  durationSeconds,
  treatment,
}: Pick<ExportLine, 'durationSeconds' | 'treatment'>): number {
  if (!treatment) return durationSeconds;
  return Math.max(0, durationSeconds - treatment.trimStartSeconds - treatment.trimEndSeconds);
}

export interface LineNaming {
  readonly template: string;
  readonly projectName: string;
  readonly format: ExportFormat;
  /** Highest numbers in the whole script, if only some of its lines are exported. */
  readonly totals?: { readonly chapters: number; readonly lines: number; readonly linesInChapter: number } | undefined;
}

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
