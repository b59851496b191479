// Runs the embedded voices in the test's own thread.
import { speak } from '../rendering/speak.ts';
import { TaskFlow } from '../rendering/task-flow.ts';
import { planSpeech, type SpeakTask } from '../speech/embedded/plan.ts';
import { loadFliteModule } from '../speech/flite/flite-module.ts';
import type { SpeechRequest } from '../speech/speech-engine.ts';
import { concatenate } from '../speech/turn-sound.ts';

/** Plans a request, including the Flite module. */
export const plannedTask = async (request: SpeechRequest): Promise<SpeakTask> => ({
  ...planSpeech(request),
  flite: await loadFliteModule(),
});

/** Returns 16-bit mono samples at the embedded rate, including lead and tail silence. */
export async function spokenBy(voice: string, text: string, asked: Partial<SpeechRequest> = {}): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  const request = { turns: [{ voice, text }], speed: 1, seed: 0, temperature: 0, language: undefined, ...asked };
  await speak(
    await plannedTask(request),
    (ready) => {
      pieces.push(...ready.map((piece) => piece.slice()));
      return true;
    },
    new TaskFlow(),
  );
  return concatenate(pieces);
}
