import type { LenientVoice, Plan } from '@lectern/tts-protocol';
import type { ConnectionError } from '../../../../shared/ipc/envelope.ts';
import type {
  ConnectionEntry,
  ConnectionFindings,
  ConnectionStatus,
} from '../../../../shared/ipc/settings-requests.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import type { ServiceProblem } from '../../api/service-error.ts';
import { refuse } from '../../bridge/request-error.ts';
import { DataFolderError } from '../../local-service/data-folder.ts';
import { LocalServiceError } from '../../local-service/running-service.ts';
import type { Clock } from '../../ports.ts';
import type { OpenLink, ServiceLink } from '../../production/service-link.ts';
import { cloneAsVoice, displayVoice } from '../../project/cast/voice-names.ts';
import type { LimitsProblem } from '../../scheduler/limits-file.ts';
import type { ConnectionBook, ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import {
  ConnectionOpener,
  connectionFingerprint,
  limitsOf,
  type OpenedConnection,
  type OpenOutcome,
} from './connection-opener.ts';
import { SavedConnections } from './saved-connections.ts';

export interface ConnectionManagerParts {
  readonly book: ConnectionBook;
  readonly keys: ConnectionKeys;
  readonly openLink: OpenLink;
  readonly clock: Clock;
  readonly onChange: () => void;
  /** Called before a link is closed. Must resolve only after all work that uses the link has stopped. */
  readonly onRelease: () => Promise<void>;
  readonly onLimitsProblem: (problem: LimitsProblem) => void;
  readonly onDefect: (error: unknown) => unknown;
}

type State = ConnectionStatus['state'];

/**
 * Delays between attempts to reach an unreachable service, in milliseconds. The delay doubles from the first to the
 * last value.
 */
const RETRY_MS = { first: 2_000, last: 60_000 };

export class ConnectionManager {
  readonly #parts: ConnectionManagerParts;
  #current: SavedConnection | null = null;
  #opened: OpenedConnection | null = null;
  #clones: ReadonlySet<string> = new Set();
  #state: State = 'none';
  #failure: ConnectionStatus['failure'] = null;
  /** Why the link couldn't be opened, if the reason isn't an error from the service. */
  #thrown: unknown = null;
  /** Cancels pending work of the previous connection. */
  #attempt = new AbortController();
  /** Settles when opening has succeeded or failed. Never rejects; `#failure` has the reason. */
  #connecting: Promise<void> = Promise.resolve();
  readonly #saved: SavedConnections;
  readonly #opener: ConnectionOpener;

  constructor(parts: ConnectionManagerParts) {
    this.#parts = parts;
    this.#saved = new SavedConnections(parts);
    this.#opener = new ConnectionOpener(parts);
  }

  /** Starts connecting to the last used connection, if any. */
  begin(): void {
    const last = this.#saved.lastUsed();
    if (last) this.#connect(last);
  }

  get link(): ServiceLink | null {
    return this.#opened?.link ?? null;
  }

  get current(): SavedConnection | null {
    return this.#current;
  }

  /** Waits while the link is being opened. @throws RequestError with the reason; LocalServiceError, DataFolderError */
  async requireLink(): Promise<ServiceLink> {
    // The connection might have changed while waiting.
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
    if (this.#failure) refuse(this.#failure);
    return refuse({ kind: 'no-connection' });
  }

  async voices(): Promise<readonly LenientVoice[]> {
    await this.requireLink();
    return this.#opened?.voices ?? [];
  }

  /** Returns whether the voices have changed. */
  setClones(link: ServiceLink, clones: readonly LenientVoice[]): boolean {
    const opened = this.#opened;
    if (opened?.link !== link) return false;
    const own = new Set(clones.map(({ id }) => id));
    const other = opened.voices.filter(({ id }) => !this.#clones.has(id) && !own.has(id));
    const before = opened.voices.filter(({ id }) => this.#clones.has(id));
    this.#clones = own;
    this.#opened = { link, voices: [...other, ...clones] };
    return !haveSameVoices(before, clones);
  }

  /** Returns whether the voices have changed. */
  async relistVoices(): Promise<boolean> {
    const link = this.#opened?.link;
    const listed = await link?.client.listVoices();
    // If the clones can't be listed, use the known ones.
    const cloned = await link?.client.listClonedVoices().catch(() => null);
    const opened = this.#opened;
    if (!listed || !opened || opened.link !== link) return false;
    const before = opened.voices;
    const clones = opened.voices.filter(({ id }) => this.#clones.has(id));
    const other = listed.filter(({ id }) => !this.#clones.has(id)).map(displayVoice);
    this.#opened = { link: opened.link, voices: [...other, ...clones] };
    if (cloned) this.setClones(opened.link, cloned.map(cloneAsVoice));
    return !haveSameVoices(before, this.knownVoices);
  }

  /** Like `voices`, but doesn't wait for the link. */
  get knownVoices(): readonly LenientVoice[] {
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

  /** @param plan null for no limits @throws RequestError if the service can't be started */
  async useLocal(plan: Plan | null): Promise<ConnectionStatus> {
    await this.#connect(await this.#saved.useLocal(plan));
    return this.status();
  }

  /** Checks an account. If the service accepts it, saves it and switches to it. @throws RequestError `cancelled` */
  async add(
    account: Omit<SavedAccount, 'id' | 'kind'>,
    key: string,
  ): Promise<
    { readonly ok: true; readonly voices: number } | { readonly ok: false; readonly problem: ServiceProblem }
  > {
    const outcome = await this.#opener.check({ ...account, id: 'new', kind: 'account' }, key);
    if (!outcome.ok) return outcome;
    try {
      await this.#connect(await this.#saved.addAccount(account, key), outcome.opened);
      return { ok: true, voices: outcome.opened.voices.length };
    } catch (error) {
      if (this.#opened !== outcome.opened) await outcome.opened.link.close();
      throw error;
    }
  }

  /** Deletes the key before changing to an address on another server. If the key can't be deleted, nothing changes. */
  async update(id: string, change: ConnectionChange): Promise<ConnectionEntry> {
    try {
      await this.#saved.change(id, change);
    } finally {
      // A change that couldn't be saved still applies in this process.
      const after = this.#saved.find(id);
      if (after) await this.#reconnectIfCurrent(after);
    }
    return this.#entry(this.#saved.get(id));
  }

  async #reconnectIfCurrent(after: SavedConnection): Promise<void> {
    const current = this.#current;
    if (current?.id !== after.id || current === after) return;
    this.#current = after;
    if (connectionFingerprint(current) !== connectionFingerprint(after) || this.#state !== 'ready')
      await this.#connect(after);
    else this.link?.budget.update(after.budget);
    this.#parts.onChange();
  }

  /** @param use whether to switch to this connection; the current connection always reconnects */
  async enterKey(id: string, key: string, use: boolean): Promise<ConnectionStatus> {
    const saved = await this.#saved.enterKey(id, key, use);
    if (use || this.#current?.id === id) await this.#connect(saved);
    return this.status();
  }

  async use(id: string): Promise<ConnectionStatus> {
    await this.#connect(await this.#saved.use(id));
    return this.status();
  }

  /** `restore` can undo this; the key is kept in memory for a limited time. */
  async remove(id: string): Promise<void> {
    try {
      await this.#saved.remove(id, () => this.#current?.id === id);
    } finally {
      if (this.#current?.id === id && this.#saved.find(id) === null) {
        await this.#releaseLink();
        this.#current = null;
        this.#setState('none', null);
      }
    }
  }

  async restore(id: string): Promise<void> {
    const saved = await this.#saved.restore(id, () => this.#current === null);
    if (saved && this.#current === null) await this.#connect(saved);
  }

  /** @throws RequestError `cancelled` */
  async test(id: string): Promise<Omit<ConnectionFindings, 'failure'> & { readonly problem: ServiceProblem | null }> {
    const saved = this.#saved.get(id);
    const key = await this.#opener.keyOf(saved);
    if (key === null) refuse({ kind: 'key-needed', connectionId: id, connectionName: saved.name });
    const { clock } = this.#parts;
    const startedAt = clock.now();
    const outcome = await this.#opener.check(saved, key);
    if (!outcome.ok) return { voices: null, problem: outcome.problem, answerMs: null, limits: [] };
    const answerMs = Math.max(0, Math.round(clock.now() - startedAt));
    const { link, voices } = outcome.opened;
    const limits = limitsOf(link.budget);
    await link.close();
    return { voices: voices.length, problem: null, answerMs, limits };
  }

  /** Returns all stored keys, including unusable ones, so that they can be redacted from text. */
  secrets(): Promise<string[]> {
    return this.#saved.secrets();
  }

  cancelCheck(): void {
    this.#opener.cancelCheck();
  }

  wake(): void {
    if (this.#current && this.#state === 'failed') this.#connect(this.#current);
  }

  async close(): Promise<void> {
    this.#saved.forgetRemoved();
    await this.#releaseLink();
  }

  #connect(saved: SavedConnection, opened: OpenedConnection | null = null): Promise<void> {
    this.#attempt.abort(new Error('another connection is used'));
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#current = saved;
    const connecting = this.#connectNow(saved, opened, attempt.signal);
    this.#connecting = connecting.catch(() => {});
    return connecting;
  }

  async #connectNow(saved: SavedConnection, opened: OpenedConnection | null, signal: AbortSignal): Promise<void> {
    await this.#release();
    if (!signal.aborted && opened === null) this.#setState('connecting', null);
    const outcome = opened ? ({ ok: true, opened } as const) : await this.#try(saved, signal);
    if (signal.aborted) {
      if (outcome?.ok) await outcome.opened.link.close();
      return;
    }
    if (outcome === null) return this.#setState('key-needed', null);
    if (outcome.ok) return this.#adopt(outcome.opened);
    this.#setState('failed', { kind: 'service', failure: outcome.problem });
    if (TEMPORARY.has(outcome.problem.kind)) this.#retry(saved, signal).catch(this.#parts.onDefect);
  }

  /** Returns null if the key isn't available. @param signal aborted when the user switches to another connection */
  async #try(saved: SavedConnection, signal: AbortSignal): Promise<OpenOutcome | null> {
    try {
      const key = signal.aborted ? null : await this.#opener.keyOf(saved);
      return key === null ? null : await this.#opener.open(saved, key);
    } catch (error) {
      if (signal.aborted) return null;
      this.#setState('failed', failureToOpen(error, saved), error);
      throw error;
    }
  }

  async #retry(saved: SavedConnection, signal: AbortSignal): Promise<void> {
    for (let waitMs = RETRY_MS.first; !signal.aborted; waitMs = Math.min(RETRY_MS.last, waitMs * 2)) {
      const outcome = await this.#parts.clock
        .sleep(waitMs, signal)
        .then(() => this.#try(saved, signal))
        .catch(() => null);
      if (signal.aborted && outcome?.ok) await outcome.opened.link.close();
      if (signal.aborted || outcome === null) return;
      if (outcome.ok) return this.#adopt(outcome.opened);
    }
  }

  #adopt(opened: OpenedConnection): void {
    this.#opened = opened;
    this.#clones = new Set();
    this.#setState('ready', null);
  }

  async #releaseLink(): Promise<void> {
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

  #setState(state: State, failure: ConnectionStatus['failure'], thrown: unknown = null): void {
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

/** Returns why a connection couldn't be opened, if the reason isn't an answer from the service. */
function failureToOpen(error: unknown, saved: SavedConnection): ConnectionError {
  if (error instanceof LocalServiceError) return { kind: 'local-service', problem: error.problem };
  if (error instanceof DataFolderError) return { kind: 'data-folder', problem: error.problem };
  const origin = saved.kind === 'local' ? LOCAL_ORIGIN : new URL(saved.baseUrl).origin;
  return { kind: 'service', failure: { kind: 'connection', phase: 'not-sent', failure: 'other', origin, code: null } };
}

/** Removes the sample URL, because it is different in every listing. */
const withoutSample = ({ sample: _, ...voice }: LenientVoice) => voice;

const haveSameVoices = (one: readonly LenientVoice[], other: readonly LenientVoice[]): boolean =>
  JSON.stringify(one.map(withoutSample)) === JSON.stringify(other.map(withoutSample));
