// How a reply crosses the bridge: a value, or an error of a known kind. Errors carry data; the renderer words them.

import { engineProblemSchema, packProblemSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { modelFailureSchema } from '../model/model-failure.ts';
import { projectProblemSchema } from '../model/project-problem.ts';
import { outdatedReasonSchema } from './undo-requests.ts';

/** Why an export can't be made, as the exporters name it. */
export const exportProblemSchema = z.enum([
  'template',
  'not-a-folder',
  'read-only',
  'disk-full',
  'busy',
  'other-project',
  'foreign-manifest',
  'damaged-manifest',
  'newer-manifest',
  'inside-project',
  'folder-gone',
  'folder-replaced',
  'file-in-use',
  'unwritable',
]);

// What went wrong with the service, as the window is told it: a kind, and the data that its sentence needs.

export const serviceFailureSchema = z.object({
  /** As the service's client names it, or `clones-only` and the like where a reply can't be used. */
  kind: z.enum([
    'invalid-parameters',
    'unauthorized',
    'unsupported-plan',
    'not-found',
    'method-not-allowed',
    'too-large',
    'unsupported-media-type',
    'rate-limited',
    'server-error',
    'unexpected-status',
    'redirected',
    'not-the-service',
    'unreadable-reply',
    'oversized-reply',
    'connection',
    'address-expired',
    'incomplete-download',
    'oversized-download',
    'insecure-address',
    'insecure-audio',
    'unusable-address',
    'unusable-credentials',
    'job-failed',
    'in-doubt',
  ]),
  /** The HTTP status, where there was an answer. */
  status: z.int().nullable(),
  /** One sentence of the client's own, without secrets: what happened, where, what to do. */
  sentence: z.string(),
});
export type ServiceFailure = z.infer<typeof serviceFailureSchema>;

// Every value that is refused for a reason of the trade, each with its reasons. One list: what is missing here does not
// compile where it is refused, and what is here has to be worded.

const refused = <F extends string, const R extends readonly [string, ...string[]]>(field: F, reasons: R) =>
  z.object({ kind: z.literal('invalid'), field: z.literal(field), reason: z.enum(reasons) });

/** A value that can't be taken: which, and why. */
export const refusedValueSchema = z.discriminatedUnion('field', [
  /** The project was moved or copied, and the producer has not confirmed where it belongs. */
  refused('place', ['moved']),
  /** The producer chose the seed, so that a retake would sound the same. */
  refused('seed', ['pinned']),
  refused('line', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long', 'blocked']),
  refused('audition', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long']),
  refused('characterCap', ['reached']),
  /** It costs more than the producer wants to spend unasked. */
  refused('price', ['unconfirmed']),
  /** A folder that was not chosen in this session. */
  refused('folderId', ['unknown']),
  /** More pronunciation rules than a project takes. */
  refused('rules', ['too-many']),
  /** Another preset of the project has the name. */
  refused('presetName', ['taken']),
  refused('turnPrefix', ['empty', 'row-break', 'too-long', 'collides']),
  /** A voice that batches do not take. */
  refused('voice', ['engine']),
  /** A consent that is dated later than today. */
  refused('consent', ['in-future']),
  /** What a role can't be called; `speaks`: it has lines, and can't be removed. */
  refused('roleName', ['empty', 'too-long', 'not-a-mark', 'exists', 'narrator', 'speaks']),
  refused('trim', ['bad-trim']),
  refused('gain', ['bad-gain']),
  refused('note', ['long-note']),
  /** What it is exported for can't be made of the project. */
  refused('target', ['unusable']),
  refused('cover', ['format', 'too-large', 'too-small', 'too-many-pixels']),
  refused('take', ['other-line', 'other-key', 'no-key', 'unplayable']),
  /** `detail` is the sentence of the rules on what is wrong with the template. */
  z.object({
    kind: z.literal('invalid'),
    field: z.literal('template'),
    reason: z.enum(['unusable']),
    detail: z.string(),
  }),
]);
export type RefusedValue = z.infer<typeof refusedValueSchema>;

/** Every reason there is, by what is refused. */
export const REFUSED_VALUES = refusedValueSchema.options.map(({ shape }) => ({
  field: shape.field.value,
  reasons: shape.reason.options as readonly string[],
}));

/**
 * `unreachable`: no answer, or it broke off again and again. `insecure`: it leads to a place that is not private. `refused`:
 * another status. `web-page`: a page came in its place. `wrong-size`, `wrong-archive`: another file. `no-room`: on the drive.
 */
const packFetchProblemSchema = z.enum([
  'unreachable',
  'insecure',
  'refused',
  'web-page',
  'wrong-size',
  'wrong-archive',
  'no-room',
]);

/** Everything that a request may answer in place of its value. */
export const bridgeErrorSchema = z.discriminatedUnion('kind', [
  /** The request was not of the contract's form; `fields` are the paths of what is wrong. */
  z.object({ kind: z.literal('malformed-request'), fields: z.array(z.string()) }),
  /** It came from a frame that may not ask. */
  z.object({ kind: z.literal('forbidden') }),
  z.object({ kind: z.literal('no-project') }),
  z.object({
    kind: z.literal('not-found'),
    what: z.enum([
      'line',
      'take',
      'chapter',
      'role',
      'batch',
      'connection',
      'key',
      'project',
      'audition',
      'voice',
      'sample',
      'consent',
      'preset',
      'step',
      'pack',
    ]),
  }),
  /** A step can't be taken back any more: it would undo something else. `role`: whose cast it is about, where that matters. */
  z.object({ kind: z.literal('outdated'), reason: outdatedReasonSchema, role: z.string().optional() }),
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  /** A file that can't be imported; `file` is its name, `problem` as the importers name it. */
  z.object({
    kind: z.literal('import'),
    file: z.string(),
    problem: z.enum([
      'binary',
      'empty',
      'encoding',
      'unknown-format',
      'damaged',
      'protected',
      'no-text',
      'too-complex',
      'not-found',
      'folder',
      'unreadable',
      'too-large',
    ]),
  }),
  z.object({ kind: z.literal('service'), failure: serviceFailureSchema }),
  /** The language model can't be asked. */
  z.object({ kind: z.literal('model'), failure: modelFailureSchema }),
  /** An engine that the local service is to speak with can't be used; `url`: where it is, where that is known. */
  z.object({ kind: z.literal('engine'), problem: engineProblemSchema, url: z.string().nullable() }),
  /** A voice pack can't be added; `name`: of its folder or file, `where`: the file or field concerned, '' where there is none. */
  z.object({
    kind: z.literal('pack'),
    name: z.string(),
    problem: z.enum([...packProblemSchema.options, 'busy', 'disk-full', 'unwritable']),
    where: z.string(),
  }),
  /** A voice pack could not be fetched. `host`: '' where it is about this machine; `needed`, `free`: bytes, for `no-room`. */
  z.object({
    kind: z.literal('pack-fetch'),
    name: z.string(),
    problem: packFetchProblemSchema,
    host: z.string(),
    status: z.int().nullable(),
    needed: z.int().nullable(),
    free: z.int().nullable(),
  }),
  /** The service that Lectern brings could not be started; `detail` is what it said. */
  z.object({ kind: z.literal('local-service'), detail: z.string() }),
  /** The connection's key is not at hand: the producer has to enter it. */
  z.object({ kind: z.literal('key-needed'), connectionId: z.string(), connectionName: z.string() }),
  z.object({ kind: z.literal('keychain-unavailable') }),
  /** The project's lines belong to another service than the one that is connected. */
  z.object({ kind: z.literal('other-connection'), projectOrigin: z.string(), connectedOrigin: z.string() }),
  z.object({ kind: z.literal('no-connection') }),
  /** The document was changed elsewhere, or is no longer open: read it again. */
  z.object({ kind: z.literal('stale-document') }),
  refusedValueSchema,
  /** Something else has to end first. */
  z.object({
    kind: z.literal('busy'),
    what: z.enum(['run', 'export', 'import', 'copy', 'clone', 'pack', 'other-window']),
  }),
  z.object({
    kind: z.literal('export'),
    problem: exportProblemSchema,
    path: z.string(),
    detail: z.string(),
  }),
  z.object({ kind: z.literal('data-folder'), detail: z.string() }),
  /** The producer called it off. */
  z.object({ kind: z.literal('cancelled') }),
  /** The process that holds the project ended; it is being started again. */
  z.object({ kind: z.literal('studio-gone') }),
  /** A defect of ours. `id` is in the log. */
  z.object({ kind: z.literal('internal'), id: z.string() }),
]);
export type BridgeError = z.infer<typeof bridgeErrorSchema>;

/** What a request answers. */
export type Envelope<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BridgeError };

/** An envelope on its way to the window, as JSON where that is cheaper. */
export type CrossingReply = Envelope<unknown> | string;

/** The schema of a reply whose value is of the given form. */
export const envelopeOf = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: bridgeErrorSchema }),
  ]);
