import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { describeProblem, ServiceError } from '../core/api/service-error.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { CliError, EXIT } from './cli-error.ts';
import type { Output } from './output.ts';

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
    output.note('The service has not listed its voices yet; it is asked again for a while. (Ctrl-C ends this.)');
  }, SILENCE_MS);
  try {
    return await client.listVoices();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { problem } = error;
    const sentence = describeProblem(problem);
    const isNamed = identity.origin === LOCAL_ORIGIN || sentence.includes(identity.origin);
    const isPassing = problem.kind === 'rate-limited' || problem.kind === 'server-error';
    const check = problem.kind === 'unreadable-reply' ? '; check the base address' : '';
    throw new CliError(
      isNamed ? sentence : sentence.replace(/\.$/, `${check} (${identity.origin}).`),
      isPassing ? EXIT.incomplete : EXIT.usage,
    );
  } finally {
    clearTimeout(patience);
  }
}
