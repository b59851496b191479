// Checks consents to cloned voices, and reports missing ones.
import type { ConnectionIdentity } from '../../shared/model/connection.ts';
import type { KnownConsents, VoiceConsent } from '../../shared/model/consent.ts';
import { consentProblemText, decisionText } from '../../shared/words/consent-words.ts';
import { ConsentRecords } from '../core/app/clones/consent-records.ts';
import { ConsentError, checkConsents, checkNotWithdrawn, type ExportedVoices } from '../core/export/voice-consents.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { Project } from '../core/project/project.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError } from './exit.ts';
import { t, tDelivery } from './words.ts';

export const openConsents = (): Promise<ConsentRecords> =>
  ConsentRecords.open(makeDataFolder(), { clock: systemClock, random: systemRandom });

export const knownConsents = async (): Promise<KnownConsents> => ({
  records: (await openConsents()).list(),
  clones: [],
  now: systemClock.now(),
});

/** @throws CliError if the export contains a cloned voice without a valid consent or a decision */
export async function requireConsents(project: Project, voices: ExportedVoices): Promise<void> {
  withSentence(project, checkConsents, voices, await knownConsents());
}

/** @throws CliError if a line would be rendered with a voice to which consent was withdrawn */
export function requireNotWithdrawn(
  project: Project,
  { origin, userId }: ConnectionIdentity,
  lineIds: readonly number[],
  known: KnownConsents,
): void {
  withSentence(project, checkNotWithdrawn, { origin, userId, lineIds }, known);
}

/** Returns the decision about a voice or, without one, the state of the consent. */
export function consentText(voice: VoiceConsent): string {
  if (voice.decision) return decisionText(tDelivery, voice.decision);
  const lines = voice.lineIds.length;
  return consentProblemText(tDelivery, { ...voice, lines }) ?? t('consent.valid', { voice: voice.name, lines });
}

function withSentence<T>(
  project: Project,
  check: (project: Project, what: T, known: KnownConsents) => void,
  what: T,
  known: KnownConsents,
): void {
  try {
    check(project, what, known);
  } catch (error) {
    throw error instanceof ConsentError ? new CliError(consentSentence(error, project.dir)) : error;
  }
}

function consentSentence({ doing, voices }: ConsentError, project: string): string {
  const rows = voices.map(({ name, state, lineIds }) =>
    consentProblemText(tDelivery, { name, state, lines: lineIds.length }),
  );
  return t(`consent.refused.${doing}`, { voices: rows.join(' '), project, voice: voices[0]?.voice ?? '' });
}
