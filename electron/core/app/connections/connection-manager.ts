// The connections that a producer has set up, and the one that is in use: opened, checked, held, opened again.

import type { Plan, VoiceReading } from '@lectern/tts-protocol';
import type {
  ConnectionEntry,
  ConnectionFindings,
  ConnectionStatus,
} from '../../../../shared/ipc/settings-requests.ts';
import type { ServiceProblem } from '../../api/service-error.ts';
import { failureOf } from '../../api/service-error.ts';
import { refuse } from '../../bridge/request-error.ts';
import { DataFolderError } from '../../local-service/data-folder.ts';
import { LocalServiceError } from '../../local-service/running-service.ts';
import type { Clock } from '../../ports.ts';
import type { OpenLink, ServiceLink } from '../../production/service-link.ts';
import { cloneAsVoice, shownVoice } from '../../project/cast/voice-names.ts';
import type { LimitsProblem } from '../../scheduler/limits-file.ts';
import type { ConnectionBook, ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import { addressOf, ConnectionOpener, limitsOf, type Opened, type OpenOutcome } from './connection-opener.ts';
import { SavedConnections } from './saved-connections.ts';

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
  /** A defect of ours, for the log. */
  readonly onDefect: (error: unknown) => unknown;
}

type State = ConnectionStatus['state'];

/** A service out of reach is tried again after pauses that double from the first to the last. Milliseconds. */
const TRY_AGAIN_MS = { first: 2_000, last: 60_000 };

export class ConnectionManager {
  readonly #parts: ConnectionManagerParts;
  #current: SavedConnection | null = null;
  #opened: Opened | null = null;
  /** The voices of the open link that its list of clones told of. */
  #clones: ReadonlySet<string> = new Set();
  #state: State = 'none';
  #failure: ConnectionStatus['failure'] = null;
  /** What opening the link failed with, where that is no answer of the service's. */
  #thrown: unknown = null;
  /** Ends what goes on for a connection that is not in use any more. */
  #attempt = new AbortController();
  /** Settles when the link is open, or can't be opened; never fails, since `#failure` says why. */
  #connecting: Promise<void> = Promise.resolve();
  readonly #saved: SavedConnections;
  readonly #opener: ConnectionOpener;

  constructor(parts: ConnectionManagerParts) {
    this.#parts = parts;
    this.#saved = new SavedConnections(parts);
    this.#opener = new ConnectionOpener(parts);
  }

