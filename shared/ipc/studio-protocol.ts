// What the main process and the studio say to each other over the studio's message port. Both sides parse what comes.
// The studio is a process of its own: it holds the project, and may end and be started again at any time.
import { z } from 'zod';
import { envelopeOf } from './envelope.ts';
import { packStateSchema } from './pack-requests.ts';
import { importPreviewSchema, projectSummarySchema } from './project-requests.ts';
import { request } from './request.ts';
import { placeSchema } from './settings-requests.ts';
import { stepShape } from './undo-requests.ts';

/** The first message to the studio; nothing is answered before it came. Paths are absolute. */
export const studioInitSchema = z.object({
  type: z.literal('init'),
  /** New projects are made in it; it need not be there yet. */
  projectsFolder: z.string(),
  /** Holds `earnest-scene.txt`, the sample that Lectern brings. */
  samplesFolder: z.string(),
  /** The file that starts the local service. */
  serviceEntry: z.string(),
  /** Whether `encrypt` and `decrypt` work: the operating system's keychain is at hand. */
  keychain: z.boolean(),
  /**
   * Whether the local service is started by the main process (`startService`); else the studio starts it as a process
   * of its own.
   */
  forksService: z.boolean(),
  /** In a release, whose replies have passed the tests: they are not parsed. */
  trustsReplies: z.boolean().optional(),
});
export type StudioInit = z.infer<typeof studioInitSchema>;

const mediaSchema = z.object({ path: z.string(), sizeBytes: z.int(), contentType: z.string() });

/** What only the main process may ask: it names paths, which the window never does. Answered with an envelope. */
export const INTERNAL_REQUESTS = {
  /** Opens the project at a path, in the place of one that is open. `toRead`: one that another Lectern writes. */
  openProject: request(z.object({ path: z.string(), toRead: z.boolean().optional() }), projectSummarySchema),
  /** Reads a script; `project.createFromImport` makes a project of it. */
  previewImportFile: request(z.object({ path: z.string(), together: z.boolean() }), importPreviewSchema),
  /** The same for what is on the clipboard. */
  previewPasted: request(z.object({ name: z.string(), text: z.string() }), importPreviewSchema),
  /** A folder that the producer chose in the system's dialog: `export.start` takes the name that it gets here. */
  registerExportFolder: request(z.object({ path: z.string() }), z.object({ folderId: z.string() })),
  /** A project's folder that the producer chose: `cast.copy` takes the name that it gets here. */
  registerCastFolder: request(z.object({ path: z.string() }), z.object({ folderId: z.string() })),
  /** Looks at a voice pack's folder or archive, and offers it. */
  offerPack: request(z.object({ path: z.string() }), packStateSchema),
  /** The file of a take; null where there is none. */
  locateMedia: request(z.object({ kind: z.literal('take'), takeId: z.int() }), mediaSchema.nullable()),
  /** The cover of a project of the library; null where it has none. */
  locateCover: request(z.object({ id: z.string() }), mediaSchema.nullable()),
  /** Where a project of the library lies. */
  locateRecent: request(z.object({ id: z.string() }), z.object({ path: z.string() })),
  /** A missing project was found again. `other`: the name of what lies there instead; nothing was changed then. */
  relocateProject: request(z.object({ id: z.string(), path: z.string() }), z.object({ other: z.string().nullable() })),
  /** Gives a project of the library a cover. */
  setCoverFile: request(z.object({ id: z.string(), path: z.string() }), z.object(stepShape)),
  /** Of an audition that was begun; null where it is not known any more. */
  auditionType: request(z.object({ auditionId: z.string() }), z.object({ contentType: z.string() }).nullable()),
  /**
   * The bytes of an audition from an offset on, as soon as there are any. `done`: none come after these. Null: it was
   * stopped, or broke off, and nothing more comes.
   */
  readAudition: request(
    z.object({ auditionId: z.string(), offset: z.int().min(0) }),
    z.object({ bytes: z.instanceof(Uint8Array), done: z.boolean() }).nullable(),
  ),
  /** Where the project, its last export, or what Lectern keeps for itself lies; null where there is none. */
  locate: request(z.object({ what: placeSchema }), z.object({ path: z.string().nullable() })),
  /** New projects are made in this folder from now on. */
  setProjectsFolder: request(z.object({ path: z.string() }), z.null()),
  /** Asked before the window closes. Nothing is ever unsaved: an edit is on the disk when it is answered. */
  prepareToClose: request(
    z.object({}),
    z.object({ running: z.boolean(), unsaved: z.literal(false), waiting: z.int(), inFlight: z.int() }),
  ),
  /** Sends nothing more, notes what is on its way, closes the project. The studio is at its end when this answers. */
  quit: request(z.object({}), z.null()),
};
export type InternalName = keyof typeof INTERNAL_REQUESTS;
export type InternalRequestOf<N extends InternalName> = z.output<(typeof INTERNAL_REQUESTS)[N]['input']>;
export type InternalReplyOf<N extends InternalName> = z.output<(typeof INTERNAL_REQUESTS)[N]['output']>;

