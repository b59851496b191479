import type { Command } from 'commander';
import { PLANS, type Plan } from '../../shared/service/plans.ts';
import type { LinkChoice } from '../core/production/service-link.ts';
import { CliError } from './cli-error.ts';

/** Adds the option that says which service; the rest of an account comes from the environment. */
export function withConnection(command: Command): Command {
  return command.option('--base-url <url>', 'the service to use; without one, the local service (LECTERN_BASE_URL)');
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads which service a command is to use.
 *
 * The key in the environment belongs to the address there, where one is set: it is not sent to another server.
 *
 * @throws CliError 2 where the address is none or not the key's, a key or a user id is missing, or the plan is unknown
 */
export function connectionChoice(baseUrlOption: string | undefined, environment: Environment): LinkChoice {
  const plan = readPlan(environment['LECTERN_PLAN']);
  const address = baseUrlOption ?? environment['LECTERN_BASE_URL'] ?? '';
  if (address === '') return { baseUrl: null, key: '', userId: '', plan };
  const baseUrl = URL.parse(address);
  if (!baseUrl || !/^https?:$/.test(baseUrl.protocol)) {
    throw new CliError(`"${address}" is no address of a service: give one like https://api.example.com.`);
  }
  // Not repeated in the sentence: what stands in such an address may be a secret.
  if (baseUrl.username || baseUrl.password || baseUrl.search || baseUrl.hash) {
    throw new CliError(
      `The address of the service at ${baseUrl.host} may hold no user name, password, "?" or "#": ` +
        'give the address alone, and the account with LECTERN_API_KEY and LECTERN_USER_ID.',
    );
  }
  const keyOrigin = URL.parse(environment['LECTERN_BASE_URL'] ?? '')?.origin ?? baseUrl.origin;
  if (keyOrigin !== baseUrl.origin) {
    throw new CliError(
      `LECTERN_API_KEY is the key for ${keyOrigin} (LECTERN_BASE_URL), so it was not sent to ${baseUrl.origin}: ` +
        'set LECTERN_BASE_URL and LECTERN_API_KEY to the service that you want to use.',
    );
  }
  const key = environment['LECTERN_API_KEY'] ?? '';
  const userId = environment['LECTERN_USER_ID'] ?? '';
  if (key === '') throw new CliError(`There is no key for ${baseUrl.origin}: set LECTERN_API_KEY.`);
  if (userId === '') throw new CliError(`There is no user id for ${baseUrl.origin}: set LECTERN_USER_ID.`);
  // What can't stand in a header would fail later, and less clearly.
  for (const [name, value] of [
    ['LECTERN_API_KEY', key],
    ['LECTERN_USER_ID', userId],
  ] as const) {
    if (!/^[\x21-\x7e]+$/.test(value))
      throw new CliError(`${name} holds blanks or characters that no key or user id has: set it again.`);
  }
  return { baseUrl, key, userId, plan };
}

function readPlan(value: string | undefined): Plan | null {
  if (value === undefined || value === '') return null;
  const plan = PLANS.find((known) => known === value.toLowerCase());
  if (!plan)
    throw new CliError(
      `LECTERN_PLAN is "${value}", which is no plan: set it to ${PLANS.join(', ')}, or leave it unset.`,
    );
  return plan;
}
