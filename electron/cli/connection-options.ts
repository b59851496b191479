import type { Command } from 'commander';
import { PLANS, type Plan } from '../../shared/service/plans.ts';
import type { LinkChoice } from '../core/production/service-link.ts';
import { CliError } from './exit.ts';
import { listed, t } from './words.ts';

/** Adds the option that says which service; the rest of an account comes from the environment. */
export function withConnection(command: Command): Command {
  return command.option('--base-url <url>', t('option.baseUrl'));
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
    throw new CliError(t('account.noAddress', { address }));
  }
  // Not repeated in the sentence: what stands in such an address may be a secret.
  if (baseUrl.username || baseUrl.password || baseUrl.search || baseUrl.hash) {
    throw new CliError(t('account.addressHasMore', { host: baseUrl.host }));
  }
  const keyOrigin = URL.parse(environment['LECTERN_BASE_URL'] ?? '')?.origin ?? baseUrl.origin;
  if (keyOrigin !== baseUrl.origin) {
    throw new CliError(t('account.keyOfOther', { keyOrigin, origin: baseUrl.origin }));
  }
  const key = environment['LECTERN_API_KEY'] ?? '';
  const userId = environment['LECTERN_USER_ID'] ?? '';
  if (key === '') throw new CliError(t('account.noKey', { origin: baseUrl.origin }));
  if (userId === '') throw new CliError(t('account.noUser', { origin: baseUrl.origin }));
  // What can't stand in a header would fail later, and less clearly.
  for (const [variable, value] of [
    ['LECTERN_API_KEY', key],
    ['LECTERN_USER_ID', userId],
  ] as const) {
    if (!/^[\x21-\x7e]+$/.test(value)) throw new CliError(t('account.badCharacters', { variable }));
  }
  return { baseUrl, key, userId, plan };
}

function readPlan(value: string | undefined): Plan | null {
  if (value === undefined || value === '') return null;
  const plan = PLANS.find((known) => known === value.toLowerCase());
  if (!plan) throw new CliError(t('account.noPlan', { value, plans: listed(PLANS) }));
  return plan;
}