/** What only the main process can do for the studio. */
export const STUDIO_CALLS = {
  /** The operating system's keychain: bytes that only this user's Lectern reads again. */
  encrypt: request(z.object({ text: z.string() }), z.object({ bytes: z.instanceof(Uint8Array) })),
  decrypt: request(z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ text: z.string() })),
  /**
   * Starts the local service as a utility process with these arguments; what it writes on stderr goes to the end of
   * the file `logPath`. `started`: the first row of its stdout; `ended`: its exit status, where it ended before.
   */
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

/** What the main process is told, without being asked for anything. */
export const studioNoticeSchema = z.discriminatedUnion('kind', [
  /** A run came to its end: a notification, where the window is not in front. */
  z.object({
    kind: z.literal('run-finished'),
    project: z.string(),
    rendered: z.int(),
    failed: z.int(),
    inDoubt: z.int(),
    lost: z.int(),
    /** Why it ended before its time, in a sentence. */
    stopped: z.string().nullable(),
  }),
  /** An export came to its end: a notification, where the window is not in front. */
  z.object({
    kind: z.literal('export-finished'),
    project: z.string(),
    outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
    files: z.int(),
    failed: z.int(),
    leftOut: z.int(),
    /** Why it stopped, in a sentence. */
    problem: z.string().nullable(),
  }),
  /** For the task bar: 0 to 1, null for none. */
  z.object({ kind: z.literal('progress'), fraction: z.number().min(0).max(1).nullable() }),
  /** A row for the log file: no key and no words of a script are ever in it. */
  z.object({ kind: z.literal('log'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
]);
export type StudioNotice = z.infer<typeof studioNoticeSchema>;

const reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  /** One sentence. */
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Main process to studio. Names are checked by the receiver against its table, values by the table's schema. */
export const toStudioSchema = z.discriminatedUnion('type', [
  studioInitSchema,
  z.object({ type: z.literal('request'), id: z.int(), channel: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('internal'), id: z.int(), name: z.string(), input: z.unknown() }),
  /** Answers a `call`. */
  z.object({ type: z.literal('call-reply'), id: z.int(), reply }),
  /** The machine goes to sleep, or woke up. */
  z.object({ type: z.literal('power'), state: z.enum(['suspend', 'resume']) }),
]);
export type ToStudio = z.infer<typeof toStudioSchema>;

/** Studio to main process. */
export const fromStudioSchema = z.discriminatedUnion('type', [
  /** After `init`: requests are answered from now on. */
  z.object({ type: z.literal('ready') }),
  /** Answers a `request` or an `internal`; ids of the two are of one row of numbers. */
  z.object({ type: z.literal('reply'), id: z.int(), envelope: envelopeOf(z.unknown()) }),
  /**
   * Answers a `request` by its envelope as JSON, parsed by the contract before. A text crosses three processes at a tenth
   * of what its objects cost the main process (100,000 lines: 36 ms against 190), so that every reply without bytes in it
   * comes this way. With bytes in it (`review.peaks`): by `reply`.
   */
  z.object({ type: z.literal('reply-text'), id: z.int(), text: z.string() }),
  /** To be handed on to the window, by the table of events. */
  z.object({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
  z.object({ type: z.literal('call'), id: z.int(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('notice'), notice: studioNoticeSchema }),
]);
export type FromStudio = z.infer<typeof fromStudioSchema>;
