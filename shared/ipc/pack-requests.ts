// Requests for voice packs: list, install, download and remove.

import { PACK_LIMITS, packProblemSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceRightsSchema } from '../model/voice-use.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { request } from './request.ts';

const packFactsSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  /** Total size of all files. */
  bytes: z.int().min(0),
  rights: voiceRightsSchema,
  voices: z.array(z.object({ name: z.string(), languageCode: z.string() })),
});
export type PackFacts = z.infer<typeof packFactsSchema>;

const packEntrySchema = z.object({
  id: z.string(),
  /** Null if the pack is unusable. */
  pack: packFactsSchema.nullable(),
  problem: z.object({ kind: packProblemSchema, where: z.string() }).nullable(),
});
export type PackEntry = z.infer<typeof packEntrySchema>;

/**
 * A pack being added. `receiving`: dropped files are being transferred. `reading`: an archive is being unpacked.
 * `offered`: its contents are known and await confirmation. `installing`: its files are being copied and checked.
 */
export const packWorkSchema = z.object({
  stage: z.enum(['receiving', 'reading', 'offered', 'installing']),
  /** The name of the source folder or file. */
  name: z.string(),
  offer: packFactsSchema.nullable(),
  replaces: z.boolean(),
  /** Bytes in the current stage. */
  done: z.int().min(0),
  total: z.int().min(0),
});
export type PackWork = z.infer<typeof packWorkSchema>;

export const packStateSchema = z.object({
  packs: z.array(packEntrySchema),
  work: packWorkSchema.nullable(),
});
export type PackState = z.infer<typeof packStateSchema>;

const knownPackEntrySchema = z.object({
  /** `bytes` is the installed size. */
  pack: packFactsSchema,
  /** False if `bytes` is an estimate. */
  isSizeKnown: z.boolean(),
  /** Size of the archive in bytes. */
  download: z.int().min(1),
  host: z.string(),
  /** Bytes left from an earlier download. */
  arrived: z.int().min(0),
  isInstalled: z.boolean(),
});
export type KnownPackEntry = z.infer<typeof knownPackEntrySchema>;

/** A download in progress. `waiting`: the connection was lost and will be retried. */
export const packFetchSchema = z.object({
  id: z.string(),
  stage: z.enum(['fetching', 'waiting', 'unpacking', 'installing']),
  /** Bytes in the current stage. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** Null if unknown. */
  secondsLeft: z.int().min(0).nullable(),
});
export type PackFetchState = z.infer<typeof packFetchSchema>;

export const packFetchFailureSchema = z.object({ id: z.string(), error: bridgeErrorSchema });

export const knownPacksSchema = z.object({
  packs: z.array(knownPackEntrySchema),
  /** An error in the producer's own catalogue: the field's name, an empty string for the whole file, or null. */
  ownProblem: z.string().nullable(),
  fetch: packFetchSchema.nullable(),
  failure: packFetchFailureSchema.nullable(),
});
export type KnownPacksState = z.infer<typeof knownPacksSchema>;

const packId = z.object({ id: z.string().min(1).max(255) });

/** Chunk size for transferring dropped files to the studio. */
export const PACK_PART_BYTES = 4 * 1024 * 1024;

export const packRequests = {
  'packs.state': request(z.object({}), packStateSchema),
  /** Announces dropped files and returns the indices of those to send. A single file is treated as an archive. */
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
  /** Sends the next chunk of a file, in the order of `wanted`. */
  'packs.receivePart': request(
    z.object({
      file: z.int().min(0),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= PACK_PART_BYTES),
    }),
    z.null(),
  ),
  /** Ends the transfer. Resolves once the pack is offered. */
  'packs.receiveEnd': request(z.object({}), packStateSchema),
  /** Installs the offered pack. Resolves when finished. */
  'packs.install': request(z.object({}), packStateSchema),
  /** Cancels adding a pack and deletes its partial files. */
  'packs.cancel': request(z.object({}), packStateSchema),
  /** Permanently removes a pack. Takes made with it are kept. */
  'packs.remove': request(packId, packStateSchema),
  'packs.known': request(z.object({}), knownPacksSchema),
  /** Starts the download and installation of a pack; its licence must have been accepted. Resolves once started. */
  'packs.fetch': request(packId, knownPacksSchema),
  /** Pauses the download and keeps the data received, so that `packs.fetch` can resume. Resolves once stopped. */
  'packs.pauseFetch': request(z.object({}), knownPacksSchema),
  /** Cancels the download of a pack and deletes the data received. */
  'packs.giveUpFetch': request(packId, knownPacksSchema),
};

/** Handled by the main process. */
export const packShellRequests = {
  /** Asks for a pack's folder or archive in the system dialog and offers it. Null if cancelled. */
  'dialog.addPack': request(z.object({ from: z.enum(['folder', 'archive']) }), packStateSchema.nullable()),
};
