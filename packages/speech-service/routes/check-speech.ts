import type { Engine, InputParameters, StreamEngine } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import { ENGINE_RULES, speaksWith } from '../common/engines.ts';
import { turnsOf } from '../rendering/stream-order.ts';
import type { FindVoice } from '../voices/voice-directory.ts';

type Asked = Pick<InputParameters, 'text' | 'markup' | 'voice_2' | 'turn_prefix' | 'turn_prefix_2' | 'language'> & {
  readonly voice?: string | undefined;
};

export function ownEngine(voice: string | undefined, find: FindVoice): Engine {
  return (voice === undefined ? undefined : find(voice)?.voiceEngine) ?? DECISIONS.engine;
}

function voiceComplaints(asked: Asked, engine: StreamEngine, find: FindVoice): string[] {
  const found: string[] = [];
  for (const field of ['voice', 'voice_2'] as const) {
    const id = asked[field];
    if (id === undefined) continue;
    const voice = find(id);
    if (voice === undefined) found.push(`${field} is no voice of this service`);
    else if (!speaksWith(engine, voice)) found.push(`${field} does not work with the engine ${engine}`);
  }
  return found;
}

const DIALOG_FIELDS = ['voice_2', 'turn_prefix', 'turn_prefix_2'] as const;

function dialogComplaints(asked: Asked): string[] {
  const found: string[] = [];
  for (const field of ['turn_prefix', 'turn_prefix_2'] as const) {
    if (asked[field] !== undefined && asked[field].trim() === '') found.push(`${field} must not be blank`);
    if (asked[field] !== undefined && /[\n\r\u2028\u2029]/.test(asked[field])) found.push(`${field} must be one row`);
    if ((asked[field]?.length ?? 0) > DECISIONS.prefixCharacters)
      found.push(`${field} must be at most ${DECISIONS.prefixCharacters} characters long`);
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

function engineComplaints(asked: Asked, engine: StreamEngine): string[] {
  const { dialogs, onlyLanguage } = ENGINE_RULES[engine];
  const found = dialogs
    ? dialogComplaints(asked)
    : DIALOG_FIELDS.filter((field) => asked[field] !== undefined).map(
        (field) => `${field} does not work with the engine ${engine}: dialogs need SvcDialog`,
      );
  if (onlyLanguage !== undefined && (asked.language ?? onlyLanguage) !== onlyLanguage) {
    found.push(`language must be "${onlyLanguage}": the engine ${engine} speaks no other`);
  }
  return found;
}

/**
 * Returns a message for each invalid field.
 *
 * @param characters code points of the text
 */
export function speechComplaints(
  asked: Asked,
  { engine, characters, most, find }: { engine: StreamEngine; characters: number; most: number; find: FindVoice },
): string[] {
  const isMarkup =
    asked.markup === undefined || turnsOf(asked.text, asked.turn_prefix, asked.turn_prefix_2, asked.markup) !== null;
  return [
    ...(isMarkup ? [] : ['text has markup that is not taken: emphasis, say-as for characters and phoneme in IPA are']),
    ...(characters > most ? [`text must be at most ${most} characters long (it has ${characters})`] : []),
    ...voiceComplaints(asked, engine, find),
    ...engineComplaints(asked, engine),
  ];
}
