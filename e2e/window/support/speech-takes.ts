import type { Pcm } from '@lectern/audio';
import type { Project } from '../../../electron/core/project/project.ts';
import { addTakeToLineId } from './books.ts';
import { soundOf, speech } from './sounds.ts';

/**
 * Gives every line of a project a take that sounds like speech.
 * @param others functions that change the speech of a line, keyed by line number
 * @param most the maximum number of lines that get a take
 */
export async function addSpeechTakes(
  project: Project,
  others: Readonly<Record<number, (said: Float32Array) => Pcm>> = {},
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const [at, { id, text }] of project.lines.states().slice(0, most).entries()) {
    const said = speech(text);
    await addTakeToLineId(project, id, others[at + 1]?.(said) ?? soundOf(said));
  }
}
