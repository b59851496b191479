import { AUDIO_FORMATS } from '@lectern/audio/formats';
import type { FileNameFields } from '../../../../shared/rules/file-names.ts';
import type { ExportLine, LineNaming } from './export-plan.ts';

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
