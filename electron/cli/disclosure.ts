import type { ExportDisclosure } from '../../shared/model/export/disclosure.ts';
import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import type { DisclosureChoice } from '../../shared/model/settings.ts';
import { unauthorisedTargets } from '../../shared/rules/export/target-readiness.ts';
import { narrationPolicyText } from '../../shared/words/delivery-words.ts';
import { disclosureRows } from '../../shared/words/disclosure-words.ts';
import { updateSpokenDisclosure } from '../core/project/book/credits-in-script.ts';
import type { Project } from '../core/project/project.ts';
import { openConsents } from './consents.ts';
import { CliError } from './exit.ts';
import { type CommandOutput, plainText } from './output.ts';
import { t, tDelivery } from './words.ts';

export interface DisclosureOptions {
  /** `none` clears the choice. */
  readonly region?: NonNullable<DisclosureChoice['region']> | 'none';
  readonly spokenDisclosure?: DisclosureChoice['spoken'];
}

/** Returns the project's choice with the options applied, or null if no options are given. */
export function chosenDisclosure(
  former: DisclosureChoice,
  { region, spokenDisclosure }: DisclosureOptions,
): DisclosureChoice | null {
  if (region === undefined && spokenDisclosure === undefined) return null;
  return {
    region: region === undefined ? former.region : region === 'none' ? null : region,
    spoken: spokenDisclosure ?? former.spoken,
  };
}

export async function consentLookup(): Promise<(voice: string) => string | null> {
  const consents = await openConsents();
  return (voice) => consents.idOf(voice, null);
}

/** Updates the spoken disclosure in the opening credits, and prints it if it has changed. @returns whether it has changed */
export function refreshDisclosure(
  project: Project,
  consentOf: (voice: string) => string | null,
  output: CommandOutput,
): boolean {
  if (!updateSpokenDisclosure(project, consentOf)) return false;
  const { spokenDisclosure: sentence } = project.settings();
  output.note(sentence === null ? t('disclosure.removed') : t('disclosure.added', { sentence }));
  return true;
}

interface NarrationRequest {
  readonly targets: readonly ExportTargetId[];
  /** Stores that the producer now confirms to have authorised synthetic narration. Added to the project's settings. */
  readonly authorised: readonly ExportTargetId[] | undefined;
  /** Whether the command renders lines, or exports synthetic takes. */
  readonly isSynthetic: boolean;
}

/** @throws CliError if one of the targets bans synthetic narration and hasn't authorised it */
export function checkAuthorised(project: Project, { targets, authorised = [], isSynthetic }: NarrationRequest): void {
  const former = project.settings().authorisedTargets;
  const authorisedTargets = [...new Set([...former, ...authorised])];
  if (authorisedTargets.length > former.length && project.takes.mayWrite) project.updateSettings({ authorisedTargets });
  const [banned] = isSynthetic ? unauthorisedTargets(targets, authorisedTargets) : [];
  if (banned === undefined) return;
  const policy = narrationPolicyText(tDelivery, { id: banned }) ?? '';
  throw new CliError(t('disclosure.notAuthorised', { policy, target: banned }));
}

/** Prints what the producer has to enter when publishing the book. */
export function printDisclosure(disclosure: ExportDisclosure | null, output: CommandOutput): void {
  if (disclosure === null) return;
  output.note(tDelivery('disclosure.heading'));
  for (const row of disclosureRows(tDelivery, disclosure)) output.note(`  ${plainText(row)}`);
}
