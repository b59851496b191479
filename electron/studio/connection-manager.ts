// The connections that a producer has set up, and the one that is in use: opened, checked, held, opened again.
import type { ConnectionEntry, ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import type { BudgetSettings } from '../../shared/model/connection.ts';
import { type Plan, SCOPES } from '../../shared/service/plans.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { checkConnection } from '../core/api/check-connection.ts';
import { ServiceError, type ServiceProblem } from '../core/api/service-error.ts';
import type {
  ConnectionBook,
  ConnectionChange,
  SavedAccount,
  SavedConnection,
} from '../core/connections/connection-book.ts';
import type { ConnectionKeys } from '../core/connections/connection-keys.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/local-service-error.ts';
import type { Clock } from '../core/ports.ts';
import type { OpenLink, ServiceLink } from '../core/production/service-link.ts';
import type { LimitsProblem } from '../core/scheduler/limits-file.ts';
import { found, refuse } from './studio-error.ts';
import { failureOf } from './to-bridge-error.ts';

export interface ConnectionManagerParts {
  readonly book: ConnectionBook;
  readonly keys: ConnectionKeys;
  readonly openLink: OpenLink;
  readonly clock: Clock;
  /** The status changed, or another link is at hand. */
  readonly onChange: () => void;
  /** A link is about to be closed: nothing may be under way over it when this resolves. */
  readonly onRelease: () => Promise<void>;
  readonly onLimitsProblem: (problem: LimitsProblem) => void;
}

type State = ConnectionStatus['state'];

/** Whoever waits for a check of an account is told after so long that the service does not answer. Milliseconds. */
const CHECK_MS = 15_000;

/** A service out of reach is tried again after pauses that double from the first to the last. Milliseconds. */
const TRY_AGAIN_MS = { first: 2_000, last: 60_000 };

/** The local service without a plan: nothing is limited. */
const UNLIMITED: BudgetSettings = {
  plan: 'enterprise',
  limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])),
  sharePercent: 100,
};

interface Opened {
  readonly link: ServiceLink;
  readonly voices: readonly VoiceReading[];
}

type Outcome =
  | { readonly ok: true; readonly opened: Opened }
  | { readonly ok: false; readonly problem: ServiceProblem };

export class ConnectionManager {
  readonly #parts: ConnectionManagerParts;
  #current: SavedConnection | null = null;
  #opened: Opened | null = null;
  #state: State = 'none';
  #failure: ConnectionStatus['failure'] = null;
  /** Ends what goes on for a connection that is not in use any more. */
  #attempt = new AbortController();
  #connecting: Promise<void> = Promise.resolve();
  /** Ends a check that a producer waits for. */
  #check = new AbortController();

  constructor(parts: ConnectionManagerParts) {
    this.#parts = parts;
  }

  /** Uses the connection that was used last, where there is one. Does not wait for it. */
  begin(): void {
    const last = this.#parts.book.lastUsed();
    if (last) this.#connect(last);
  }

  /** The open link; null where there is none. */
  get link(): ServiceLink | null {
    return this.#opened?.link ?? null;
  }

  /** The connection in use, as it is kept; null: none is. */
  get current(): SavedConnection | null {
    return this.#current;
  }

