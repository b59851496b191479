import { createHash } from 'node:crypto';
import type { LenientClonedVoice } from '@lectern/tts-protocol';
import type { ClonedVoiceEntry, CloneList, CloneSample } from '../../../../shared/ipc/clone-requests.ts';
import type { KnownConsents } from '../../../../shared/model/consent.ts';
import {
  type ConsentGiven,
  type ConsentRecord,
  isInFuture,
  type Withdrawal,
} from '../../../../shared/model/consent.ts';
import { consentState } from '../../../../shared/rules/consent-state.ts';
import { ServiceError } from '../../api/service-error.ts';
import type { AudioWorkers } from '../../audio/audio-workers.ts';
import { checkVoiceSample } from '../../audio/check-voice-sample.ts';
import type { Emit } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock, Random } from '../../ports.ts';
import type { ServiceLink } from '../../production/service-link.ts';
import { cloneAsVoice, displayText, rolesOfVoices } from '../../project/cast/voice-names.ts';
import type { Project } from '../../project/project.ts';
import type { ConnectionManager } from '../connections/connection-manager.ts';
import type { ConsentEvidence, ConsentRecords, ConsentToVoice } from './consent-records.ts';

export interface VoiceCloningParts {
  readonly connections: ConnectionManager;
  readonly consents: ConsentRecords;
  readonly workers: AudioWorkers;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** The open project. */
  readonly session: () => { readonly project: Project } | null;
}

export interface CloneOrder {
  readonly sampleId: string;
  readonly name: string;
  readonly gender: 'male' | 'female' | null;
  readonly consent: ConsentGiven;
  readonly statement: string;
  readonly evidence: ConsentEvidence | null;
}

interface LoadedSample extends CloneSample {
  readonly bytes: Uint8Array;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mulaw: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};
const PIECE_BYTES = 64 * 1024;
/** After one of these problems, the voice might exist anyway. */
const DOUBTFUL: ReadonlySet<string> = new Set(['in-doubt', 'server-error']);

export class VoiceCloning {
  readonly #parts: VoiceCloningParts;
  #sample: LoadedSample | null = null;
  #sending: AbortController | null = null;
  /** The link through which the clones were last requested. */
  #link: ServiceLink | null = null;

  constructor(parts: VoiceCloningParts) {
    this.#parts = parts;
  }

