import { join } from 'node:path';
import { z } from 'zod';
import type { DocumentProblem } from '../../../shared/model/problems/machine-problem.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

const documentSchema = z.object({
  version: z.literal(1),
  /** Voice ids by connection id, most recent last. */
  connections: z.record(z.string(), z.array(z.string().min(1))),
});
type FavouritesDocument = z.infer<typeof documentSchema>;

export class FavouriteVoices {
  readonly #document: VersionedDocument<FavouritesDocument>;

  private constructor(document: VersionedDocument<FavouritesDocument>) {
    this.#document = document;
  }

  static async open(dataFolder: string, clock: Clock): Promise<FavouriteVoices> {
    const path = join(dataFolder, 'favourite-voices.json');
    const initial: FavouritesDocument = { version: 1, connections: {} };
    return new FavouriteVoices(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }));
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** Returns a connection's favourites, including voices that its service no longer lists. */
  of(connectionId: string): ReadonlySet<string> {
    return new Set(this.#document.value.connections[connectionId] ?? []);
  }

  set(connectionId: string, voiceId: string, isFavourite: boolean): Promise<void> {
    return this.#document.change((value) => {
      const others = (value.connections[connectionId] ?? []).filter((id) => id !== voiceId);
      const voices = isFavourite ? [...others, voiceId] : others;
      return { ...value, connections: { ...value.connections, [connectionId]: voices } };
    });
  }
}
