// Records the cost of an audition before requesting it, because services charge for auditions as for any other text.

import type { Engine, SingleCreation, StreamCreation } from '@lectern/tts-protocol';
import { BOUNDS } from '@lectern/tts-protocol';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { DownloadSink } from '../api/download.ts';
import type { FullServiceClient } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Project } from '../project/project.ts';
import { recordAudition, remainingBudget, removeAudition } from '../project/spending/remaining-budget.ts';
import { buildLineRequest, type LineRequestInput, type LineRequestProblem } from '../rules/line-request.ts';
import { audioLimitOf } from '../rules/longest-speech.ts';
import type { ProjectSession } from '../session/project-session.ts';

interface AuditionInput {
  readonly text: string;
  readonly role: string;
  readonly lineId: number | null;
  /** Whether to send parameters that the interface doesn't list for streams; the local service accepts them. */
  readonly withParameters: boolean;
  readonly voice?: string;
}

type AuditionRequest =
  | { readonly ok: true; readonly parameters: StreamCreation; readonly characters: number }
  | { readonly ok: false; readonly problem: LineRequestProblem };

const UNWRITTEN = { kind: 'speech', override: null } as const;

export function auditionRequest(
  project: Project,
  { text, role, lineId, withParameters, voice: wanted }: AuditionInput,
): AuditionRequest {
  const { kind, override: own } = lineId === null ? UNWRITTEN : project.lines.written(lineId);
  const override = wanted === undefined ? own : { ...own, voice: wanted };
  return streamAudition(
    project,
    { kind, turns: [{ role, text }], override, ...project.cast.snapshot() },
    withParameters,
  );
}

/** Used to audition rules other than the project's own. @throws RangeError if the line doesn't exist */
export function ruledAuditionRequest(
  project: Project,
  {
    lineId,
    rules,
    withParameters,
  }: { readonly lineId: number; readonly rules: readonly PronunciationRule[] } & Pick<AuditionInput, 'withParameters'>,
): AuditionRequest {
  const { roles } = project.cast.snapshot();
  return streamAudition(project, { ...project.lines.written(lineId), roles, rules }, withParameters);
}

export function streamAudition(
  project: { settings(): ProjectSettings },
  line: Omit<LineRequestInput, 'settings'>,
  withParameters: boolean,
): AuditionRequest {
  const settings = { ...project.settings(), lineCharacters: BOUNDS.streamCharacters.max, masterFormat: 'mp3' as const };
  const built = buildLineRequest({ ...line, settings });
  if (!built.ok) return built;
  const { request, characters } = built;
  if (withParameters) return { ok: true, parameters: request, characters };
  const { voice_engine, voice, voice_2, turn_prefix, turn_prefix_2, output_format, text } = request;
  const second = voice_2 === undefined ? {} : { voice_2, turn_prefix, turn_prefix_2 };
  return { ok: true, parameters: { voice_engine, voice, output_format, text, ...second }, characters };
}

/** For voices with engines that don't support streaming. @throws ServiceError; the signal's reason */
export async function renderSingle(
  client: Pick<FullServiceClient, 'generate' | 'download'>,
  parameters: Omit<SingleCreation, 'voice_engine'>,
  engine: Engine,
  { to, signal }: { readonly to: DownloadSink; readonly signal: AbortSignal },
): Promise<void> {
  const limit = audioLimitOf({ characters: countCharacters(parameters.text), speed: parameters.speed });
  for await (const event of client.generate({ ...parameters, voice_engine: engine }, { signal })) {
    if (event.kind !== 'completed') continue;
    return client.download(event.url, { to, limit, signal, sizeBytes: event.size ?? undefined });
  }
  throw new ServiceError({ kind: 'job-failed', message: null });
}

export interface AuditionBooking {
  readonly session: ProjectSession;
  readonly connection: ConnectionIdentity;
  readonly price: Price | null;
  readonly lineId: number | null;
  readonly role: string | null;
  readonly characters: number;
  readonly now: number;
}

/**
 * Removes the record if the service accepted nothing. Nothing is recorded in a read-only project, but its caps still
 * apply.
 */
export async function bookedAudition<T>(booking: AuditionBooking, begin: () => Promise<T>): Promise<T> {
  const { session, price, characters } = booking;
  const { db } = session.project;
  if (session.readOnly) {
    const left = remainingBudget(db, price, null).characters;
    return left !== null && characters > left ? refuse(CAP_REACHED) : begin();
  }
  const booked = recordAudition(db, booking);
  if ('by' in booked) return refuse(CAP_REACHED);
  try {
    return await begin();
  } catch (error) {
    if (isCertainlyUncharged(error)) removeAudition(db, booked.id);
    throw error;
  } finally {
    session.spendingChanged();
  }
}

const CAP_REACHED = { kind: 'invalid', field: 'characterCap', reason: 'reached' } as const;

const REFUSALS: ReadonlySet<ServiceError['problem']['kind']> = new Set([
  'invalid-parameters',
  'unauthorized',
  'unsupported-plan',
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
  'rate-limited',
  'redirected',
  'insecure-address',
  'unusable-address',
]);

/** Returns whether it is certain that the service accepted nothing and won't charge for it. */
function isCertainlyUncharged(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { problem } = error;
  return problem.kind === 'connection' ? problem.phase === 'not-sent' : REFUSALS.has(problem.kind);
}
