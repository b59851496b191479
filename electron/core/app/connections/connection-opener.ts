// Opens links to services: at once for a run, and with a limit of time for a producer who waits for a check.
import type { VoiceReading } from '../../../../shared/service/voices.ts';
import { checkConnection } from '../../api/check-connection.ts';
import { ServiceError, type ServiceProblem } from '../../api/service-error.ts';
import { refuse } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import type { OpenLink, ServiceLink } from '../../production/service-link.ts';
import { shownVoice } from '../../project/cast/voice-names.ts';
import type { LimitsProblem } from '../../scheduler/limits-file.ts';
import type { SavedConnection } from './connection-book.ts';
import { choiceOf, silentAt } from './connection-figures.ts';
import type { ConnectionKeys } from './connection-keys.ts';

export interface ConnectionOpenerParts {
  readonly keys: ConnectionKeys;
  readonly openLink: OpenLink;
  readonly clock: Clock;
  readonly onLimitsProblem: (problem: LimitsProblem) => void;
}

/** An account check reports after this long that the service does not answer. Milliseconds. */
const CHECK_MS = 15_000;

export interface Opened {
  readonly link: ServiceLink;
  /** With the account's clones, as soon as they are known. */
  readonly voices: readonly VoiceReading[];
}

export type Outcome =
  | { readonly ok: true; readonly opened: Opened }
  | { readonly ok: false; readonly problem: ServiceProblem };

export class ConnectionOpener {
  readonly #parts: ConnectionOpenerParts;
  /** Ends a check that a producer waits for. */
  #check = new AbortController();

  constructor(parts: ConnectionOpenerParts) {
    this.#parts = parts;
  }

  /** Calls off a check that is under way, if any. */
  cancelCheck(): void {
    this.#check.abort(new Error('the check was called off'));
  }

  /** Opens a link for a producer who waits for it. One at a time: a new check ends the one before. */
  async checked(saved: SavedConnection, key: string): Promise<Outcome> {
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
      return await this.open(saved, key, AbortSignal.any([calledOff.signal, inTime.signal]));
    } catch (error) {
      if (calledOff.signal.aborted) refuse({ kind: 'cancelled' });
      if (inTime.signal.aborted) return { ok: false, problem: silentAt(saved) };
      throw error;
    } finally {
      done.abort(new Error('the check has ended'));
      await late;
    }
  }

  /** Opens a link and asks whether the service accepts the account. @throws where the local service can’t be started */
  async open(saved: SavedConnection, key: string, signal?: AbortSignal): Promise<Outcome> {
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
    if (check.kind === 'ok') return { ok: true, opened: { link, voices: check.voices.map(shownVoice) } };
    await link.close();
    return { ok: false, problem: check.problem };
  }

  /** Empty for the local service, which has its own; null where the producer has to enter it. */
  async keyOf(saved: SavedConnection): Promise<string | null> {
    return saved.kind === 'local' ? '' : this.#parts.keys.get(saved);
  }
}
