// What a connection comes to: its address, its limits, how a link to it is opened.
import type { ConnectionEntry, ConnectionFindings } from '../../../../shared/ipc/settings-requests.ts';
import type { BudgetSettings } from '../../../../shared/model/connection.ts';
import { SCOPES } from '../../../../shared/service/plans.ts';
import type { ServiceProblem } from '../../api/service-error.ts';
import type { RateBudget } from '../../scheduler/rate-budget.ts';
import type { ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import { type ConnectionKeys, originOf } from './connection-keys.ts';

/** The local service without a plan: nothing is limited. */
export const UNLIMITED: BudgetSettings = {
  plan: 'enterprise',
  limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])),
  sharePercent: 100,
};

/** The service took the question and gave no answer in time. */
export const silentAt = (saved: SavedConnection): ServiceProblem => ({
  kind: 'connection',
  phase: 'sent',
  failure: 'timeout',
  origin: saved.kind === 'local' ? 'local' : originOf(saved.baseUrl),
  code: null,
});

/** Where a connection leads, and as whom. */
export function addressOf(saved: SavedConnection): string {
  return saved.kind === 'local' ? `local ${saved.budget.plan}` : `${saved.baseUrl} ${saved.userId}`;
}

/** How a link to it is opened. */
export function choiceOf(saved: SavedConnection, key: string) {
  const { budget } = saved;
  if (saved.kind === 'account') {
    return { baseUrl: new URL(saved.baseUrl), key, userId: saved.userId, plan: budget.plan, budget };
  }
  return { baseUrl: null, key: '', userId: '', plan: budget.plan === 'enterprise' ? null : budget.plan, budget };
}

/** Whether a change would lead an account to another server. */
export const leadsElsewhere = (saved: SavedAccount, { baseUrl }: ConnectionChange): boolean =>
  baseUrl !== undefined && originOf(baseUrl) !== originOf(saved.baseUrl);

/** The limits that this machine goes by at present. */
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

/** As the window sees it: never with the key. @param localUser of the local service, where it is in use */
export function entryOf(
  saved: SavedConnection,
  localUser: string,
  key: Awaited<ReturnType<ConnectionKeys['stateOf']>>,
): ConnectionEntry {
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
    hasKey: key === 'usable',
    hasUnconfirmedKey: key === 'unconfirmed',
  };
}
