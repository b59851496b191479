// Replies contain a value or a typed error. Errors contain data; the renderer has their wording.

import { engineProblemSchema, packProblemSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceConsentSchema } from '../model/consent.ts';
import { exportProblemSchema, templateProblemSchema } from '../model/export/export-problem.ts';
import { FILE_TYPES } from '../model/file-types.ts';
import { conformProblemSchema } from '../model/problems/conform-problem.ts';
import { dataProblemSchema, localServiceProblemSchema } from '../model/problems/machine-problem.ts';
import { modelFailureSchema } from '../model/problems/model-failure.ts';
import { projectProblemSchema } from '../model/problems/project-problem.ts';
import { serviceProblemSchema } from '../model/problems/service-problem.ts';
import { soundFileProblemSchema } from '../model/problems/sound-file.ts';
import { outdatedReasonSchema } from './undo-requests.ts';

// All domain validation errors. Throwing or wording a reason that isn't listed here is a compile error.

const refused = <F extends string, const R extends readonly [string, ...string[]]>(field: F, reasons: R) =>
  z.object({ kind: z.literal('invalid'), field: z.literal(field), reason: z.enum(reasons) });

export const refusedValueSchema = z.discriminatedUnion('field', [
  /** The project was moved or copied, and the new location isn't confirmed yet. */
  refused('place', ['moved']),
  /** The producer pinned the seed, so a retake would sound the same. */
  refused('seed', ['pinned']),
  refused('line', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long', 'blocked']),
  refused('audition', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long']),
  refused('characterCap', ['reached']),
  refused('price', ['unconfirmed']),
  refused('folderId', ['unknown']),
  refused('rules', ['too-many']),
  refused('presetName', ['taken']),
  refused('snapshot', ['damaged']),
  refused('turnPrefix', ['empty', 'row-break', 'too-long', 'collides']),
  refused('voice', ['engine']),
  refused('consent', ['in-future', 'ended', 'too-large']),
  /** Why a role name is invalid. `speaks`: the role has lines, so it can't be removed. */
  refused('roleName', ['empty', 'too-long', 'not-a-mark', 'exists', 'narrator', 'speaks']),
  refused('trim', ['bad-trim']),
  refused('gain', ['bad-gain']),
  refused('note', ['long-note']),
  refused('target', ['unusable', 'banned', 'banned-export']),
  refused('cover', ['format', 'too-large', 'too-small', 'too-many-pixels']),
  refused('take', ['other-line', 'other-key', 'no-key', 'unplayable']),
  z.object({
    kind: z.literal('invalid'),
    field: z.literal('template'),
    reason: z.enum(['unusable']),
    problem: templateProblemSchema,
  }),
]);
export type RefusedValue = z.infer<typeof refusedValueSchema>;

export const REFUSED_VALUES = refusedValueSchema.options.map(({ shape }) => ({
  field: shape.field.value,
  reasons: shape.reason.options as readonly string[],
}));

/** `insecure`: a redirect to an unencrypted URL. `refused`: an unexpected HTTP status. `no-room`: the disk is full. */
const packFetchProblemSchema = z.enum([
  'unreachable',
  'insecure',
  'refused',
  'web-page',
  'wrong-size',
  'wrong-archive',
  'no-room',
]);

const serviceErrorSchema = z.object({ kind: z.literal('service'), failure: serviceProblemSchema });
const localServiceErrorSchema = z.object({ kind: z.literal('local-service'), problem: localServiceProblemSchema });
/** A problem with an entry in the data folder. */
const dataErrorSchema = z.object({ kind: z.literal('data-folder'), problem: dataProblemSchema });

const importErrorShape = { kind: z.literal('import'), file: z.string() };
const importErrorSchema = z.discriminatedUnion('problem', [
  z.object({
    ...importErrorShape,
    problem: z.enum([
      'binary',
      'empty',
      'encoding',
      'unknown-format',
      'damaged',
      'protected',
      'drm',
      'no-text',
      'too-complex',
      'not-found',
      'folder',
      'unreadable',
      'too-large',
    ]),
  }),
  z.object({ ...importErrorShape, problem: z.literal('wrong-file'), type: z.enum(FILE_TYPES) }),
]);

/** Why the current connection can't be opened. */
export const connectionErrorSchema = z.discriminatedUnion('kind', [
  serviceErrorSchema,
  localServiceErrorSchema,
  dataErrorSchema,
]);
export type ConnectionError = z.infer<typeof connectionErrorSchema>;

export const bridgeErrorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('malformed-request'), fields: z.array(z.string()) }),
  z.object({ kind: z.literal('forbidden') }),
  z.object({ kind: z.literal('no-project') }),
  z.object({
    kind: z.literal('not-found'),
    what: z.enum([
      'line',
      'take',
      'note',
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
      'snapshot',
      'pack',
      'cue',
      'sound',
      'recording',
      'file',
    ]),
  }),
  z.object({ kind: z.literal('outdated'), reason: outdatedReasonSchema, role: z.string().optional() }),
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  importErrorSchema,
  serviceErrorSchema,
  z.object({ kind: z.literal('sound-file'), problem: soundFileProblemSchema }),
  /** A recording from which no takes can be cut. */
  z.object({ kind: z.literal('recording'), problem: z.union([conformProblemSchema, soundFileProblemSchema]) }),
  z.object({ kind: z.literal('model'), failure: modelFailureSchema }),
  z.object({ kind: z.literal('engine'), problem: engineProblemSchema, url: z.string().nullable() }),
  /** `name` is the pack's folder or file. `where` is the affected file or field, or empty. */
  z.object({
    kind: z.literal('pack'),
    name: z.string(),
    problem: z.enum([...packProblemSchema.options, 'busy', 'disk-full', 'unwritable']),
    where: z.string(),
  }),
  /** `host` is empty for local errors; `needed` and `free` are in bytes, for `no-room`. */
  z.object({
    kind: z.literal('pack-fetch'),
    name: z.string(),
    problem: packFetchProblemSchema,
    host: z.string(),
    status: z.int().nullable(),
    needed: z.int().nullable(),
    free: z.int().nullable(),
  }),
  localServiceErrorSchema,
  /** The connection's key isn't available, so the producer has to enter it again. */
  z.object({ kind: z.literal('key-needed'), connectionId: z.string(), connectionName: z.string() }),
  z.object({ kind: z.literal('keychain-unavailable') }),
  z.object({ kind: z.literal('other-connection'), projectOrigin: z.string(), connectedOrigin: z.string() }),
  z.object({ kind: z.literal('no-connection') }),
  /** The document was changed elsewhere or closed, and must be read again. */
  z.object({ kind: z.literal('stale-document') }),
  refusedValueSchema,
  z.object({
    kind: z.literal('busy'),
    what: z.enum(['run', 'export', 'import', 'copy', 'clone', 'pack', 'other-window']),
  }),
  z.object({ kind: z.literal('export'), problem: exportProblemSchema }),
  /** Voices to which there is no valid consent. */
  z.object({
    kind: z.literal('consent'),
    doing: z.enum(['export', 'render']),
    voices: z.array(voiceConsentSchema.pick({ name: true, state: true }).extend({ lines: z.int() })),
  }),
  dataErrorSchema,
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('studio-gone') }),
  /** An internal error. `id` identifies the error's entry in the log. */
  z.object({ kind: z.literal('internal'), id: z.string() }),
]);
export type BridgeError = z.infer<typeof bridgeErrorSchema>;

export type Envelope<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BridgeError };

/** An envelope in transit. It is encoded as JSON text if that is faster. */
export type CrossingReply = Envelope<unknown> | string;

export const envelopeOf = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: bridgeErrorSchema }),
  ]);
