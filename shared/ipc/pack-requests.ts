// Voice packs on this machine, as the window shows, installs and removes them.

import { PACK_LIMITS, packProblemSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceRightsSchema } from '../model/voice-use.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { request } from './request.ts';

/** What a pack says of itself. */
const packFactsSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  /** Of all files. */
  bytes: z.int().min(0),
  rights: voiceRightsSchema,
  voices: z.array(z.object({ name: z.string(), languageCode: z.string() })),
});
export type PackFacts = z.infer<typeof packFactsSchema>;

/** A pack that is installed. */
const packEntrySchema = z.object({
  id: z.string(),
  /** Null: it can't be used. */
  pack: packFactsSchema.nullable(),
  problem: z.object({ kind: packProblemSchema, where: z.string() }).nullable(),
});
export type PackEntry = z.infer<typeof packEntrySchema>;

/**
 * A pack that is being added. `receiving`: files that were dropped are on their way. `reading`: an archive is unpacked.
 * `offered`: it is known what it is, and waits for the producer's word. `installing`: its files are copied and looked at.
 */
export const packWorkSchema = z.object({
  stage: z.enum(['receiving', 'reading', 'offered', 'installing']),
  /** Of the folder or file that it is taken from. */
  name: z.string(),
  /** Null: not known yet. */
  offer: packFactsSchema.nullable(),
  /** Whether it takes the place of one that is installed. */
  replaces: z.boolean(),
  /** Bytes of the stage. */
  done: z.int().min(0),
  total: z.int().min(0),
});
export type PackWork = z.infer<typeof packWorkSchema>;

export const packStateSchema = z.object({
  packs: z.array(packEntrySchema),
  /** Null: none is being added. */
  work: packWorkSchema.nullable(),
});
export type PackState = z.infer<typeof packStateSchema>;

/** A pack that can be fetched. */
const knownPackEntrySchema = z.object({
  /** `bytes`: what it takes once it is installed. */
  pack: packFactsSchema,
  /** False: that is an estimate. */
  isSizeKnown: z.boolean(),
  /** Bytes of its archive. */
  download: z.int().min(1),
  /** Where it is fetched from. */
  host: z.string(),
  /** Bytes of its archive that an earlier fetch left. */
  arrived: z.int().min(0),
  isInstalled: z.boolean(),
});
export type KnownPackEntry = z.infer<typeof knownPackEntrySchema>;

/** A pack that is being fetched. `waiting`: the connection was lost, and is tried again in a while. */
export const packFetchSchema = z.object({
  id: z.string(),
  stage: z.enum(['fetching', 'waiting', 'unpacking', 'installing']),
  /** Bytes of the stage. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** Null: not known. */
  secondsLeft: z.int().min(0).nullable(),
});
export type PackFetchState = z.infer<typeof packFetchSchema>;

/** Why the latest fetch ended without a pack. */
export const packFetchFailureSchema = z.object({ id: z.string(), error: bridgeErrorSchema });

export const knownPacksSchema = z.object({
  packs: z.array(knownPackEntrySchema),
  /** What of the producer's own catalogue makes no sense: a field, '' for all of it; null where nothing is wrong. */
  ownProblem: z.string().nullable(),
  /** Null: none is being fetched. */
  fetch: packFetchSchema.nullable(),
  failure: packFetchFailureSchema.nullable(),
});
export type KnownPacksState = z.infer<typeof knownPacksSchema>;

const packId = z.object({ id: z.string().min(1).max(255) });

/** Bytes of a dropped file that cross the bridge at a time. */
export const PACK_PART_BYTES = 4 * 1024 * 1024;

export const packRequests = {
  'packs.state': request(z.object({}), packStateSchema),
  /**
   * Files that were dropped will come, part after part. One file without a folder is taken for an archive. Answers which of
   * them are wanted, by their places.
   */
  'packs.receive': request(
    z.object({
      name: z.string().min(1).max(255),
      files: z
        .array(z.object({ path: z.string().min(1).max(1000), size: z.int().min(0).max(PACK_LIMITS.bytes) }))
        .min(1)
        .max(PACK_LIMITS.files * 2),
      isFolder: z.boolean(),
    }),
    z.object({ wanted: z.array(z.int()) }),
  ),
  /** The next bytes of a file, in the order in which they are wanted. */
  'packs.receivePart': request(
    z.object({
      file: z.int().min(0),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= PACK_PART_BYTES),
    }),
    z.null(),
  ),
  /** All of it has come. Answers once it is offered. */
  'packs.receiveEnd': request(z.object({}), packStateSchema),
  /** Installs what is offered. Answers once it is there. */
  'packs.install': request(z.object({}), packStateSchema),
  /** Ends what is being added; nothing of it stays. */
  'packs.cancel': request(z.object({}), packStateSchema),
  /** Takes a pack away for good. Takes that it spoke stay. */
  'packs.remove': request(packId, packStateSchema),
  /** Packs that can be fetched. */
  'packs.known': request(z.object({}), knownPacksSchema),
  /** Fetches a pack and installs it; its licence has been accepted. Answers once that has begun. */
  'packs.fetch': request(packId, knownPacksSchema),
  /** Ends the fetch. What has arrived stays; `packs.fetch` goes on with it. Answers once nothing is at work. */
  'packs.pauseFetch': request(z.object({}), knownPacksSchema),
  /** Ends the fetch of a pack, where it is the one that is fetched, and removes what has arrived. */
  'packs.giveUpFetch': request(packId, knownPacksSchema),
};

/** Answered by the main process. */
export const packShellRequests = {
  /** Asks for a pack's folder or archive with the system's own dialog, and offers it. Null: called off. */
  'dialog.addPack': request(z.object({ from: z.enum(['folder', 'archive']) }), packStateSchema.nullable()),
};