  /** Loads the clones of a new connection, so that they can be cast. */
  linkChanged(): void {
    const { link } = this.#parts.connections;
    if (link === this.#link) return;
    this.#link = link;
    this.#sending?.abort(new Error('another connection is used'));
    // Accounts without clones, or without access to them, aren't an error here. Opening the list reports the error.
    if (link) void this.#listClones(link).catch(() => {});
  }

  consentOf(voice: string): string | null {
    return this.#parts.consents.idOf(voice, this.#parts.connections.link?.identity ?? null);
  }

  async list(): Promise<CloneList> {
    const link = await this.#parts.connections.requireLink();
    const voices = await this.#listClones(link);
    const living = new Set(voices.map(({ id }) => id));
    const consents = this.#consentsOf(link);
    return {
      voices: voices.map((voice) => this.#toEntry(voice, consents)),
      inDoubt: consents.filter(({ voice }) => voice === null),
      lost: consents.flatMap((consent) => {
        const { voice, deletedAt } = consent;
        if (voice === null || deletedAt === null || living.has(voice)) return [];
        const roles = this.#rolesOf(voice);
        return roles.length > 0 ? [{ consent, roles }] : [];
      }),
    };
  }

  /** Returns what this machine knows about consents, including changes by the command line. */
  async knownConsents(): Promise<KnownConsents> {
    const { connections, consents, clock } = this.#parts;
    const { link } = connections;
    const clones = link
      ? connections.knownVoices
          .filter((voice) => voice.is_cloned)
          .map(({ id: voice, name = null }) => ({ ...link.identity, voice, name }))
      : [];
    return { records: await consents.refresh(), clones, now: clock.now() };
  }

  /** Sends nothing. */
  async readSample(name: string, bytes: Uint8Array): Promise<CloneSample> {
    this.#sample = null;
    const { random, workers } = this.#parts;
    const checked = await checkVoiceSample(bytes, workers);
    const sample: CloneSample = {
      sampleId: random.id(),
      name,
      sizeBytes: bytes.byteLength,
      seconds: checked.seconds,
      format: checked.format,
      problems: [...checked.problems],
      warnings: [...checked.warnings],
    };
    if (checked.problems.length === 0) this.#sample = { ...sample, bytes };
    return sample;
  }

  forgetSample(): void {
    this.#sample = null;
  }

  /**
   * The consent is on disk before anything is sent, and stays there if the voice might exist.
   * @throws ServiceError; DocumentError
   */
  async create({ sampleId, name, gender, consent, statement, evidence }: CloneOrder): Promise<ClonedVoiceEntry> {
    const { connections, consents, clock } = this.#parts;
    const sample = requireFound(this.#sample?.sampleId === sampleId ? this.#sample : null, 'sample');
    if (isInFuture(consent, clock.now())) refuse({ kind: 'invalid', field: 'consent', reason: 'in-future' });
    if (this.#sending) refuse({ kind: 'busy', what: 'clone' });
    const sending = new AbortController();
    this.#sending = sending;
    try {
      const link = await connections.requireLink();
      const before = await this.#listClones(link, sending.signal);
      const record = await consents.add(
        {
          ...consent,
          voice: null,
          voiceName: name,
          statement,
          sample: { sha256: sha256(sample.bytes), sizeBytes: sample.sizeBytes, seconds: sample.seconds ?? 0 },
          connection: { ...link.identity, name: connections.current?.name ?? '' },
          voicesBefore: before.map(({ id }) => id),
        },
        evidence,
      );
      return await this.#send(link, { name, gender }, sample, record, sending.signal);
    } catch (error) {
      // Once the whole sample has been sent, the voice might exist, even if the request was cancelled.
      const isInDoubt = error instanceof ServiceError && error.problem.kind === 'in-doubt';
      if (sending.signal.aborted && !isInDoubt) return refuse({ kind: 'cancelled' });
      throw error;
    } finally {
      this.#sending = null;
    }
  }

  cancel(): void {
    this.#sending?.abort(new Error('the clone was called off'));
  }

  /** Deletes a voice permanently and returns the roles that use it. */
  async remove(voice: string): Promise<{ readonly roles: string[] }> {
    const { connections, consents } = this.#parts;
    const link = await connections.requireLink();
    try {
      await link.client.deleteClonedVoice(voice);
    } catch (error) {
      const isThere = await this.#exists(link, voice);
      if (isThere !== false) throw error;
    }
    await consents.recordDeletion(voice);
    await this.#listClones(link).catch(() => {});
    return { roles: this.#rolesOf(voice) };
  }

  /** Removes the consent for a voice in doubt if the voice doesn't exist. */
  async dropDoubtfulVoice(consentId: string): Promise<void> {
    const { consents } = this.#parts;
    const record = requireFound(
      consents.list().find(({ id, voice }) => id === consentId && voice === null),
      'consent',
    );
    await consents.remove(record.id);
  }

  /** Returns the current URL of a voice's sample. URLs expire, so don't store them. */
  async sampleOf(voice: string): Promise<{ readonly link: ServiceLink; readonly address: string }> {
    const link = await this.#parts.connections.requireLink();
    const reading = (await this.#listClones(link)).find(({ id }) => id === voice);
    return { link, address: requireFound(reading?.sample, 'voice') };
  }

  /** @throws DocumentError */
  addConsent(order: ConsentToVoice): Promise<ConsentRecord> {
    return this.#parts.consents.addToVoice(order);
  }

  /** @throws DocumentError */
  withdrawConsent(id: string, withdrawal: Withdrawal): Promise<void> {
    return this.#parts.consents.withdraw(id, withdrawal);
  }

  consents(): readonly ConsentRecord[] {
    return this.#parts.consents.list();
  }

  async #send(
    link: ServiceLink,
    voice: Pick<CloneOrder, 'name' | 'gender'>,
    sample: LoadedSample,
    record: ConsentRecord,
    signal: AbortSignal,
  ): Promise<ClonedVoiceEntry> {
    const { consents } = this.#parts;
    const { made, found } = await this.#upload(link, voice, sample, record, signal);
    if (found) return found;
    // If saving fails, the voice is matched again the next time the voices are listed.
    await consents.recordVoice(record.id, made.id).catch(() => {});
    this.#sample = null;
    await this.#listClones(link).catch(() => {});
    return this.#toEntry({ ...made, name: made.name || voice.name }, this.#consentsOf(link));
  }

  /** Returns the voice from the response (`made`) or, if the response was lost, from the service's list (`found`). */
  async #upload(
    link: ServiceLink,
    voice: Pick<CloneOrder, 'name' | 'gender'>,
    sample: LoadedSample,
    record: ConsentRecord,
    signal: AbortSignal,
  ): Promise<
    | { readonly made: LenientClonedVoice; readonly found?: undefined }
    | { readonly made?: undefined; readonly found: ClonedVoiceEntry }
  > {
    const upload = new TrackedUpload(sample.bytes, (sent) => this.#emitProgress(sent, sample.sizeBytes));
    try {
      const made = await link.client.createInstantClone(
        {
          name: voice.name,
          ...(voice.gender === null ? {} : { gender: voice.gender }),
          sample: { kind: 'chunks', sizeBytes: sample.sizeBytes, chunks: upload.chunks() },
          fileName: `sample.${sample.format === 'mulaw' ? 'wav' : (sample.format ?? 'wav')}`,
          mediaType: MEDIA_TYPES[sample.format ?? ''] ?? 'application/octet-stream',
        },
        signal,
      );
      return { made };
    } catch (error) {
      const isDoubtful = signal.aborted
        ? upload.isWhole
        : error instanceof ServiceError && DOUBTFUL.has(error.problem.kind);
      if (!isDoubtful) await this.#parts.consents.remove(record.id);
      else {
        const found = await this.#findUnconfirmedClone(link, record);
        if (found) return { found };
        if (signal.aborted) throw new ServiceError({ kind: 'in-doubt', what: 'clone', why: null, self: null });
      }
      throw error;
    }
  }

  async #findUnconfirmedClone(link: ServiceLink, { id }: ConsentRecord): Promise<ClonedVoiceEntry | null> {
    const voices = await this.#listClones(link).catch(() => []);
    const voice = this.#parts.consents.list().find((record) => record.id === id)?.voice ?? null;
    const reading = voices.find((each) => each.id === voice);
    if (!reading) return null;
    this.#sample = null;
    return this.#toEntry(reading, this.#consentsOf(link));
  }

  /** Lists the service's clones. If voices in doubt have appeared in the list, assigns them to their consents. */
  async #listClones(link: ServiceLink, signal?: AbortSignal): Promise<readonly LenientClonedVoice[]> {
    const readings = await link.client.listClonedVoices(signal);
    for (const record of this.#consentsOf(link)) {
      if (record.voice !== null) continue;
      const known = new Set([...record.voicesBefore, ...this.#consentsOf(link).map(({ voice }) => voice)]);
      const turnedUp = readings.find(({ id, name }) => name === record.voiceName && !known.has(id));
      // If saving fails, the voice is matched again the next time the voices are listed.
      if (turnedUp) await this.#parts.consents.recordVoice(record.id, turnedUp.id).catch(() => {});
    }
    const { connections, emit } = this.#parts;
    if (connections.setClones(link, readings.map(cloneAsVoice))) emit('voices-changed', {});
    return readings;
  }

  /** Returns null if the list can't be read. */
  async #exists(link: ServiceLink, voice: string): Promise<boolean | null> {
    const readings = await this.#listClones(link).catch(() => null);
    return readings === null ? null : readings.some(({ id }) => id === voice);
  }

  #consentsOf({ identity }: ServiceLink): ConsentRecord[] {
    return this.#parts.consents
      .list()
      .filter(({ connection }) => connection.origin === identity.origin && connection.userId === identity.userId);
  }

  #toEntry(voice: LenientClonedVoice, records: readonly ConsentRecord[]): ClonedVoiceEntry {
    const consents = records.filter((record) => record.voice === voice.id);
    const link = this.#link;
    return {
      id: voice.id,
      name: displayText(voice.name ?? '') || voice.id,
      gender: voice.gender ?? null,
      type: voice.type ?? null,
      language: voice.language_code ?? null,
      hasSample: Boolean(voice.sample),
      roles: this.#rolesOf(voice.id),
      origin: link?.identity.origin ?? '',
      userId: link?.identity.userId ?? '',
      consent: consents.at(-1) ?? null,
      state: consentState(consents, this.#parts.clock.now()),
    };
  }

  #rolesOf(voice: string): string[] {
    const session = this.#parts.session();
    return session ? rolesOfVoices(session.project, voice) : [];
  }

  #emitProgress(sentBytes: number, totalBytes: number): void {
    this.#parts.emit('clone-progress', { sentBytes, totalBytes });
  }
}

class TrackedUpload {
  readonly #bytes: Uint8Array;
  readonly #onSent: (bytes: number) => void;
  isWhole = false;

  constructor(bytes: Uint8Array, onSent: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#onSent = onSent;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#bytes.byteLength; at += PIECE_BYTES) {
      this.#onSent(at);
      yield this.#bytes.subarray(at, at + PIECE_BYTES);
    }
    this.isWhole = true;
    this.#onSent(this.#bytes.byteLength);
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
