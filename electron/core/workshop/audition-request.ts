import { buildLineRequest } from '../../../shared/rules/line-request.ts';
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

/**
 * What is asked for to have words of a script spoken at once, as their role would.
 *
 * @returns null where nobody is cast, or there is nothing to speak
 */
export function auditionRequest(
  project: Project,
  { text, role, lineId, withParameters }: AuditionWish,
): { readonly parameters: StreamCreation; readonly characters: number } | null {
  const settings = { ...project.settings(), lineCharacters: BOUNDS.streamCharacters.max, masterFormat: 'mp3' as const };
  const override = lineId === null ? null : project.lines.detail(lineId).override;
  const built = buildLineRequest({ turns: [{ role, text }], override, ...project.cast.snapshot(), settings });
  if (!built.ok) return null;
  const { voice_engine, voice, output_format } = built.request;
  const shown = { voice_engine, voice, output_format, text: built.request.text };
  return { parameters: withParameters ? built.request : shown, characters: built.characters };
}
