import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { describeProblem, ServiceError } from '../core/api/service-error.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { CliError, EXIT } from './exit.ts';
import type { Output } from './output.ts';
import { t } from './words.ts';

/** A silence longer than this is explained. Milliseconds. */
const SILENCE_MS = 6_000;

/**
 * Asks the service for its voices, and says so where that takes long: it may ask to wait for up to a minute.
 *
 * @throws CliError with what the service's answer was worth and its address: 1 where the same call may well succeed
 *   later, else 2
 */
export async function askVoices({ client, identity }: ServiceLink, output: Output): Promise<VoiceReading[]> {
  const patience = setTimeout(() => {
    output.note(t('voices.notListed'));
  }, SILENCE_MS);
  try {
    return await client.listVoices();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { problem } = error;
    const sentence = describeProblem(problem);
    const isNamed = identity.origin === LOCAL_ORIGIN || sentence.includes(identity.origin);
    const isPassing = problem.kind === 'rate-limited' || problem.kind === 'server-error';
    const status = isPassing ? EXIT.incomplete : EXIT.usage;
    if (isNamed) throw new CliError(sentence, status);
    const where = { sentence: sentence.replace(/\.$/, ''), origin: identity.origin };
    const isOdd = problem.kind === 'unreadable-reply';
    throw new CliError(isOdd ? t('voices.checkAddress', where) : t('voices.refused', where), status);
  } finally {
    clearTimeout(patience);
  }
}
