import { PACK_LIMITS, type PackEngine, packProblemSchema, type RecogniserModel } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceRightsSchema } from '../model/voice-use.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { request } from './request.ts';

const RECOGNISER_MODELS = [
  'transducer',
  'nemo-transducer',
  'nemo-ctc',
  'zipformer-ctc',
  'paraformer',
  'sense-voice',
  'whisper',
] as const satisfies readonly RecogniserModel['kind'][];
const VOICE_ENGINES = ['kokoro', 'matcha', 'vits', 'kitten', 'pocket'] as const satisfies readonly PackEngine['kind'][];

const commonFactsSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  bytes: z.int().min(0),
  rights: voiceRightsSchema,
  /** Empty for a recogniser. */
  voices: z.array(z.object({ name: z.string(), languageCode: z.string() })),
  /** The languages of the voices, or those that a recogniser recognises, without duplicates. */
  languages: z.array(z.string()),
});

const packFactsSchema = z.discriminatedUnion('kind', [
  commonFactsSchema.extend({ kind: z.literal('voices'), engine: z.enum(VOICE_ENGINES) }),
  commonFactsSchema.extend({ kind: z.literal('recogniser'), engine: z.enum(RECOGNISER_MODELS) }),
]);
export type PackFacts = z.infer<typeof packFactsSchema>;

const packEntrySchema = z.object({
  id: z.string(),
  pack: packFactsSchema.nullable(),
  problem: z.object({ kind: packProblemSchema, where: z.string() }).nullable(),
});
export type PackEntry = z.infer<typeof packEntrySchema>;

/** `offered`: the pack's contents are known, and the producer has yet to confirm. */
export const packWorkSchema = z.object({
  stage: z.enum(['receiving', 'reading', 'offered', 'installing']),
  name: z.string(),
  offer: packFactsSchema.nullable(),
  replaces: z.boolean(),
  /** Number of bytes processed in the current stage. */
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
  isSizeKnown: z.boolean(),
  download: z.int().min(1),
  host: z.string(),
  /** Number of bytes kept from an earlier download. */
  arrived: z.int().min(0),
  isInstalled: z.boolean(),
});
export type KnownPackEntry = z.infer<typeof knownPackEntrySchema>;

/** `waiting`: the connection was lost, and the download will be retried. */
export const packFetchSchema = z.object({
  id: z.string(),
  stage: z.enum(['fetching', 'waiting', 'unpacking', 'installing']),
  done: z.int().min(0),
  total: z.int().min(0),
  secondsLeft: z.int().min(0).nullable(),
});
export type PackFetchState = z.infer<typeof packFetchSchema>;

export const packFetchFailureSchema = z.object({ id: z.string(), error: bridgeErrorSchema });

export const knownPacksSchema = z.object({
  packs: z.array(knownPackEntrySchema),
  /**
   * An error in the producer's custom catalogue: the field's name, or an empty string if the whole file is invalid.
   * Null if there is no error.
   */
  ownProblem: z.string().nullable(),
  fetch: packFetchSchema.nullable(),
  failure: packFetchFailureSchema.nullable(),
});
export type KnownPacksState = z.infer<typeof knownPacksSchema>;

const packId = z.object({ id: z.string().min(1).max(255) });

export const PACK_PART_BYTES = 4 * 1024 * 1024;

export const packRequests = {
  'packs.state': request(z.object({}), packStateSchema),
  /** Announces dropped files and returns the indexes of the files to send. A single file is treated as an archive. */
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
  /** Chunks of a file are sent in the order of `wanted`. */
  'packs.receivePart': request(
    z.object({
      file: z.int().min(0),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= PACK_PART_BYTES),
    }),
    z.null(),
  ),
  /** Resolves once the pack is offered. */
  'packs.receiveEnd': request(z.object({}), packStateSchema),
  'packs.install': request(z.object({}), packStateSchema),
  'packs.cancel': request(z.object({}), packStateSchema),
  'packs.remove': request(packId, packStateSchema),
  'packs.known': request(z.object({}), knownPacksSchema),
  /** Resolves once the download has started. The pack's licence must have been accepted. */
  'packs.fetch': request(packId, knownPacksSchema),
  /** Resolves once the download has stopped. The received data is kept, so that `packs.fetch` can resume. */
  'packs.pauseFetch': request(z.object({}), knownPacksSchema),
  'packs.giveUpFetch': request(packId, knownPacksSchema),
};

export const packShellRequests = {
  'dialog.addPack': request(z.object({ from: z.enum(['folder', 'archive']) }), packStateSchema.nullable()),
};
