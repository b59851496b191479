// A body of `POST /api/v2/tts`, checked: first its shape, then what the shape can't say.
import { randomInt } from 'node:crypto';
import { countCharacters } from '../../shared/rules/characters.ts';
import { type SingleCreation, singleCreationSchema } from '../../shared/service/single-parameters.ts';
import type { Engine } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../common/decisions.ts';
import { explain } from '../common/invalid-parameters.ts';
import { invalidParameters } from '../http/errors.ts';
import { type StreamOrder, streamOrder } from '../rendering/renderer.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { parsedBody } from './check-body.ts';
import { ownEngine, speechComplaints } from './check-speech.ts';

/** A good single job. */
export interface CheckedSingle {
  /** As it was asked for, and with its engine. */
  readonly input: SingleCreation & { readonly voice_engine: Engine };
  /** The same with everything that it leaves open filled in; its seed is drawn where none was given. */
  readonly order: StreamOrder;
  /** Characters of the text (code points). */
  readonly characters: number;
}

/** @throws ServiceError 400 that names each wrong field */
export function checkSingle(body: unknown, find: FindVoice): CheckedSingle {
  const asked = parsedBody(singleCreationSchema, body);
  const engine = asked.voice_engine ?? ownEngine(asked.voice, find);
  const characters = countCharacters(asked.text);
  const found = speechComplaints(asked, { engine, characters, most: DECISIONS.textCharacters, find });
  if (found.length > 0) throw invalidParameters(explain(found));
  const input = { ...asked, voice_engine: engine };
  return { input, order: streamOrder(input, asked.seed ?? randomInt(DECISIONS.drawnSeeds)), characters };
}
