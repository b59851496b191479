// How a reply crosses the bridge: a value, or an error of a known kind. Errors carry data; the renderer words them.
import { z } from 'zod';
import { projectProblemSchema } from '../model/project-problem.ts';
import { exportProblemSchema } from './export-problems.ts';
import { refusedValueSchema } from './refused-values.ts';
import { serviceFailureSchema } from './service-failure.ts';
import { outdatedReasonSchema } from './undo-requests.ts';

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
      'not-found',
      'folder',
      'unreadable',
      'too-large',
    ]),
  }),
  z.object({ kind: z.literal('service'), failure: serviceFailureSchema }),
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
  z.object({ kind: z.literal('busy'), what: z.enum(['run', 'export', 'import', 'copy', 'clone', 'other-window']) }),
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

/** The schema of a reply whose value is of the given form. */
export const envelopeOf = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: bridgeErrorSchema }),
  ]);
