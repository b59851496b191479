import type { PronunciationRule } from '../../../shared/model/cast.ts';
import {
  buildLineRequest,
  type LineRequestInput,
  type LineRequestProblem,
} from '../../../shared/rules/line-request.ts';
import { BOUNDS } from '../../../shared/service/input-parameters.ts';
import type { StreamCreation } from '../../../shared/service/stream-parameters.ts';
import type { Project } from '../project/project.ts';

export interface AuditionWish {
  /** As written in the script. */
  readonly text: string;
  /** Who speaks it. */
  readonly role: string;
  /** The line that it stands in, whose own parameters it takes; null: in none. */
  readonly lineId: number | null;
  /** Parameters that the interface does not show for streams are sent too: the local service takes them. */
  readonly withParameters: boolean;
  /** The voice that speaks it instead of the one that is cast. */
  readonly voice?: string;
}

export type AuditionRequest =
  | { readonly ok: true; readonly parameters: StreamCreation; readonly characters: number }
  | { readonly ok: false; readonly problem: LineRequestProblem };

/** What is asked for to have words of a script spoken at once, as their role would; or why they can't be. */
export function auditionRequest(
  project: Project,
  { text, role, lineId, withParameters, voice: wanted }: AuditionWish,
): AuditionRequest {
  const own = lineId === null ? null : project.lines.detail(lineId).override;
  const override = wanted === undefined ? own : { ...own, voice: wanted };
  return streamed(project, { turns: [{ role, text }], override, ...project.cast.snapshot() }, withParameters);
}

/** The same for a whole line with other pronunciation rules than the project's. @throws RangeError: no such line */
export function ruledAuditionRequest(
  project: Project,
  {
    lineId,
    rules,
    withParameters,
  }: { readonly lineId: number; readonly rules: readonly PronunciationRule[] } & Pick<AuditionWish, 'withParameters'>,
): AuditionRequest {
  const { roles } = project.cast.snapshot();
  return streamed(project, { ...project.lines.asWritten(lineId), roles, rules }, withParameters);
}

function streamed(
  project: Project,
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
