// How fast each account's service finished work lately, so that the next run's end can be told before it begins.
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

const documentSchema = z.object({
  version: z.literal(1),
  /** Units of work per millisecond (see `workOf`), by origin and user id. */
  accounts: z.record(z.string(), z.number().positive()),
});
type PacesDocument = z.infer<typeof documentSchema>;

const nameOf = ({ origin, userId }: ConnectionIdentity): string => `${origin} ${userId}`;

/** A hint only: what can't be read or written costs a worse estimate, nothing else. */
export class ServicePaces {
  readonly #document: VersionedDocument<PacesDocument>;

  private constructor(document: VersionedDocument<PacesDocument>) {
    this.#document = document;
  }

  /** Opens `service-paces.json` in the application's data folder. Never fails. */
  static async open(dataFolder: string, clock: Clock): Promise<ServicePaces> {
    const path = join(dataFolder, 'service-paces.json');
    const initial: PacesDocument = { version: 1, accounts: {} };
    return new ServicePaces(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }));
  }

  /** Units of work per millisecond; null where the account's service was never measured. */
  of(account: ConnectionIdentity): number | null {
    return this.#document.value.accounts[nameOf(account)] ?? null;
  }

  /** Remembers a pace. Never fails. */
  async remember(account: ConnectionIdentity, pace: number): Promise<void> {
    const accounts = { ...this.#document.value.accounts, [nameOf(account)]: pace };
    await this.#document.change((value) => ({ ...value, accounts })).catch(() => {});
  }
}
