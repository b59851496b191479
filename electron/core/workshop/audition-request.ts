import { buildLineRequest, type LineRequestProblem } from '../../../shared/rules/line-request.ts';
import { BOUNDS } from '../../../shared/service/input-parameters.ts';
import type { StreamCreation } from '../../../shared/service/stream-parameters.ts';
import type { Project } from '../store/project.ts';

export interface AuditionWish {
  /** As written in the script. */
  readonly text: string;
  /** Who speaks it. */
  readonly role: string;
  /** The line that it stands in, whose own parameters it takes; null: in none. */
  readonly lineId: number | null;
  /** Parameters that the interface does not show for streams are sent too: the local service takes them. */
  readonly withParameters: boolean;
}

export type AuditionRequest =
  | { readonly ok: true; readonly parameters: StreamCreation; readonly characters: number }
  | { readonly ok: false; readonly problem: LineRequestProblem };

/** What is asked for to have words of a script spoken at once, as their role would; or why they can't be. */
export function auditionRequest(
  project: Project,
  { text, role, lineId, withParameters }: AuditionWish,
): AuditionRequest {
  const settings = { ...project.settings(), lineCharacters: BOUNDS.streamCharacters.max, masterFormat: 'mp3' as const };
  const override = lineId === null ? null : project.lines.detail(lineId).override;
  const built = buildLineRequest({ turns: [{ role, text }], override, ...project.cast.snapshot(), settings });
  if (!built.ok) return built;
  const { voice_engine, voice, output_format } = built.request;
  const shown = { voice_engine, voice, output_format, text: built.request.text };
  return { ok: true, parameters: withParameters ? built.request : shown, characters: built.characters };
}
