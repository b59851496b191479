// Records stay on this machine permanently.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type ConsentGiven,
  type ConsentRecord,
  consentRecordSchema,
  type VoiceIdentity,
  type Withdrawal,
} from '../../../../shared/model/consent.ts';
import type { DocumentProblem } from '../../../../shared/model/problems/machine-problem.ts';
import { consentState, consentsOf } from '../../../../shared/rules/consent-state.ts';
import type { Clock, Random } from '../../ports.ts';
import { SerialQueue } from '../../timing.ts';
import { makePrivateFolder, writePrivateFile } from '../private-file.ts';
import { VersionedDocument } from '../versioned-document.ts';

const VERSION = 2;

/** Version 1 had no end dates, evidence or withdrawals. */
const documentSchema = z.object({
  version: z.union([z.literal(1), z.literal(VERSION)]).transform((): typeof VERSION => VERSION),
  consents: z.array(consentRecordSchema),
});
type ConsentsDocument = z.infer<typeof documentSchema>;

const INITIAL: ConsentsDocument = { version: VERSION, consents: [] };

export type NewConsent = Omit<ConsentRecord, 'id' | 'recordedAt' | 'deletedAt' | 'withdrawal' | 'evidence'>;

/** A recording or scan of a consent. */
export interface ConsentEvidence {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A consent to a voice that was cloned elsewhere. */
export interface ConsentToVoice {
  readonly identity: VoiceIdentity;
  /** The name of the connection. */
  readonly service: string;
  readonly voiceName: string;
  readonly consent: ConsentGiven;
  readonly statement: string;
  readonly evidence: ConsentEvidence | null;
}

interface ConsentPorts {
  readonly clock: Clock;
  readonly random: Random;
}

export class ConsentRecords {
  readonly #folder: string;
  readonly #ports: ConsentPorts;
  #document: VersionedDocument<ConsentsDocument>;
  readonly #queue = new SerialQueue();

  private constructor(folder: string, document: VersionedDocument<ConsentsDocument>, ports: ConsentPorts) {
    this.#folder = folder;
    this.#document = document;
    this.#ports = ports;
  }

  static async open(dataFolder: string, ports: ConsentPorts): Promise<ConsentRecords> {
    return new ConsentRecords(dataFolder, await openDocument(dataFolder, ports.clock), ports);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  list(): readonly ConsentRecord[] {
    return this.#document.value.consents;
  }

  /** Reads the records again, because the command line and the window can both change them. Never fails. */
  async refresh(): Promise<readonly ConsentRecord[]> {
    await this.#queue.run(() => this.#reload());
    return this.list();
  }

  /** Returns the id of the consent to a voice, preferably a valid one. Without an identity, any connection matches. */
  idOf(voice: string, connection: Omit<VoiceIdentity, 'voice'> | null): string | null {
    const own = connection
      ? consentsOf(this.list(), { ...connection, voice })
      : this.list().filter((record) => record.voice === voice);
    const now = this.#ports.clock.now();
    return (own.findLast((record) => consentState([record], now) === 'valid') ?? own.at(-1))?.id ?? null;
  }

  /**
   * Saves a consent before the voice is requested.
   * @throws DocumentError, in which case the voice must not be requested; system errors if the evidence can't be kept
   */
  async add(consent: NewConsent, evidence: ConsentEvidence | null = null): Promise<ConsentRecord> {
    const record: ConsentRecord = {
      ...consent,
      id: this.#ports.random.id(),
      recordedAt: this.#ports.clock.now(),
      deletedAt: null,
      evidence: evidence && (await this.#keep(evidence)),
      withdrawal: null,
    };
    try {
      await this.#change((consents) => [...consents, record]);
    } catch (error) {
      await this.remove(record.id).catch(() => {});
      throw error;
    }
    return record;
  }

  /** Adds a consent to a voice that was cloned elsewhere. @throws like `add` */
  addToVoice({ identity, service, voiceName, consent, statement, evidence }: ConsentToVoice): Promise<ConsentRecord> {
    const { voice, origin, userId } = identity;
    const connection = { origin, userId, name: service };
    return this.add({ ...consent, voice, voiceName, statement, sample: null, connection, voicesBefore: [] }, evidence);
  }

  /** Adds records from another machine, skipping existing ones. @returns the added records @throws DocumentError */
  async importRecords(records: readonly ConsentRecord[]): Promise<readonly ConsentRecord[]> {
    let added: readonly ConsentRecord[] = [];
    await this.#change((consents) => {
      const known = new Set(consents.map(contentKey));
      added = records.filter((record) => !known.has(contentKey(record)));
      return [...consents, ...added];
    });
    return added;
  }

  recordVoice(id: string, voice: string): Promise<void> {
    return this.#replace((record) => record.id === id, { voice });
  }

  recordDeletion(voice: string): Promise<void> {
    return this.#replace((record) => record.voice === voice && record.deletedAt === null, {
      deletedAt: this.#ports.clock.now(),
    });
  }

  /** Keeps an earlier withdrawal. @throws DocumentError */
  withdraw(id: string, withdrawal: Withdrawal): Promise<void> {
    return this.#replace((record) => record.id === id && record.withdrawal === null, {
      withdrawal: { ...withdrawal, recordedAt: this.#ports.clock.now() },
    });
  }

  /** Removes the consent for a voice that was never created. */
  remove(id: string): Promise<void> {
    return this.#change((consents) => consents.filter((record) => record.id !== id));
  }

  /** Evidence is stored under its hash, so its name can't lead to another folder. */
  async #keep({ name, bytes }: ConsentEvidence): Promise<NonNullable<ConsentRecord['evidence']>> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const folder = join(this.#folder, 'consents');
    await makePrivateFolder(folder);
    await writePrivateFile(join(folder, sha256), bytes);
    return { name, sha256, sizeBytes: bytes.byteLength };
  }

  #replace(matches: (record: ConsentRecord) => boolean, change: Partial<ConsentRecord>): Promise<void> {
    return this.#change((consents) => consents.map((record) => (matches(record) ? { ...record, ...change } : record)));
  }

  #change(update: (consents: readonly ConsentRecord[]) => ConsentRecord[]): Promise<void> {
    return this.#queue.run(async () => {
      await this.#reload();
      await this.#document.change((value) => ({ ...value, consents: update(value.consents) }));
    });
  }

  /** If the file can't be read, keeps the records that were read before. */
  async #reload(): Promise<void> {
    const fresh = await openDocument(this.#folder, this.#ports.clock);
    if (fresh.problem === null) this.#document = fresh;
  }
}

const openDocument = (dataFolder: string, clock: Clock): Promise<VersionedDocument<ConsentsDocument>> =>
  VersionedDocument.open({ path: join(dataFolder, 'consents.json'), schema: documentSchema, initial: INITIAL, clock });

/** Files of consents have no ids, so records are compared by their content. */
const contentKey = ({ connection, voice, person, purpose, givenOn, statement, recordedAt }: ConsentRecord): string =>
  JSON.stringify([connection.origin, connection.userId, voice, person, purpose, givenOn, statement, recordedAt]);
