// Credits as chapters of the open project's script: put around it, worded again, taken out.
import type { Role } from '../../../../shared/model/cast.ts';
import type { Credits } from '../../../../shared/model/settings.ts';
import { withCredits, withoutCredits } from '../../../../shared/rules/credits.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { allParagraphs } from '../script/stored-paragraphs.ts';

/** How the script and what goes with it was before. */
export interface FormerCredits {
  readonly credits: Credits | null;
  readonly text: string;
  readonly paragraphIds: readonly number[];
  readonly roles: readonly Role[];
}

/**
 * Gives the script these credits in the place of those that it has; null: none. Their lines keep their takes where their
 * words stay.
 *
 * @throws ProjectError; nothing was changed then
 */
export function setCredits(project: Project, credits: Credits | null): FormerCredits {
  const text = project.script.text();
  const former = {
    credits: project.settings().credits,
    text,
    paragraphIds: allParagraphs(project.db).map(({ id }) => id),
    roles: project.cast.roles(),
  };
  const { title, authors, narrators } = project.book.read();
  const names = { title: title ?? project.info().name, authors, narrators };
  project.db.durably(() => {
    project.updateSettings({ credits });
    project.script.saveScript(parseScript(withCredits(withoutCredits(text), credits, names), project.settings()));
  });
  return former;
}

/** @throws ProjectError */
export function restoreCredits(project: Project, { credits, text, paragraphIds, roles }: FormerCredits): void {
  project.db.durably(() => {
    project.updateSettings({ credits });
    project.script.saveScript(parseScript(text, project.settings()), paragraphIds);
    project.cast.saveRoles(roles);
  });
}
