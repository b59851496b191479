// What is wrong with a request for speech beyond its shape, be it a job of a batch or a stream: a complaint for each field.
import type { InputParameters } from '../../shared/service/input-parameters.ts';
import type { Engine, StreamEngine } from '../../shared/service/vocabulary.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';

/** @param fitting the engines whose voices `engine` speaks with */
export function voiceComplaints(
  asked: { readonly voice?: string | undefined; readonly voice_2?: string | undefined },
  engine: StreamEngine,
  fitting: readonly Engine[],
  voices: ReadonlyMap<string, EngineVoice>,
): string[] {
  const found: string[] = [];
  for (const field of ['voice', 'voice_2'] as const) {
    const id = asked[field];
    if (id === undefined) continue;
    const voice = voices.get(id);
    if (voice === undefined) found.push(`${field} is no voice of this service`);
    else if (!fitting.includes(voice.voiceEngine)) found.push(`${field} does not work with the engine ${engine}`);
  }
  return found;
}

export function dialogComplaints(asked: Pick<InputParameters, 'voice_2' | 'turn_prefix' | 'turn_prefix_2'>): string[] {
  const found: string[] = [];
  for (const field of ['turn_prefix', 'turn_prefix_2'] as const) {
    if (asked[field] !== undefined && asked[field].trim() === '') found.push(`${field} must not be blank`);
    if (asked[field] !== undefined && /[\n\r\u2028\u2029]/.test(asked[field])) found.push(`${field} must be one row`);
    if (asked.voice_2 !== undefined && asked[field] === undefined)
      found.push(`${field} is missing: voice_2 asks for it`);
  }
  if (asked.voice_2 === undefined && asked.turn_prefix_2 !== undefined) {
    found.push('voice_2 is missing: turn_prefix_2 asks for it');
  }
  if (asked.turn_prefix !== undefined && asked.turn_prefix.trim() === asked.turn_prefix_2?.trim()) {
    found.push('turn_prefix_2 must differ from turn_prefix');
  }
  return found;
}

/** @param most characters (code points) */
export function textComplaints(characters: number, most: number): string[] {
  return characters > most ? [`text must be at most ${most} characters long (it has ${characters})`] : [];
}
