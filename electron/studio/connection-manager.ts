// The connections that a producer has set up, and the one that is in use: opened, checked, held, opened again.
import type { ConnectionEntry, ConnectionFindings, ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import type { Plan } from '../../shared/service/plans.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import type { ServiceProblem } from '../core/api/service-error.ts';
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
import { addressOf, entryOf, isElsewhere, limitsOf, UNLIMITED } from './connection-figures.ts';
import { ConnectionOpener, type Opened, type Outcome } from './connection-opener.ts';
import { RemovedConnections } from './removed-connections.ts';
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

/** A service out of reach is tried again after pauses that double from the first to the last. Milliseconds. */
const TRY_AGAIN_MS = { first: 2_000, last: 60_000 };

/** What there is to say of a service that costs nothing and calls nobody. */
const FREE = { pricePerThousand: null, currency: 'USD', webhookUrl: null, inDoubtPolicy: 'ask' } as const;

export class ConnectionManager {
  readonly #parts: ConnectionManagerParts;
  #current: SavedConnection | null = null;
  #opened: Opened | null = null;
  /** The voices of the open link that its list of clones told of. */
  #clones: ReadonlySet<string> = new Set();
  #state: State = 'none';
  #failure: ConnectionStatus['failure'] = null;
  /** Ends what goes on for a connection that is not in use any more. */
  #attempt = new AbortController();
  #connecting: Promise<void> = Promise.resolve();
  readonly #removed: RemovedConnections;
  readonly #opener: ConnectionOpener;

  constructor(parts: ConnectionManagerParts) {
    this.#parts = parts;
    this.#removed = new RemovedConnections(parts.clock);
    this.#opener = new ConnectionOpener(parts);
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

  /**
   * Puts the account's clones among the voices, in the place of those that were known.
   *
   * @returns whether the voices are other ones now
   */
  setClones(link: ServiceLink, clones: readonly VoiceReading[]): boolean {
    const opened = this.#opened;
    if (opened?.link !== link) return false;
    const own = new Set(clones.map(({ id }) => id));
    const others = opened.voices.filter(({ id }) => !this.#clones.has(id) && !own.has(id));
    const before = opened.voices.filter(({ id }) => this.#clones.has(id));
    this.#clones = own;
    this.#opened = { link, voices: [...others, ...clones] };
    return JSON.stringify(before.map(lasting)) !== JSON.stringify(clones.map(lasting));
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
      : await book.add({ ...FREE, kind: 'local', name: 'Local service', budget });
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
    const outcome = await this.#opener.checked({ ...account, id: 'new', kind: 'account' }, key);
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
    // A key is for the service that it was entered for: another one never gets it.
    if (isElsewhere(before, after)) await keys.forget(id);
    if (this.#current?.id === id) {
      const isOther = addressOf(before) !== addressOf(after);
      this.#current = after;
      if (isOther || this.#state !== 'ready') await this.#connect(after);
      else this.link?.budget.update(after.budget);
      this.#parts.onChange();
    }
    return this.#entry(after);
  }

  /** @param use whether it is used from now on; one that is in use is connected anew in any case */
  async enterKey(id: string, key: string, use: boolean): Promise<ConnectionStatus> {
    const { book, keys } = this.#parts;
    const saved = found(book.find(id), 'connection');
    if (saved.kind === 'account') await keys.set(saved, key);
    if (use) await book.use(id);
    if (use || this.#current?.id === id) await this.#connect(saved);
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
    const saved = found(book.find(id), 'connection');
    const place = { at: book.list().indexOf(saved), inUse: this.#current?.id === id };
    this.#removed.keep({ saved, ...place, key: await this.#opener.keyOf(saved) });
    await book.remove(id);
    await keys.forget(id);
    if (place.inUse) {
      await this.#letGo();
      this.#current = null;
      this.#tell('none', null);
    }
    return this.list();
  }

  /** Brings one back that was removed, with its key where that is still at hand. */
  async restore(id: string): Promise<ConnectionEntry[]> {
    const { book, keys } = this.#parts;
    const { saved, at, inUse, key } = found(this.#removed.take(id), 'connection');
    await book.restore(saved, at);
    if (saved.kind === 'account' && key !== null) await keys.set(saved, key);
    if (inUse && this.#current === null) {
      await book.use(id);
      await this.#connect(saved);
    }
    return this.list();
  }

  /** Asks the service whether it accepts an account. @throws StudioError `cancelled` */
  async test(id: string): Promise<Omit<ConnectionFindings, 'failure'> & { readonly problem: ServiceProblem | null }> {
    const saved = found(this.#parts.book.find(id), 'connection');
    const key = await this.#opener.keyOf(saved);
    if (key === null) refuse({ kind: 'key-needed', connectionId: id, connectionName: saved.name });
    const { clock } = this.#parts;
    const startedAt = clock.now();
    const outcome = await this.#opener.checked(saved, key);
    if (!outcome.ok) return { voices: null, problem: outcome.problem, answerMs: null, limits: [] };
    const answerMs = Math.max(0, Math.round(clock.now() - startedAt));
    const { link, voices } = outcome.opened;
    const limits = limitsOf(link.budget);
    await link.close();
    return { voices: voices.length, problem: null, answerMs, limits };
  }

  /** The keys of all accounts, as far as they are at hand: for who has to take them out of a text. */
  async keysAtHand(): Promise<string[]> {
    const keys = await Promise.all(this.#parts.book.list().map((saved) => this.#opener.keyOf(saved)));
    return keys.flatMap((key) => key || []);
  }

  /** Calls off a check that is under way, if any. */
  cancelCheck(): void {
    this.#opener.cancelCheck();
  }

  /** The machine woke up: what was out of reach is tried at once. */
  wake(): void {
    if (this.#current && this.#state === 'failed') this.#connect(this.#current);
  }

  async close(): Promise<void> {
    this.#removed.clear();
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
      const key = await this.#opener.keyOf(saved);
      return key === null ? null : await this.#opener.open(saved, key);
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

  #hold(opened: Opened): void {
    this.#opened = opened;
    this.#clones = new Set();
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
    const localUser = this.#current?.id === saved.id ? (this.link?.identity.userId ?? '') : '';
    return entryOf(saved, localUser, (await this.#opener.keyOf(saved)) !== null);
  }
}

const TEMPORARY: ReadonlySet<ServiceProblem['kind']> = new Set(['connection', 'rate-limited', 'server-error']);

/** A voice without what differs from one listing to the next: the address of its sample. */
const lasting = ({ sample: _, ...voice }: VoiceReading) => voice;
