// Speaks lines without a take. Only uses the local service, never a paid account, so there is no cost to record.

import type { LenientVoice, StreamCreation } from '@lectern/tts-protocol';
import { NARRATOR } from '../../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import { castRoles } from '../../../shared/rules/cast/default-cast.ts';
import { BUILT_IN_SYNTHESIZERS } from '../../../shared/rules/cast/voice-traits.ts';
import { withTimeout } from '../api/exchange.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock, Random } from '../ports.ts';
import type { OpenLink, ServiceLink } from '../production/service-link.ts';
import type { Project } from '../project/project.ts';
import { AuditionCache } from './audition-cache.ts';
import { streamAudition } from './booked-audition.ts';

const LOCAL = { baseUrl: null, key: '', userId: '', plan: null } as const;
const IDLE_MS = 60_000;
const MAX_MS = 20_000;

interface OpenService {
  readonly link: ServiceLink;
  readonly voices: readonly LenientVoice[];
}

export class SpokenLines {
  readonly #openLink: OpenLink;
  readonly #clock: Clock;
  readonly #kept: AuditionCache;
  #service: Promise<OpenService> | null = null;
  #idle = new AbortController();

  constructor(
    { openLink, clock, random }: { readonly openLink: OpenLink; readonly clock: Clock; readonly random: Random },
    workers: Pick<AudioWorkers, 'analyseAudio'>,
  ) {
    this.#openLink = openLink;
    this.#clock = clock;
    this.#kept = new AuditionCache(random, workers);
  }

  /**
   * Returns an audition's id, or null if the line can't be spoken.
   * @throws LocalServiceError, ServiceError and others
   */
  async speak(project: Project, lineId: number): Promise<string | null> {
    const { link, voices } = await this.#open();
    const parameters = requestOf(project, lineId, voices);
    if (parameters === null) return null;
    const { auditionId } = await this.#kept.get(JSON.stringify(parameters), (end, to) =>
      withTimeout(MAX_MS, end, async (signal) => {
        const { audio } = await link.client.stream(parameters, { signal });
        for await (const chunk of audio) await to.write(chunk);
      }),
    );
    return auditionId;
  }

  typeOf(auditionId: string): string | null {
    return this.#kept.typeOf(auditionId);
  }

  read(auditionId: string, offset: number): ReturnType<AuditionCache['read']> {
    return this.#kept.read(auditionId, offset);
  }

  clear(): void {
    this.#kept.clear();
    this.#idle.abort();
    const service = this.#service;
    this.#service = null;
    service?.then(({ link }) => link.close()).catch(() => undefined);
  }

  #open(): Promise<OpenService> {
    this.#idle.abort();
    this.#idle = new AbortController();
    this.#clock.sleep(IDLE_MS, this.#idle.signal).then(
      () => this.clear(),
      () => undefined,
    );
    const service = this.#service ?? this.#openService();
    this.#service = service;
    service.catch(() => {
      if (this.#service === service) this.#service = null;
    });
    return service;
  }

  async #openService(): Promise<OpenService> {
    const link = await this.#openLink(LOCAL, () => {});
    try {
      return { link, voices: (await link.client.listVoices()).filter(isLocalVoice) };
    } catch (error) {
      await link.close();
      throw error;
    }
  }
}

/** Includes the local service's own voices and those from voice packs, but not those from servers added to it. */
const isLocalVoice = ({ synthesizer, rights }: LenientVoice): boolean =>
  rights !== undefined || BUILT_IN_SYNTHESIZERS.includes(synthesizer ?? '');

/** Uses the role's voice if it is available here, otherwise a voice in the line's language. */
function requestOf(project: Project, lineId: number, voices: readonly LenientVoice[]): StreamCreation | null {
  const { kind, turns, override } = project.lines.written(lineId);
  const { roles, rules } = project.cast.snapshot();
  const settings = project.settings();
  const isLocal = project.info().connection.origin === LOCAL_ORIGIN;
  const ids = new Set(voices.map(({ id }) => id));
  const usable = (voice: string | null | undefined) => (isLocal && voice != null && ids.has(voice) ? voice : null);
  const lead = roles.get(turns[0]?.role ?? NARRATOR)?.parameters.language;
  const language = override?.language ?? lead ?? settings.language;
  const heard = [...roles.values()].map((role) => ({ ...role, voice: usable(role.voice) }));
  const cast = castRoles(heard, voices, language);
  const { voice, ...own } = override ?? {};
  const line = {
    kind,
    turns,
    rules,
    roles: new Map(cast.map((role) => [role.name, role])),
    override: usable(voice) === null ? own : override,
  };
  const request = streamAudition({ settings: () => settings }, line, true);
  return request.ok ? request.parameters : null;
}
