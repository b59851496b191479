import { FORMATS } from '../../../codecs/formats.ts';
import { fileNamer, uniqueNames } from '../../../shared/rules/file-names.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Project } from '../store/project.ts';

/**
 * What the files of an export would be called, for the first lines of the script; names that something in the export's
 * folder stands in the way of are not known here.
 *
 * @throws FileNameTemplateError
 */
export function previewNames(project: Project, template: string, format: OutputFormat, count: number): string[] {
  const nameOf = fileNamer(template);
  const chapters = project.script.chapters();
  const first = chapters.find(({ lines }) => lines > 0);
  if (!first) return [];
  const settings = project.settings();
  const totals = {
    chapters: chapters.filter(({ id }) => id !== null).length,
    lines: chapters.reduce((sum, { lines }) => sum + lines, 0),
    linesInChapter: chapters.reduce((most, { lines }) => Math.max(most, lines), 0),
  };
  const lines = project.lines.states({ chapterId: first.id }).slice(0, count);
  return uniqueNames(
    lines.map((line) =>
      nameOf({
        ...totals,
        project: project.info().name,
        chapter: line.chapterNumber,
        chapterTitle: line.chapterTitle || null,
        line: line.number,
        lineInChapter: line.numberInChapter,
        id: line.id,
        roles: line.roles,
        text: line.turns.map((turn) => spokenText(turn, settings)).join('\n'),
        take: line.pick?.takeId ?? null,
        extension: FORMATS[format].extension,
      }),
    ),
  );
}