  /** The open link, waited for where it is on its way. @throws StudioError where there is none, and why */
  async needLink(): Promise<ServiceLink> {
    await this.#connecting;
    const link = this.link;
    if (link && this.#state === 'ready') return link;
    const current = this.#current ?? refuse({ kind: 'no-connection' });
    if (this.#state === 'key-needed') {
      refuse({ kind: 'key-needed', connectionId: current.id, connectionName: current.name });
    }
    if (this.#failure) refuse({ kind: 'service', failure: this.#failure });
    return refuse({ kind: 'no-connection' });
  }

  /** The voices that can be cast, as the service listed them when the link was opened. @throws as `needLink` */
  async voices(): Promise<readonly VoiceReading[]> {
    await this.needLink();
    return this.#opened?.voices ?? [];
  }

  /** The voices as far as they are known. */
  get knownVoices(): readonly VoiceReading[] {
    return this.#opened?.voices ?? [];
  }

  async list(): Promise<ConnectionEntry[]> {
    return Promise.all(this.#parts.book.list().map((saved) => this.#entry(saved)));
  }

  status(): ConnectionStatus {
    const current = this.#current;
    return {
      id: current?.id ?? null,
      name: current?.name ?? '',
      kind: current?.kind ?? null,
      plan: current?.budget.plan ?? null,
      state: this.#state,
      failure: this.#failure,
    };
  }

  /** Uses the local service. @param plan null: without limits @throws StudioError where it can't be started */
  async useLocal(plan: Plan | null): Promise<ConnectionStatus> {
    const { book } = this.#parts;
    const budget = plan === null ? UNLIMITED : { plan, limits: {}, sharePercent: 100 };
    const there = book.list().find(({ kind }) => kind === 'local');
    const local = there
      ? found(await book.update(there.id, { budget }), 'connection')
      : await book.add({ kind: 'local', name: 'Local service', budget, pricePerThousand: null, currency: 'USD' });
    await book.use(local.id);
    await this.#connect(local);
    return this.status();
  }

  /**
   * Checks an account, and keeps and uses it where the service accepts it.
   *
   * @throws StudioError `cancelled`
   */
  async add(
    account: Omit<SavedAccount, 'id' | 'kind'>,
    key: string,
  ): Promise<
    { readonly ok: true; readonly voices: number } | { readonly ok: false; readonly problem: ServiceProblem }
  > {
    const { book, keys } = this.#parts;
    const outcome = await this.#checked({ ...account, id: 'new', kind: 'account' }, key);
    if (!outcome.ok) return outcome;
    try {
      const saved = await book.add({ ...account, kind: 'account' });
      try {
        await keys.set({ id: saved.id, keyStorage: account.keyStorage }, key);
      } catch (error) {
        await book.remove(saved.id);
        throw error;
      }
      await book.use(saved.id);
      await this.#letGo();
      this.#current = saved;
      this.#hold(outcome.opened);
      return { ok: true, voices: outcome.opened.voices.length };
    } catch (error) {
      if (this.#opened !== outcome.opened) await outcome.opened.link.close();
      throw error;
    }
  }

  async update(id: string, change: ConnectionChange): Promise<ConnectionEntry> {
    const { book, keys } = this.#parts;
    const before = found(book.find(id), 'connection');
    if (change.keyStorage && before.kind === 'account' && change.keyStorage !== before.keyStorage) {
      await keys.move(before, change.keyStorage);
    }
    const after = found(await book.update(id, change), 'connection');
    if (this.#current?.id === id) {
      const isOther = addressOf(before) !== addressOf(after);
      this.#current = after;
      if (isOther || this.#state !== 'ready') await this.#connect(after);
      else this.link?.budget.update(after.budget);
      this.#parts.onChange();
    }
    return this.#entry(after);
  }

  async enterKey(id: string, key: string): Promise<ConnectionStatus> {
    const { book, keys } = this.#parts;
    const saved = found(book.find(id), 'connection');
    if (saved.kind === 'account') await keys.set(saved, key);
    await book.use(id);
    await this.#connect(saved);
    return this.status();
  }

  async use(id: string): Promise<ConnectionStatus> {
    const { book } = this.#parts;
    const saved = found(book.find(id), 'connection');
    await book.use(id);
    await this.#connect(saved);
    return this.status();
  }

  async remove(id: string): Promise<ConnectionEntry[]> {
    const { book, keys } = this.#parts;
    found(book.find(id), 'connection');
    await book.remove(id);
    await keys.forget(id);
    if (this.#current?.id === id) {
      await this.#letGo();
      this.#current = null;
      this.#tell('none', null);
    }
    return this.list();
  }

  /** Asks the service whether it accepts an account. @throws StudioError `cancelled` */
  async test(id: string): Promise<{ readonly voices: number | null; readonly problem: ServiceProblem | null }> {
    const saved = found(this.#parts.book.find(id), 'connection');
    const key = await this.#keyOf(saved);
    if (key === null) refuse({ kind: 'key-needed', connectionId: id, connectionName: saved.name });
    const outcome = await this.#checked(saved, key);
    if (!outcome.ok) return { voices: null, problem: outcome.problem };
    await outcome.opened.link.close();
    return { voices: outcome.opened.voices.length, problem: null };
  }

  /** Calls off a check that is under way, if any. */
  cancelCheck(): void {
    this.#check.abort(new Error('the check was called off'));
  }

  /** The machine woke up: what was out of reach is tried at once. */
  wake(): void {
    if (this.#current && this.#state === 'failed') this.#connect(this.#current);
  }

  async close(): Promise<void> {
    await this.#letGo();
  }

  #connect(saved: SavedConnection): Promise<void> {
    this.#attempt.abort(new Error('another connection is used'));
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#current = saved;
    this.#connecting = this.#connectNow(saved, attempt.signal);
    // Whoever needs the link is told; the status says it too.
    this.#connecting.catch(() => {});
    return this.#connecting;
  }

  async #connectNow(saved: SavedConnection, signal: AbortSignal): Promise<void> {
    await this.#release();
    if (signal.aborted) return;
    this.#tell('connecting', null);
    const outcome = await this.#try(saved);
    if (signal.aborted) {
      if (outcome?.ok) await outcome.opened.link.close();
      return;
    }
    if (outcome === null) return this.#tell('key-needed', null);
    if (outcome.ok) return this.#hold(outcome.opened);
    this.#tell('failed', failureOf(outcome.problem));
    if (TEMPORARY.has(outcome.problem.kind)) void this.#tryAgain(saved, signal);
  }

  /** @returns null where the key is not at hand */
  async #try(saved: SavedConnection): Promise<Outcome | null> {
    try {
      const key = await this.#keyOf(saved);
      return key === null ? null : await this.#open(saved, key);
    } catch (error) {
      const isKnown = error instanceof LocalServiceError || error instanceof DataFolderError;
      const sentence = isKnown ? error.message : 'The connection could not be opened.';
      this.#tell('failed', { kind: 'connection', status: null, sentence });
      throw error;
    }
  }

  async #tryAgain(saved: SavedConnection, signal: AbortSignal): Promise<void> {
    for (let waitMs = TRY_AGAIN_MS.first; !signal.aborted; waitMs = Math.min(TRY_AGAIN_MS.last, waitMs * 2)) {
      const outcome = await this.#parts.clock
        .sleep(waitMs, signal)
        .then(() => this.#try(saved))
        .catch(() => null);
      if (signal.aborted && outcome?.ok) await outcome.opened.link.close();
      if (signal.aborted || outcome === null) return;
      if (outcome.ok) return this.#hold(outcome.opened);
    }
  }

  /** Opens a link for a producer who waits for it. One at a time: a new check ends the one before. */
  async #checked(saved: SavedConnection, key: string): Promise<Outcome> {
    this.cancelCheck();
    const calledOff = new AbortController();
    this.#check = calledOff;
    const inTime = new AbortController();
    // Ends the sleep as soon as there is an answer.
    const done = new AbortController();
    const late = this.#parts.clock.sleep(CHECK_MS, done.signal).then(
      () => inTime.abort(new Error('the service does not answer')),
      () => {},
    );
    try {
      return await this.#open(saved, key, AbortSignal.any([calledOff.signal, inTime.signal]));
    } catch (error) {
      if (calledOff.signal.aborted) refuse({ kind: 'cancelled' });
      if (inTime.signal.aborted) return { ok: false, problem: silentAt(saved) };
      throw error;
    } finally {
      done.abort(new Error('the check has ended'));
      await late;
    }
  }

  async #open(saved: SavedConnection, key: string, signal?: AbortSignal): Promise<Outcome> {
    const link = await this.#parts
      .openLink(choiceOf(saved, key), this.#parts.onLimitsProblem)
      .catch((error: unknown) => {
        if (error instanceof ServiceError) return error.problem;
        throw error;
      });
    if (!('client' in link)) return { ok: false, problem: link };
    const check = await checkConnection(link.client, signal).catch(async (error: unknown) => {
      await link.close();
      throw error;
    });
    if (check.kind === 'ok') return { ok: true, opened: { link, voices: check.voices } };
    await link.close();
    return { ok: false, problem: check.problem };
  }

  async #keyOf(saved: SavedConnection): Promise<string | null> {
    return saved.kind === 'local' ? '' : this.#parts.keys.get(saved);
  }

  #hold(opened: Opened): void {
    this.#opened = opened;
    this.#tell('ready', null);
  }

