// Records stay on this machine permanently.
import { join } from 'node:path';
import { z } from 'zod';
import { type ConsentRecord, consentRecordSchema } from '../../../../shared/model/consent.ts';
import type { DocumentProblem } from '../../../../shared/model/problems/machine-problem.ts';
import type { Clock, Random } from '../../ports.ts';
import { VersionedDocument } from '../versioned-document.ts';

const documentSchema = z.object({ version: z.literal(1), consents: z.array(consentRecordSchema) });
type ConsentsDocument = z.infer<typeof documentSchema>;

const INITIAL: ConsentsDocument = { version: 1, consents: [] };

export type NewConsent = Omit<ConsentRecord, 'id' | 'voice' | 'recordedAt' | 'deletedAt'>;

export class ConsentRecords {
  readonly #document: VersionedDocument<ConsentsDocument>;
  readonly #clock: Clock;
  readonly #random: Random;

  private constructor(document: VersionedDocument<ConsentsDocument>, clock: Clock, random: Random) {
    this.#document = document;
    this.#clock = clock;
    this.#random = random;
  }

  static async open(
    dataFolder: string,
    { clock, random }: { readonly clock: Clock; readonly random: Random },
  ): Promise<ConsentRecords> {
    const path = join(dataFolder, 'consents.json');
    const document = await VersionedDocument.open({ path, schema: documentSchema, initial: INITIAL, clock });
    return new ConsentRecords(document, clock, random);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  list(): readonly ConsentRecord[] {
    return this.#document.value.consents;
  }

  idOf(voice: string): string | null {
    return this.list().find((consent) => consent.voice === voice)?.id ?? null;
  }

  /**
   * Saves a consent before the voice is requested.
   * @throws DocumentError, in which case the voice must not be requested
   */
  async add(consent: NewConsent): Promise<ConsentRecord> {
    const record: ConsentRecord = {
      ...consent,
      id: this.#random.id(),
      voice: null,
      recordedAt: this.#clock.now(),
      deletedAt: null,
    };
    try {
      await this.#document.change((value) => ({ ...value, consents: [...value.consents, record] }));
    } catch (error) {
      await this.remove(record.id).catch(() => {});
      throw error;
    }
    return record;
  }

  made(id: string, voice: string): Promise<void> {
    return this.#replace((record) => record.id === id, { voice });
  }

  deleted(voice: string): Promise<void> {
    return this.#replace((record) => record.voice === voice && record.deletedAt === null, {
      deletedAt: this.#clock.now(),
    });
  }

  /** Removes the consent for a voice that was never created. */
  remove(id: string): Promise<void> {
    return this.#document.change((value) => ({
      ...value,
      consents: value.consents.filter((record) => record.id !== id),
    }));
  }

  #replace(matches: (record: ConsentRecord) => boolean, change: Partial<ConsentRecord>): Promise<void> {
    return this.#document.change((value) => ({
      ...value,
      consents: value.consents.map((record) => (matches(record) ? { ...record, ...change } : record)),
    }));
  }
}
