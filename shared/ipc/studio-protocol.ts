// The studio is a separate process that has the project open and may end and restart at any time.

import { z } from 'zod';
import { exportStopSchema } from '../model/export/export-problem.ts';
import { runStopSchema } from '../model/problems/run-stop.ts';
import { cuePlaceSchema } from './cue-requests.ts';
import { envelopeOf } from './envelope.ts';
import { packStateSchema } from './pack-requests.ts';
import { importPreviewSchema, projectSummarySchema } from './project-requests.ts';
import { request } from './request.ts';
import { shownFolderSchema } from './settings-requests.ts';
import { chosenFileSchema } from './signing-requests.ts';
import { stepShape } from './undo-requests.ts';

/** Must be sent before any request. Paths are absolute. */
export const studioInitSchema = z.object({
  type: z.literal('init'),
  /** The file or folder may not exist yet. */
  projectsFolder: z.string(),
  samplesFolder: z.string(),
  serviceEntry: z.string(),
  keychain: z.boolean(),
  /** Whether the main process starts the local service (`startService`) or the studio starts it itself. */
  forksService: z.boolean(),
  /** Skips validation of replies. Set in releases, because the tests already validate replies. */
  trustsReplies: z.boolean().optional(),
});
export type StudioInit = z.infer<typeof studioInitSchema>;

const mediaSchema = z.object({ path: z.string(), sizeBytes: z.int(), contentType: z.string() });

/** Requests that only the main process may send, because they contain paths. The reply is an envelope. */
export const INTERNAL_REQUESTS = {
  /** With `toRead`, a project that another process has open is opened read-only. */
  openProject: request(z.object({ path: z.string(), toRead: z.boolean().optional() }), projectSummarySchema),
  previewImportFile: request(z.object({ path: z.string(), together: z.boolean() }), importPreviewSchema),
  previewPasted: request(z.object({ name: z.string(), text: z.string() }), importPreviewSchema),
  registerExportFolder: request(z.object({ path: z.string() }), z.object({ folderId: z.string() })),
  registerCastFolder: request(z.object({ path: z.string() }), z.object({ folderId: z.string() })),
  offerPack: request(z.object({ path: z.string() }), packStateSchema),
  locateMedia: request(z.object({ kind: z.literal('take'), takeId: z.int() }), mediaSchema.nullable()),
  locateCover: request(z.object({ id: z.string() }), mediaSchema.nullable()),
  locateRecent: request(z.object({ id: z.string() }), z.object({ path: z.string() })),
  /**
   * Sets a missing project's new path, unless the path contains a different project. In that case, `other` is that
   * project's name.
   */
  relocateProject: request(z.object({ id: z.string(), path: z.string() }), z.object({ other: z.string().nullable() })),
  attachSound: request(cuePlaceSchema.extend({ path: z.string() }), z.object(stepShape)),
  registerRecording: request(z.object({ path: z.string() }), z.object({ recordingId: z.string(), name: z.string() })),
  registerSignerFile: request(z.object({ path: z.string() }), chosenFileSchema),
  registerFinishedFile: request(z.object({ path: z.string() }), chosenFileSchema),
  setCoverFile: request(z.object({ id: z.string(), path: z.string() }), z.object(stepShape)),
  auditionType: request(z.object({ auditionId: z.string() }), z.object({ contentType: z.string() }).nullable()),
  /**
   * Returns audio from an offset, once available. `done` marks the last chunk. Null means that the audition was
   * stopped or has failed.
   */
  readAudition: request(
    z.object({ auditionId: z.string(), offset: z.int().min(0) }),
    z.object({ bytes: z.instanceof(Uint8Array), done: z.boolean() }).nullable(),
  ),
  locate: request(z.object({ what: shownFolderSchema }), z.object({ path: z.string().nullable() })),
  setProjectsFolder: request(z.object({ path: z.string() }), z.null()),
  /** `unsaved` is always false, because acknowledged edits are already on disk. */
  prepareToClose: request(
    z.object({}),
    z.object({ running: z.boolean(), unsaved: z.literal(false), waiting: z.int(), inFlight: z.int() }),
  ),
  /** The studio can be terminated once it has replied. */
  quit: request(z.object({}), z.null()),
};
export type InternalName = keyof typeof INTERNAL_REQUESTS;
export type InternalRequestOf<N extends InternalName> = z.output<(typeof INTERNAL_REQUESTS)[N]['input']>;
export type InternalReplyOf<N extends InternalName> = z.output<(typeof INTERNAL_REQUESTS)[N]['output']>;

export const STUDIO_CALLS = {
  encrypt: request(z.object({ text: z.string() }), z.object({ bytes: z.instanceof(Uint8Array) })),
  decrypt: request(z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ text: z.string() })),
  /** `row` is the first line of the service's stdout; `ended` means that the service exited before writing one. */
  startService: request(
    z.object({ arguments: z.array(z.string()), logPath: z.string() }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('started'), serviceId: z.string(), row: z.string() }),
      z.object({ kind: z.literal('ended'), code: z.int().nullable() }),
    ]),
  ),
  stopService: request(z.object({ serviceId: z.string() }), z.null()),
};
export type StudioCallName = keyof typeof STUDIO_CALLS;
export type StudioCallOf<N extends StudioCallName> = z.output<(typeof STUDIO_CALLS)[N]['input']>;
export type StudioCallReplyOf<N extends StudioCallName> = z.output<(typeof STUDIO_CALLS)[N]['output']>;

export const studioNoticeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run-finished'),
    project: z.string(),
    rendered: z.int(),
    failed: z.int(),
    inDoubt: z.int(),
    lost: z.int(),
    stopped: runStopSchema.nullable(),
    isCancelled: z.boolean(),
    /** Other projects whose runs continue, or start when it is their turn. */
    others: z.int(),
  }),
  z.object({
    kind: z.literal('export-finished'),
    project: z.string(),
    outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
    files: z.int(),
    failed: z.int(),
    leftOut: z.int(),
    problem: exportStopSchema.nullable(),
  }),
  /** `runs` is the number of projects that are rendering; absent if this is about an export. */
  z.object({ kind: z.literal('progress'), runs: z.int().optional(), fraction: z.number().min(0).max(1).nullable() }),
  /** Must never contain keys or script text. */
  z.object({ kind: z.literal('log'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
]);
export type StudioNotice = z.infer<typeof studioNoticeSchema>;

const reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

export const toStudioSchema = z.discriminatedUnion('type', [
  studioInitSchema,
  z.object({ type: z.literal('request'), id: z.int(), channel: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('internal'), id: z.int(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('call-reply'), id: z.int(), reply }),
  z.object({ type: z.literal('power'), state: z.enum(['suspend', 'resume']) }),
]);
export type ToStudio = z.infer<typeof toStudioSchema>;

export const fromStudioSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Replies to a `request` or an `internal`, which share one sequence of ids. */
  z.object({ type: z.literal('reply'), id: z.int(), envelope: envelopeOf(z.unknown()) }),
  /**
   * Replies without binary data use JSON text. The main process forwards text in a fraction of the time that objects
   * take (36 ms instead of 190 ms for 100,000 lines).
   */
  z.object({ type: z.literal('reply-text'), id: z.int(), text: z.string() }),
  z.object({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
  z.object({ type: z.literal('call'), id: z.int(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('notice'), notice: studioNoticeSchema }),
]);
export type FromStudio = z.infer<typeof fromStudioSchema>;
