import type { Engine, InputParameters, StreamEngine } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import { ENGINE_RULES, isVoiceCompatible } from '../common/engines.ts';
import { splitTurns } from '../rendering/stream-order.ts';
import type { FindVoice } from '../voices/voice-directory.ts';

type SpeechFields = Pick<
  InputParameters,
  'text' | 'markup' | 'voice_2' | 'turn_prefix' | 'turn_prefix_2' | 'language'
> & {
  readonly voice?: string | undefined;
};

export function engineOfVoice(voice: string | undefined, findVoice: FindVoice): Engine {
  return (voice === undefined ? undefined : findVoice(voice)?.voiceEngine) ?? DECISIONS.engine;
}

function voiceIssues(fields: SpeechFields, engine: StreamEngine, findVoice: FindVoice): string[] {
  const found: string[] = [];
  for (const field of ['voice', 'voice_2'] as const) {
    const id = fields[field];
    if (id === undefined) continue;
    const voice = findVoice(id);
    if (voice === undefined) found.push(`${field} is not a voice of this service`);
    else if (!isVoiceCompatible(engine, voice)) found.push(`${field} does not work with the engine ${engine}`);
  }
  return found;
}

const DIALOG_FIELDS = ['voice_2', 'turn_prefix', 'turn_prefix_2'] as const;

function dialogIssues(fields: SpeechFields): string[] {
  const found: string[] = [];
  for (const field of ['turn_prefix', 'turn_prefix_2'] as const) {
    if (fields[field] !== undefined && fields[field].trim() === '') found.push(`${field} must not be blank`);
    if (fields[field] !== undefined && /[\n\r\u2028\u2029]/.test(fields[field]))
      found.push(`${field} must be a single line`);
    if ((fields[field]?.length ?? 0) > DECISIONS.prefixCharacters)
      found.push(`${field} must be at most ${DECISIONS.prefixCharacters} characters long`);
    if (fields.voice_2 !== undefined && fields[field] === undefined)
      found.push(`${field} is missing: voice_2 requires it`);
  }
  if (fields.voice_2 === undefined && fields.turn_prefix_2 !== undefined) {
    found.push('voice_2 is missing: turn_prefix_2 requires it');
  }
  if (fields.turn_prefix !== undefined && fields.turn_prefix.trim() === fields.turn_prefix_2?.trim()) {
    found.push('turn_prefix_2 must differ from turn_prefix');
  }
  return found;
}

function engineIssues(fields: SpeechFields, engine: StreamEngine): string[] {
  const { dialogs, onlyLanguage } = ENGINE_RULES[engine];
  const found = dialogs
    ? dialogIssues(fields)
    : DIALOG_FIELDS.filter((field) => fields[field] !== undefined).map(
        (field) => `${field} does not work with the engine ${engine}: dialogs need SvcDialog`,
      );
  if (onlyLanguage !== undefined && (fields.language ?? onlyLanguage) !== onlyLanguage) {
    found.push(`language must be "${onlyLanguage}": the engine ${engine} supports no other language`);
  }
  return found;
}

/** Returns a message for each invalid field. @param characters code points of the text */
export function speechIssues(
  asked: SpeechFields,
  { engine, characters, most, find }: { engine: StreamEngine; characters: number; most: number; find: FindVoice },
): string[] {
  const isMarkup =
    asked.markup === undefined || splitTurns(asked.text, asked.turn_prefix, asked.turn_prefix_2, asked.markup) !== null;
  return [
    ...(isMarkup
      ? []
      : [
          'text has invalid markup: use only <emphasis>, <say-as interpret-as="characters"> and <phoneme alphabet="ipa">, and escape & and <',
        ]),
    ...(characters > most ? [`text must be at most ${most} characters long (it has ${characters})`] : []),
    ...voiceIssues(asked, engine, find),
    ...engineIssues(asked, engine),
  ];
}
