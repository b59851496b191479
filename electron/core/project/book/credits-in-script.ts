import type { Role } from '../../../../shared/model/cast.ts';
import type { Credits } from '../../../../shared/model/settings.ts';
import {
  type CreditField,
  type CreditNames,
  extractCredits,
  fillInCredits,
  missingCreditFields,
  withCreditWords,
  withoutCredits,
} from '../../../../shared/rules/export/credits.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { allParagraphs } from '../script/stored-paragraphs.ts';
import { bookTitle, creditNames, withProjectCredits } from './book-title.ts';

export interface FormerCredits {
  readonly credits: Credits | null;
  readonly text: string;
  readonly paragraphIds: readonly number[];
  readonly roles: readonly Role[];
}

/** Replaces the credits; null removes them. Lines with unchanged text keep their takes. @throws ProjectError */
export function setCredits(project: Project, credits: Credits | null): FormerCredits {
  const text = project.script.text();
  const former = {
    credits: project.settings().credits,
    text,
    paragraphIds: allParagraphs(project.db).map(({ id }) => id),
    roles: project.cast.roles(),
  };
  project.db.durably(() => {
    project.updateSettings({ credits });
    const credited = withProjectCredits(project, [withoutCredits(text)]);
    project.script.saveScript(parseScript(credited, project.settings()));
  });
  return former;
}

/** Rewords credits, except those edited by hand. @returns whether the script changed @throws ProjectError */
export function updateCreditNames(project: Project, before: CreditNames): boolean {
  const { credits } = project.settings();
  if (credits === null) return false;
  const text = project.script.text();
  const [shown, former, today] = [
    extractCredits(text),
    fillInCredits(credits, before),
    fillInCredits(credits, creditNames(project)),
  ];
  const next = (part: keyof Credits): string => (shown[part] === former[part] ? today[part] : shown[part]);
  const words = { opening: next('opening'), closing: next('closing') };
  if (words.opening === shown.opening && words.closing === shown.closing) return false;
  project.script.saveScript(parseScript(withCreditWords([withoutCredits(text)], words), project.settings()));
  return true;
}

export function creditsDiffer(project: Project): boolean {
  const { credits } = project.settings();
  if (credits === null) return false;
  const [shown, today] = [extractCredits(project.script.text()), fillInCredits(credits, creditNames(project))];
  return shown.opening !== today.opening || shown.closing !== today.closing;
}

export function missingCreditDetails(project: Project): CreditField[] {
  const { credits } = project.settings();
  if (credits === null) return [];
  const { title, isKnown } = bookTitle(project);
  return missingCreditFields(credits, { ...project.book.read(), title: isKnown ? title : null });
}

export function restoreCredits(project: Project, { credits, text, paragraphIds, roles }: FormerCredits): void {
  project.db.durably(() => {
    project.updateSettings({ credits });
    project.script.saveScript(parseScript(text, project.settings()), paragraphIds);
    project.cast.saveRoles(roles);
  });
}