  async #letGo(): Promise<void> {
    this.#attempt.abort(new Error('the connection is not used any more'));
    await this.#release();
  }

  async #release(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (!opened) return;
    await this.#parts.onRelease();
    await opened.link.close();
  }

  #tell(state: State, failure: ConnectionStatus['failure']): void {
    this.#state = state;
    this.#failure = failure;
    this.#parts.onChange();
  }

  async #entry(saved: SavedConnection): Promise<ConnectionEntry> {
    const { id, name, kind, budget, pricePerThousand, currency } = saved;
    const isLocal = saved.kind === 'local';
    return {
      id,
      name,
      kind,
      baseUrl: isLocal ? null : saved.baseUrl,
      userId: isLocal ? (this.#current?.id === id ? (this.link?.identity.userId ?? '') : '') : saved.userId,
      budget,
      pricePerThousand,
      currency,
      keyStorage: isLocal ? 'file' : saved.keyStorage,
      hasKey: (await this.#keyOf(saved)) !== null,
    };
  }
}

/** The service took the question and gave no answer in time. */
const silentAt = (saved: SavedConnection): ServiceProblem => ({
  kind: 'connection',
  phase: 'sent',
  failure: 'timeout',
  origin: saved.kind === 'local' ? 'local' : new URL(saved.baseUrl).origin,
  code: null,
});

const TEMPORARY: ReadonlySet<ServiceProblem['kind']> = new Set(['connection', 'rate-limited', 'server-error']);

function addressOf(saved: SavedConnection): string {
  return saved.kind === 'local' ? `local ${saved.budget.plan}` : `${saved.baseUrl} ${saved.userId}`;
}

function choiceOf(saved: SavedConnection, key: string) {
  const { budget } = saved;
  if (saved.kind === 'account') {
    return { baseUrl: new URL(saved.baseUrl), key, userId: saved.userId, plan: budget.plan, budget };
  }
  return { baseUrl: null, key: '', userId: '', plan: budget.plan === 'enterprise' ? null : budget.plan, budget };
}
