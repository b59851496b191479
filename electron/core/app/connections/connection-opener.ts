import type { LenientVoice } from '@lectern/tts-protocol';
import { SCOPES } from '@lectern/tts-protocol';
import type { ConnectionEntry, ConnectionFindings } from '../../../../shared/ipc/settings-requests.ts';
import type { BudgetSettings } from '../../../../shared/model/connection.ts';
import { checkConnection } from '../../api/check-connection.ts';
import { ServiceError, type ServiceProblem } from '../../api/service-error.ts';
import { refuse } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import type { OpenLink, ServiceLink } from '../../production/service-link.ts';
import { displayVoice } from '../../project/cast/voice-names.ts';
import type { LimitsProblem } from '../../scheduler/limits-file.ts';
import type { RateBudget } from '../../scheduler/rate-budget.ts';
import type { ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import { type ConnectionKeys, originOf } from './connection-keys.ts';

export const UNLIMITED: BudgetSettings = {
  plan: 'enterprise',
  limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])),
  sharePercent: 100,
};

/** The service accepted the request but didn't reply in time. */
const timeoutProblem = (saved: SavedConnection): ServiceProblem => ({
  kind: 'connection',
  phase: 'sent',
  failure: 'timeout',
  origin: saved.kind === 'local' ? 'local' : originOf(saved.baseUrl),
  code: null,
});

/** Returns a string that changes whenever the connection has to be reopened. */
export function connectionFingerprint(saved: SavedConnection): string {
  return saved.kind === 'local' ? `local ${saved.budget.plan}` : `${saved.baseUrl} ${saved.userId}`;
}

function toLinkChoice(saved: SavedConnection, key: string) {
  const { budget } = saved;
  if (saved.kind === 'account') {
    return { baseUrl: new URL(saved.baseUrl), key, userId: saved.userId, plan: budget.plan, budget };
  }
  return { baseUrl: null, key: '', userId: '', plan: budget.plan === 'enterprise' ? null : budget.plan, budget };
}

export const pointsToOtherServer = (saved: SavedAccount, { baseUrl }: ConnectionChange): boolean =>
  baseUrl !== undefined && originOf(baseUrl) !== originOf(saved.baseUrl);

export const limitsOf = (budget: RateBudget): ConnectionFindings['limits'] =>
  SCOPES.map((scope) => {
    const { limit, assumed } = budget.state(scope);
    return {
      scope,
      requests: assumed.requests ?? null,
      characters: assumed.characters ?? null,
      lowered: assumed.requests !== limit.requests || assumed.characters !== limit.characters,
    };
  });

export function entryOf(saved: SavedConnection, localUser: string, hasKey: boolean): ConnectionEntry {
  const { id, name, kind, budget, pricePerThousand, currency, webhookUrl, inDoubtPolicy } = saved;
  const isLocal = saved.kind === 'local';
  return {
    id,
    name,
    kind,
    baseUrl: isLocal ? null : saved.baseUrl,
    userId: isLocal ? localUser : saved.userId,
    budget,
    pricePerThousand,
    currency,
    webhookUrl,
    inDoubtPolicy,
    keyStorage: isLocal ? 'file' : saved.keyStorage,
    hasKey,
  };
}

export interface ConnectionOpenerParts {
  readonly keys: ConnectionKeys;
  readonly openLink: OpenLink;
  readonly clock: Clock;
  readonly onLimitsProblem: (problem: LimitsProblem) => void;
}

const CHECK_TIMEOUT_MS = 15_000;

export interface OpenedConnection {
  readonly link: ServiceLink;
  /** Includes the account's clones once they have been listed. */
  readonly voices: readonly LenientVoice[];
}

export type OpenOutcome =
  | { readonly ok: true; readonly opened: OpenedConnection }
  | { readonly ok: false; readonly problem: ServiceProblem };

export class ConnectionOpener {
  readonly #parts: ConnectionOpenerParts;
  #check = new AbortController();

  constructor(parts: ConnectionOpenerParts) {
    this.#parts = parts;
  }

  cancelCheck(): void {
    this.#check.abort(new Error('the check was called off'));
  }

  /** Opens a link with a time limit while the producer is waiting. A new check cancels the previous one. */
  async check(saved: SavedConnection, key: string): Promise<OpenOutcome> {
    this.cancelCheck();
    const calledOff = new AbortController();
    this.#check = calledOff;
    const inTime = new AbortController();
    const done = new AbortController();
    const late = this.#parts.clock.sleep(CHECK_TIMEOUT_MS, done.signal).then(
      () => inTime.abort(new Error('the service does not answer')),
      () => {},
    );
    try {
      return await this.open(saved, key, AbortSignal.any([calledOff.signal, inTime.signal]));
    } catch (error) {
      if (calledOff.signal.aborted) refuse({ kind: 'cancelled' });
      if (inTime.signal.aborted) return { ok: false, problem: timeoutProblem(saved) };
      throw error;
    } finally {
      done.abort(new Error('the check has ended'));
      await late;
    }
  }

  async open(saved: SavedConnection, key: string, signal?: AbortSignal): Promise<OpenOutcome> {
    const link = await this.#parts
      .openLink(toLinkChoice(saved, key), this.#parts.onLimitsProblem)
      .catch((error: unknown) => {
        if (error instanceof ServiceError) return error.problem;
        throw error;
      });
    if (!('client' in link)) return { ok: false, problem: link };
    const check = await checkConnection(link.client, signal).catch(async (error: unknown) => {
      await link.close();
      throw error;
    });
    if (check.kind === 'ok') return { ok: true, opened: { link, voices: check.voices.map(displayVoice) } };
    await link.close();
    return { ok: false, problem: check.problem };
  }

  /** Returns '' for the local service, which has its own key, or null if the producer has to enter the key. */
  async keyOf(saved: SavedConnection): Promise<string | null> {
    return saved.kind === 'local' ? '' : this.#parts.keys.get(saved);
  }
}
