import type { Role } from '../../../../shared/model/cast.ts';
import type { Credits, DisclosureChoice, ProjectSettings } from '../../../../shared/model/settings.ts';
import {
  type CreditField,
  type CreditNames,
  extractCredits,
  fillInCredits,
  missingCreditFields,
  withCreditWords,
  withoutCredits,
} from '../../../../shared/rules/export/credits.ts';
import { disclosureText, isSpokenDisclosureWanted } from '../../../../shared/rules/export/disclosure.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { allParagraphs } from '../script/stored-paragraphs.ts';
import { bookTitle, creditNames, withProjectCredits } from './book-title.ts';
import { disclosedWork, narrationSources } from './narration.ts';

export interface FormerCredits {
  readonly settings: Pick<ProjectSettings, 'credits' | 'disclosure' | 'spokenDisclosure'>;
  readonly text: string;
  readonly paragraphIds: readonly number[];
  readonly roles: readonly Role[];
}

/** Replaces the credits; null removes them. Lines with unchanged text keep their takes. @throws ProjectError */
export function setCredits(project: Project, credits: Credits | null): FormerCredits {
  const former = currentCredits(project);
  project.db.durably(() => {
    project.updateSettings({ credits });
    const credited = withProjectCredits(project, [withoutCredits(former.text)]);
    project.script.saveScript(parseScript(credited, project.settings()));
  });
  return former;
}

function currentCredits(project: Project): FormerCredits {
  const { credits, disclosure, spokenDisclosure } = project.settings();
  return {
    settings: { credits, disclosure, spokenDisclosure },
    text: project.script.text(),
    paragraphIds: allParagraphs(project.db).map(({ id }) => id),
    roles: project.cast.roles(),
  };
}

/** Sets where the book is published and whether a disclosure is spoken, and updates the credits. @throws ProjectError */
export function setDisclosure(project: Project, disclosure: DisclosureChoice, consentOf: ConsentLookup): FormerCredits {
  const former = currentCredits(project);
  project.db.durably(() => {
    project.updateSettings({ disclosure });
    updateSpokenDisclosure(project, consentOf);
  });
  return former;
}

type ConsentLookup = Parameters<typeof narrationSources>[1];

/**
 * Adds, removes or rewords the sentence about synthetic voices in the opening credits, according to the producer's choice
 * and the voices. Keeps credits that were edited by hand.
 * @returns whether the script changed @throws ProjectError
 */
export function updateSpokenDisclosure(project: Project, consentOf: ConsentLookup): boolean {
  const { disclosure, spokenDisclosure: former } = project.settings();
  if (disclosure.spoken === 'never' && former === null) return false;
  if (disclosure.spoken === 'by-rule' && disclosure.region !== 'eu' && former === null) return false;
  const { current, planned } = narrationSources(project, consentOf);
  const sources = [...current, ...planned];
  const isWanted = isSpokenDisclosureWanted(disclosure, sources);
  const spokenDisclosure = isWanted ? (disclosureText(sources, disclosedWork(project))?.sentence ?? null) : null;
  if (spokenDisclosure === former) return false;
  return project.db.durably(() => {
    const before = creditNames(project);
    project.updateSettings({ spokenDisclosure });
    return updateCreditNames(project, before);
  });
}

/** Returns whether the opening credits in the script contain the sentence about synthetic voices. */
export function isDisclosureInScript(project: Project): boolean {
  const { spokenDisclosure } = project.settings();
  return spokenDisclosure !== null && extractCredits(project.script.text()).opening.includes(spokenDisclosure);
}

/** Rewords credits, except those edited by hand. @returns whether the script changed @throws ProjectError */
export function updateCreditNames(project: Project, before: CreditNames): boolean {
  const { credits } = project.settings();
  const names = creditNames(project);
  if (credits === null && !names.disclosure && !before.disclosure) return false;
  const text = project.script.text();
  const [shown, former, today] = [extractCredits(text), fillInCredits(credits, before), fillInCredits(credits, names)];
  const next = (part: keyof Credits): string => (shown[part] === former[part] ? today[part] : shown[part]);
  const words = { opening: next('opening'), closing: next('closing') };
  if (words.opening === shown.opening && words.closing === shown.closing) return false;
  project.script.saveScript(parseScript(withCreditWords([withoutCredits(text)], words), project.settings()));
  return true;
}

export function creditsDiffer(project: Project): boolean {
  const { credits, spokenDisclosure } = project.settings();
  if (credits === null && spokenDisclosure === null) return false;
  const [shown, today] = [extractCredits(project.script.text()), fillInCredits(credits, creditNames(project))];
  return shown.opening !== today.opening || shown.closing !== today.closing;
}

export function missingCreditDetails(project: Project): CreditField[] {
  const { credits } = project.settings();
  if (credits === null) return [];
  const { title, isKnown } = bookTitle(project);
  return missingCreditFields(credits, { ...project.book.read(), title: isKnown ? title : null });
}

export function restoreCredits(project: Project, { settings, text, paragraphIds, roles }: FormerCredits): void {
  project.db.durably(() => {
    project.updateSettings(settings);
    project.script.saveScript(parseScript(text, project.settings()), paragraphIds);
    project.cast.saveRoles(roles);
  });
}
