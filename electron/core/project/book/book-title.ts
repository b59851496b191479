import type { BookDetails } from '../../../../shared/model/book.ts';
import type { Paragraph, ScriptDocument } from '../../../../shared/model/script.ts';
import { bookTitleOf } from '../../../../shared/rules/chapters.ts';
import { type CreditNames, withCredits } from '../../../../shared/rules/export/credits.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Database } from '../folder/database.ts';
import type { Project } from '../project.ts';

export interface BookTitle {
  readonly title: string;
  /** False if the project's name is used because there is no title. */
  readonly isKnown: boolean;
}

export function titleOf(
  details: Pick<BookDetails, 'title'>,
  headings: Parameters<typeof bookTitleOf>[0],
  projectName: string,
): BookTitle {
  const title = details.title ?? bookTitleOf(headings);
  return { title: title ?? projectName, isKnown: title !== null };
}

export const bookTitle = (project: Project): BookTitle =>
  titleOf(project.book.read(), storedHeadings(project.db), project.info().name);

export const defaultTitle = (project: Project): string =>
  titleOf({ title: null }, storedHeadings(project.db), project.info().name).title;

export function creditNames(project: Project): CreditNames {
  const { authors, narrators } = project.book.read();
  return { title: bookTitle(project).title, authors, narrators, disclosure: project.settings().spokenDisclosure };
}

export function withProjectCredits(project: Project, script: ScriptDocument): ScriptDocument {
  const settings = project.settings();
  if (settings.credits === null && settings.spokenDisclosure === null) return script;
  const details = project.book.read();
  const { title } = titleOf(details, parseScript(script, settings), project.info().name);
  const { authors, narrators } = details;
  return withCredits(script, settings.credits, { title, authors, narrators, disclosure: settings.spokenDisclosure });
}

const storedHeadings = (db: Database): Parameters<typeof bookTitleOf>[0] =>
  db
    .prepare<{ readonly kind: Paragraph['kind']; readonly source: string; readonly level: 1 | 2 | null }>(
      `SELECT kind, source, level FROM paragraphs WHERE kind IN ('title', 'heading') AND deleted_at IS NULL ORDER BY ord`,
    )
    .all()
    .map(({ level, ...heading }) => ({ ...heading, ...(level !== null && { level }) }));
