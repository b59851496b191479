import type { Pcm } from '../../../codecs/pcm.ts';
import type { Project } from '../../../electron/core/project/project.ts';
import { giveSound } from './books.ts';
import { soundOf, speech } from './sounds.ts';

/**
 * Gives every line of a project a take that sounds like speech.
 *
 * @param others by the line's number: what it has instead, made of its own speech
 * @param most lines that get one; those after them have none
 */
export async function giveSpeech(
  project: Project,
  others: Readonly<Record<number, (said: Float32Array) => Pcm>> = {},
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const texts = project.lines
    .states()
    .slice(0, most)
    .map(({ text }) => text);
  for (const [at, text] of texts.entries()) {
    const said = speech(text);
    await giveSound(project, at + 1, others[at + 1]?.(said) ?? soundOf(said));
  }
}
