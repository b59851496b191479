// Keys are stored elsewhere (connection-keys.ts), because other users might be able to read this file.
import { join } from 'node:path';
import { httpUrlSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { keyStorageSchema } from '../../../../shared/ipc/settings-requests.ts';
import { budgetSettingsSchema, inDoubtPolicySchema } from '../../../../shared/model/connection.ts';
import type { DocumentProblem } from '../../../../shared/model/problems/machine-problem.ts';
import type { Clock, Random } from '../../ports.ts';
import { VersionedDocument } from '../versioned-document.ts';

const commonShape = {
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1),
  budget: budgetSettingsSchema,
  /** Price per 1,000 characters; null if unknown or free. */
  pricePerThousand: z.number().min(0).nullable(),
  currency: z.string(),
  /** The service calls this URL when a job or batch finishes; null for none. */
  webhookUrl: httpUrlSchema.nullable().default(null),
  inDoubtPolicy: inDoubtPolicySchema.default('ask'),
};

const savedConnectionSchema = z.discriminatedUnion('kind', [
  /** The built-in service; its address and key are in its own data folder. */
  z.object({ ...commonShape, kind: z.literal('local') }),
  z.object({
    ...commonShape,
    kind: z.literal('account'),
    baseUrl: httpUrlSchema,
    userId: z.string().min(1),
    keyStorage: keyStorageSchema,
  }),
]);
export type SavedConnection = z.infer<typeof savedConnectionSchema>;
export type SavedAccount = Extract<SavedConnection, { kind: 'account' }>;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
export type NewConnection = WithoutId<SavedConnection>;
type Changeable = Omit<SavedAccount, 'id' | 'kind'>;
export type ConnectionChange = { readonly [K in keyof Changeable]?: Changeable[K] | undefined };

const documentSchema = z.object({
  version: z.literal(1),
  connections: z.array(savedConnectionSchema),
  lastUsedId: z.string().nullable(),
});
type ConnectionsDocument = z.infer<typeof documentSchema>;

const INITIAL: ConnectionsDocument = { version: 1, connections: [], lastUsedId: null };

export class ConnectionBook {
  readonly #document: VersionedDocument<ConnectionsDocument>;
  readonly #random: Random;

  private constructor(document: VersionedDocument<ConnectionsDocument>, random: Random) {
    this.#document = document;
    this.#random = random;
  }

  static async open(
    dataFolder: string,
    { clock, random }: { readonly clock: Clock; readonly random: Random },
  ): Promise<ConnectionBook> {
    const path = join(dataFolder, 'connections.json');
    const document = await VersionedDocument.open({ path, schema: documentSchema, initial: INITIAL, clock });
    return new ConnectionBook(document, random);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  list(): readonly SavedConnection[] {
    return this.#document.value.connections;
  }

  find(id: string): SavedConnection | null {
    return this.list().find((connection) => connection.id === id) ?? null;
  }

  lastUsed(): SavedConnection | null {
    const { lastUsedId } = this.#document.value;
    return lastUsedId === null ? null : this.find(lastUsedId);
  }

  async add(connection: NewConnection): Promise<SavedConnection> {
    const added: SavedConnection = { ...connection, id: this.#random.id() };
    await this.#document.change((value) => ({ ...value, connections: [...value.connections, added] }));
    return added;
  }

  /**
   * Returns null if there is no such connection. For the local service, the address, user id and key storage are
   * ignored.
   */
  async update(id: string, change: ConnectionChange): Promise<SavedConnection | null> {
    const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const replace = (connection: SavedConnection): SavedConnection =>
      connection.id === id ? savedConnectionSchema.parse({ ...connection, ...changed }) : connection;
    await this.#document.change((value) => ({ ...value, connections: value.connections.map(replace) }));
    return this.find(id);
  }

  restore(connection: SavedConnection, at: number): Promise<void> {
    return this.#document.change((value) => ({
      ...value,
      connections: value.connections.toSpliced(at, 0, connection),
    }));
  }

  use(id: string): Promise<void> {
    return this.#document.change((value) => ({ ...value, lastUsedId: id }));
  }

  /** Doesn't remove the key; see `ConnectionKeys.forget`. */
  remove(id: string): Promise<void> {
    return this.#document.change(({ connections, lastUsedId, ...rest }) => ({
      ...rest,
      connections: connections.filter((connection) => connection.id !== id),
      lastUsedId: lastUsedId === id ? null : lastUsedId,
    }));
  }
}
