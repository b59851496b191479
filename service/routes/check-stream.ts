// A body of `POST /api/v2/tts/stream`, checked: first its shape, then what the shape can't say.
import { randomInt } from 'node:crypto';
import { countCharacters } from '../../shared/rules/characters.ts';
import { BOUNDS } from '../../shared/service/input-parameters.ts';
import { streamCreationSchema } from '../../shared/service/stream-parameters.ts';
import { DECISIONS } from '../common/decisions.ts';
import { speaksWith } from '../common/engines.ts';
import { explain } from '../common/invalid-parameters.ts';
import { invalidParameters } from '../http/errors.ts';
import { type StreamOrder, streamOrder } from '../rendering/renderer.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { parsedBody } from './check-body.ts';
import { ownEngine, speechComplaints } from './check-speech.ts';

/** A good stream and the characters (code points) of its text. */
export interface CheckedStream {
  readonly order: StreamOrder;
  readonly characters: number;
}

/**
 * @param prebuilt the first one that fits speaks where no voice is named
 * @throws ServiceError 400 that names each wrong field
 */
export function checkStream(body: unknown, find: FindVoice, prebuilt: readonly EngineVoice[]): CheckedStream {
  const asked = parsedBody(streamCreationSchema, body);
  const engine = asked.voice_engine ?? ownEngine(asked.voice, find);
  const characters = countCharacters(asked.text);
  const found = speechComplaints(asked, { engine, characters, most: BOUNDS.streamCharacters.max, find });
  const fitting = prebuilt.find((voice) => speaksWith(engine, { ...voice, isCloned: false }));
  const voice = asked.voice ?? fitting?.id;
  if (voice === undefined) found.push(`voice_engine ${engine} has no voice here`);
  if (voice === undefined || found.length > 0) throw invalidParameters(explain(found));
  const seed = asked.seed ?? randomInt(DECISIONS.drawnSeeds);
  return { order: streamOrder({ ...asked, voice_engine: engine, voice }, seed), characters };
}
