import type { Project } from '../../../electron/core/store/project.ts';
import { giveSound } from './books.ts';
import { soundOf, speech } from './sounds.ts';

/** Gives every line of a project a take that sounds like speech. */
export async function giveSpeech(project: Project): Promise<void> {
  const texts = project.lines.states().map(({ text }) => text);
  for (const [at, text] of texts.entries()) await giveSound(project, at + 1, soundOf(speech(text)));
}
