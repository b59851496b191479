// The service that a command works with: which one, what it charges, and its voices.

import type { VoiceReading } from '@lectern/tts-protocol';
import { PLANS, type Plan } from '@lectern/tts-protocol';
import type { Command } from 'commander';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type Price, priceOfConnection } from '../../shared/model/spending.ts';
import { openConnection } from '../compose.ts';
import { describeProblem, ServiceError } from '../core/api/service-error.ts';
import { ConnectionBook, type SavedConnection } from '../core/app/connections/connection-book.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { LinkChoice, ServiceLink } from '../core/production/service-link.ts';
import type { LimitsProblem } from '../core/scheduler/limits-file.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError, EXIT } from './exit.ts';
import type { CommandOutput } from './output.ts';
import { listed, t } from './words.ts';

/** Adds the option that says which service; the rest of an account comes from the environment. */
export function withConnection(command: Command): Command {
  return command.option('--base-url <url>', t('option.baseUrl'));
}

/**
 * Reads which service a command is to use.
 *
 * The key in the environment belongs to the address there, where one is set: it is not sent to another server.
 *
 * @throws CliError 2 where the address is none or not the key's, a key or a user id is missing, or the plan is unknown
 */
export function connectionChoice(
  baseUrlOption: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): LinkChoice {
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

/** Opens the connection of a command. @throws what `openConnection` throws */
export function connect(choice: LinkChoice, output: CommandOutput): Promise<ServiceLink> {
  return openConnection(choice, (problem) => output.note(limitsSentence(problem)));
}

/** One sentence: what is wrong with the file of limits, and what that means. */
function limitsSentence({ kind, path, setAsideAs, reason }: LimitsProblem): string {
  switch (kind) {
    case 'damaged-set-aside':
      return t('limits.damaged', { path, reason, setAsideAs: setAsideAs ?? path });
    case 'newer-version':
      return t('limits.newer', { path });
    case 'unusable':
      return t('limits.unusable', { path, reason });
  }
}

/**
 * What a connection charges, as it was set up in the window on this machine: so that a project's cap in money holds for a
 * command too. Null where it was not set up, or has no price.
 */
export async function knownPrice(identity: ConnectionIdentity): Promise<Price | null> {
  const book = await ConnectionBook.open(makeDataFolder(), { clock: systemClock, random: systemRandom });
  return priceOfConnection(book.list().find((saved) => isSameConnection(identity, saved)) ?? null);
}

function isSameConnection({ origin, userId }: ConnectionIdentity, saved: SavedConnection): boolean {
  if (saved.kind === 'local') return origin === LOCAL_ORIGIN;
  return new URL(saved.baseUrl).origin === origin && saved.userId === userId;
}

/** A silence longer than this is explained. Milliseconds. */
const SILENCE_MS = 6_000;

/**
 * Asks the service for its voices, and says so where that takes long: it may ask to wait for up to a minute.
 *
 * @throws CliError with what the service's answer was worth and its address: 1 where the same call may well succeed
 *   later, else 2
 */
export async function askVoices({ client, identity }: ServiceLink, output: CommandOutput): Promise<VoiceReading[]> {
  const slowNotice = setTimeout(() => {
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
    clearTimeout(slowNotice);
  }
}
