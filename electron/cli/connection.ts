import type { LenientVoice } from '@lectern/tts-protocol';
import { PLANS, type Plan } from '@lectern/tts-protocol';
import type { Command } from 'commander';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type Price, priceOfConnection } from '../../shared/model/spending.ts';
import { openConnection } from '../compose.ts';
import { ServiceError } from '../core/api/service-error.ts';
import { ConnectionBook, type SavedConnection } from '../core/app/connections/connection-book.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { LinkChoice, ServiceLink } from '../core/production/service-link.ts';
import type { LimitsProblem } from '../core/scheduler/limits-file.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError, EXIT } from './exit.ts';
import type { CommandOutput } from './output.ts';
import { listed, t, tProblem } from './words.ts';

export function withConnection(command: Command): Command {
  return command.option('--base-url <url>', t('option.baseUrl'));
}

/**
 * Chooses the service for a command. A key in the environment is never sent to a server other than `LECTERN_BASE_URL`.
 * @throws CliError 2 if the URL is invalid or isn't the key's, if the key or user id is missing, or if the plan is
 * unknown
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
  // The message doesn't include the URL, because these parts can contain secrets.
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
  // Header-invalid characters would fail later with a less helpful error.
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

export function connect(choice: LinkChoice, output: CommandOutput): Promise<ServiceLink> {
  return openConnection(choice, (problem) => output.note(limitsSentence(problem)));
}

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

/** Returns the price set in the window, so that a project's spending cap also applies on the command line. */
export async function knownPrice(identity: ConnectionIdentity): Promise<Price | null> {
  const book = await ConnectionBook.open(makeDataFolder(), { clock: systemClock, random: systemRandom });
  return priceOfConnection(book.list().find((saved) => isSameConnection(identity, saved)) ?? null);
}

function isSameConnection({ origin, userId }: ConnectionIdentity, saved: SavedConnection): boolean {
  if (saved.kind === 'local') return origin === LOCAL_ORIGIN;
  return new URL(saved.baseUrl).origin === origin && saved.userId === userId;
}

/** In milliseconds. A longer wait is explained to the user. */
const SILENCE_MS = 6_000;

/** Lists the voices. Prints a note if this takes long, because a rate-limited service can take up to a minute. */
export async function askVoices({ client, identity }: ServiceLink, output: CommandOutput): Promise<LenientVoice[]> {
  const slowNotice = setTimeout(() => {
    output.note(t('voices.notListed'));
  }, SILENCE_MS);
  try {
    return await client.listVoices();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { problem } = error;
    const sentence = tProblem.service(problem);
    const isNamed = identity.origin === LOCAL_ORIGIN || sentence.includes(identity.origin);
    const isPassing = problem.kind === 'rate-limited' || problem.kind === 'server-error';
    const status = isPassing ? EXIT.incomplete : EXIT.usage;
    if (isNamed) throw new CliError(sentence, status);
    throw new CliError(t('voices.refused', { sentence, origin: identity.origin }), status);
  } finally {
    clearTimeout(slowNotice);
  }
}
