// A body of `POST /api/v2/tts/stream`, checked: first its shape, then what the shape can't say.
import { randomInt } from 'node:crypto';
import { countCharacters } from '../../shared/rules/characters.ts';
import { BOUNDS } from '../../shared/service/input-parameters.ts';
import { type StreamCreation, streamCreationSchema } from '../../shared/service/stream-parameters.ts';
import { BATCH_ENGINE, type StreamEngine } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../decisions.ts';
import { invalidParameters } from '../errors.ts';
import { complaintsOf, explain } from '../invalid-parameters.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';
import { type StreamOrder, streamOrder } from '../work/renderer.ts';
import { dialogComplaints, textComplaints, voiceComplaints } from './check-speech.ts';

/** A good stream and the characters (code points) of its text. */
export interface CheckedStream {
  readonly order: StreamOrder;
  readonly characters: number;
}

function complaintsAbout(
  asked: StreamCreation,
  engine: StreamEngine,
  characters: number,
  voices: ReadonlyMap<string, EngineVoice>,
): string[] {
  const found = [
    ...textComplaints(characters, BOUNDS.streamCharacters.max),
    ...voiceComplaints(asked, engine, DECISIONS.streamVoices[engine], voices),
    ...dialogComplaints(asked),
  ];
  // "Second voice for dialogs (`SvcDialog`)".
  if (asked.voice_2 !== undefined && engine !== BATCH_ENGINE) {
    found.push(`voice_2 works with the engine ${BATCH_ENGINE} alone`);
  }
  return found;
}

/** @throws ServiceError 400 that names each wrong field */
export function checkStream(body: unknown, voices: ReadonlyMap<string, EngineVoice>): CheckedStream {
  if (body === undefined || body === null) throw invalidParameters('The body is missing.');
  const parsed = streamCreationSchema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(explain(complaintsOf(parsed.error)));
  const asked = parsed.data;
  const engine = asked.voice_engine ?? DECISIONS.streamEngine;
  const characters = countCharacters(asked.text);
  const found = complaintsAbout(asked, engine, characters, voices);
  const fitting = [...voices.values()].find((voice) => DECISIONS.streamVoices[engine].includes(voice.voiceEngine));
  const voice = asked.voice ?? fitting?.id;
  if (voice === undefined) found.push(`voice_engine ${engine} has no voice here`);
  if (voice === undefined || found.length > 0) throw invalidParameters(explain(found));
  const seed = asked.seed ?? randomInt(DECISIONS.drawnSeeds);
  return { order: streamOrder({ ...asked, voice }, seed), characters };
}