  /** Uses the connection that was used last, where there is one. Does not wait for it. */
  begin(): void {
    const last = this.#saved.lastUsed();
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

  /**
   * The open link, waited for where it is on its way.
   *
   * @throws RequestError where there is none, and why; LocalServiceError, DataFolderError where it could not be opened
   */
  async needLink(): Promise<ServiceLink> {
    // Another connection may have been chosen while this one was waited for.
    for (let awaited: Promise<void> | null = null; awaited !== this.#connecting; ) {
      awaited = this.#connecting;
      await awaited;
    }
    const link = this.link;
    if (link && this.#state === 'ready') return link;
    const current = this.#current ?? refuse({ kind: 'no-connection' });
    if (this.#state === 'key-needed') {
      refuse({ kind: 'key-needed', connectionId: current.id, connectionName: current.name });
    }
    if (this.#thrown) throw this.#thrown;
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
    return !areSame(before, clones);
  }

  /**
   * Lists the voices again: the service may have other ones by now.
   *
   * @returns whether they are other ones
   * @throws ServiceError
   */
  async listAgain(): Promise<boolean> {
    const link = this.#opened?.link;
    const listed = await link?.client.listVoices();
    // What speaks with a clone depends on what else there is; those that were known stay where they can't be listed.
    const cloned = await link?.client.listClonedVoices().catch(() => null);
    const opened = this.#opened;
    if (!listed || !opened || opened.link !== link) return false;
    const before = opened.voices;
    const clones = opened.voices.filter(({ id }) => this.#clones.has(id));
    const others = listed.filter(({ id }) => !this.#clones.has(id)).map(shownVoice);
    this.#opened = { link: opened.link, voices: [...others, ...clones] };
    if (cloned) this.setClones(opened.link, cloned.map(cloneAsVoice));
    return !areSame(before, this.knownVoices);
  }

  /** The voices as far as they are known. */
  get knownVoices(): readonly VoiceReading[] {
    return this.#opened?.voices ?? [];
  }

  async list(): Promise<ConnectionEntry[]> {
    return Promise.all(this.#saved.list().map((saved) => this.#entry(saved)));
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

  /** Uses the local service. @param plan null: without limits @throws RequestError where it can't be started */
  async useLocal(plan: Plan | null): Promise<ConnectionStatus> {
    await this.#connect(await this.#saved.useLocal(plan));
    return this.status();
  }

  /**
   * Checks an account, and keeps and uses it where the service accepts it.
   *
   * @throws RequestError `cancelled`
   */
  async add(
    account: Omit<SavedAccount, 'id' | 'kind'>,
    key: string,
  ): Promise<
    { readonly ok: true; readonly voices: number } | { readonly ok: false; readonly problem: ServiceProblem }
  > {
    const outcome = await this.#opener.checked({ ...account, id: 'new', kind: 'account' }, key);
    if (!outcome.ok) return outcome;
    try {
      await this.#connect(await this.#saved.addAccount(account, key), outcome.opened);
      return { ok: true, voices: outcome.opened.voices.length };
    } catch (error) {
      if (this.#opened !== outcome.opened) await outcome.opened.link.close();
      throw error;
    }
  }

  /**
   * Changes what is named. A key is for the server that it was entered for: it is forgotten before the address leads to
   * another one.
   *
   * @throws DocumentError where the change holds for this process only; KeyFileError, KeychainUnavailableError where the
   *   key could not be forgotten or moved, and nothing else is changed then
   */
  async update(id: string, change: ConnectionChange): Promise<ConnectionEntry> {
    try {
      await this.#saved.change(id, change);
    } finally {
      // A change that could not be written holds for this process all the same.
      const after = this.#saved.find(id);
      if (after) await this.#follow(after);
    }
    return this.#entry(this.#saved.need(id));
  }

  /** Goes by what is kept of the connection in use now. */
  async #follow(after: SavedConnection): Promise<void> {
    const current = this.#current;
    if (current?.id !== after.id || current === after) return;
    this.#current = after;
    if (addressOf(current) !== addressOf(after) || this.#state !== 'ready') await this.#connect(after);
    else this.link?.budget.update(after.budget);
    this.#parts.onChange();
  }

  /** @param use whether it is used from now on; one that is in use is connected again in any case */
  async enterKey(id: string, key: string, use: boolean): Promise<ConnectionStatus> {
    const saved = await this.#saved.enterKey(id, key, use);
    if (use || this.#current?.id === id) await this.#connect(saved);
    return this.status();
  }

  /**
   * Takes the key that an earlier version kept for one of the server at this origin, and uses the connection.
   *
   * @throws RequestError `not-found` where there is no such key, or the connection leads to another server by now
   */
  async confirmKey(id: string, origin: string): Promise<ConnectionStatus> {
    await this.#connect(await this.#saved.confirmKey(id, origin));
    return this.status();
  }

  async use(id: string): Promise<ConnectionStatus> {
    await this.#connect(await this.#saved.use(id));
    return this.status();
  }

  /** Forgets one, and its key on this machine; for a while `restore` brings both back. */
  async remove(id: string): Promise<void> {
    try {
      await this.#saved.remove(id, () => this.#current?.id === id);
    } finally {
      if (this.#current?.id === id && this.#saved.find(id) === null) {
        await this.#letGo();
        this.#current = null;
        this.#tell('none', null);
      }
    }
  }

  /** Brings one back that was removed, with its key where that is still at hand. */
  async restore(id: string): Promise<void> {
    const saved = await this.#saved.restore(id, () => this.#current === null);
    if (saved && this.#current === null) await this.#connect(saved);
  }

  /** Asks the service whether it accepts an account. @throws RequestError `cancelled` */
  async test(id: string): Promise<Omit<ConnectionFindings, 'failure'> & { readonly problem: ServiceProblem | null }> {
    const saved = this.#saved.need(id);
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

  /** All keys that are kept, whether or not they can be used: to take them out of a text. */
  secrets(): Promise<string[]> {
    return this.#saved.secrets();
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
    this.#saved.forgetRemoved();
    await this.#letGo();
  }

  /** @param opened its link, where that is open already */
  #connect(saved: SavedConnection, opened: Opened | null = null): Promise<void> {
    this.#attempt.abort(new Error('another connection is used'));
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#current = saved;
    const connecting = this.#connectNow(saved, opened, attempt.signal);
    this.#connecting = connecting.catch(() => {});
    return connecting;
  }

  async #connectNow(saved: SavedConnection, opened: Opened | null, signal: AbortSignal): Promise<void> {
    await this.#release();
    if (!signal.aborted && opened === null) this.#tell('connecting', null);
    const outcome = opened ? ({ ok: true, opened } as const) : await this.#try(saved, signal);
    if (signal.aborted) {
      if (outcome?.ok) await outcome.opened.link.close();
      return;
    }
    if (outcome === null) return this.#tell('key-needed', null);
    if (outcome.ok) return this.#hold(outcome.opened);
    this.#tell('failed', failureOf(outcome.problem));
    if (TEMPORARY.has(outcome.problem.kind)) this.#tryAgain(saved, signal).catch(this.#parts.onDefect);
  }

  /**
   * @param signal aborted: another connection is used by now, whose state says nothing of this one
   * @returns null where the key is not at hand
   */
  async #try(saved: SavedConnection, signal: AbortSignal): Promise<OpenOutcome | null> {
    try {
      const key = signal.aborted ? null : await this.#opener.keyOf(saved);
      return key === null ? null : await this.#opener.open(saved, key);
    } catch (error) {
      if (signal.aborted) return null;
      const isKnown = error instanceof LocalServiceError || error instanceof DataFolderError;
      const sentence = isKnown ? error.message : 'The connection could not be opened.';
      this.#tell('failed', { kind: 'connection', status: null, sentence }, error);
      throw error;
    }
  }

  async #tryAgain(saved: SavedConnection, signal: AbortSignal): Promise<void> {
    for (let waitMs = TRY_AGAIN_MS.first; !signal.aborted; waitMs = Math.min(TRY_AGAIN_MS.last, waitMs * 2)) {
      const outcome = await this.#parts.clock
        .sleep(waitMs, signal)
        .then(() => this.#try(saved, signal))
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
    this.#connecting = Promise.resolve();
    await this.#release();
  }

  async #release(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (!opened) return;
    await this.#parts.onRelease();
    await opened.link.close();
  }

  #tell(state: State, failure: ConnectionStatus['failure'], thrown: unknown = null): void {
    this.#state = state;
    this.#failure = failure;
    this.#thrown = thrown;
    this.#parts.onChange();
  }

  async #entry(saved: SavedConnection): Promise<ConnectionEntry> {
    const localUser = this.#current?.id === saved.id ? (this.link?.identity.userId ?? '') : '';
    return this.#saved.entry(saved, localUser);
  }
}

const TEMPORARY: ReadonlySet<ServiceProblem['kind']> = new Set(['connection', 'rate-limited', 'server-error']);

/** A voice without what differs from one listing to the next: the address of its sample. */
const lasting = ({ sample: _, ...voice }: VoiceReading) => voice;

const areSame = (some: readonly VoiceReading[], others: readonly VoiceReading[]): boolean =>
  JSON.stringify(some.map(lasting)) === JSON.stringify(others.map(lasting));
