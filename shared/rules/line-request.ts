// From a line of the script to what the service is asked for, and to the canonical form of that.

import {
  BATCH_ENGINE,
  type InputParameters,
  inputParametersShape,
  type Language,
  ofSecondVoice,
  PARAMETER_NAMES,
  type ParameterName,
  SHARED_PARAMETERS,
  SPEECH_PARAMETERS,
  type SpeechParameters,
  takesMark,
  takesStyles,
  VOICE_PARAMETERS,
} from '@lectern/tts-protocol';
import type { LineOverride, PronunciationRule, Role } from '../model/cast.ts';
import type { LineProblem, Turn } from '../model/script.ts';
import type { ProjectSettings } from '../model/settings.ts';
import { countCharacters, joinedRows, withoutInvisible } from './characters.ts';
import { directionsOf, leadingActs, PACES } from './directions.ts';
import { asMarkup, carriesMarks, marksThat, wordsOf } from './marked-speech.ts';
import { applyPronunciation, type ShapingProblem, shapingLimit } from './pronunciation.ts';
import { isSpeakable, spokenText, spokenTextWithMarks } from './spoken-text.ts';
import { defaultTurnPrefix, speakerOf } from './turn-prefix.ts';

// The parameters of a line, and who says what they are.

export interface ParameterSources {
  /** What the line sets in place of its roles' parameters. */
  readonly override: LineOverride | null;
  /** The cast by role name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly settings: ProjectSettings;
}

/** The line itself, its role, the project's settings; or none of them, so that the service decides. */
type ParameterOrigin = 'line' | 'role' | 'project' | 'service';

/** A parameter as it is sent for a line. */
export interface ParameterInForce<Name extends ParameterName = ParameterName> {
  readonly name: Name;
  /** Undefined: it is not sent. */
  readonly value: SpeechParameters[Name];
  readonly origin: ParameterOrigin;
}

/** What a parameter is for a line whose first speaker is this role: what the line sets, else the role, else the project. */
export function parameterInForce<Name extends ParameterName>(
  name: Name,
  role: string,
  { override, roles, settings }: ParameterSources,
): ParameterInForce<Name> {
  const ofLine = override?.[name];
  if (ofLine !== undefined) return { name, value: ofLine, origin: 'line' };
  const ofRole = roles.get(role)?.parameters[name];
  if (ofRole !== undefined) return { name, value: ofRole, origin: 'role' };
  const ofProject = projectParameters(settings)[name];
  return { name, value: ofProject, origin: ofProject === undefined ? 'service' : 'project' };
}

function projectParameters({ language, quality, sampleRate }: ProjectSettings): SpeechParameters {
  const found: SpeechParameters = {};
  if (language !== null) found.language = language;
  if (quality !== null) found.quality = quality;
  if (sampleRate !== null) found.sample_rate = sampleRate;
  return found;
}

/** The version of the canonical form. A change of it makes every take stale, so it changes only with a migration. */
const FORMAT_VERSION = 1;

/** Everything that a job is asked for, in the order of the canonical form. What tracks a job is not among it. */
const FIELDS: readonly (keyof InputParameters)[] = inputParameterNames().sort();

/**
 * The stable text of which a render key is the hash: equal for two requests exactly when they ask for the same sound.
 * Null and absent are the same, the order of the fields does not matter, custom id and webhook are left out, and a seed
 * counts only where it was pinned.
 *
 * @param request what a job is asked to speak
 * @param seedPinned whether the producer chose the seed
 */
export function canonicalRequest(request: InputParameters, seedPinned: boolean): string {
  const fields: Record<string, string | number> = {};
  for (const name of FIELDS) {
    const value = request[name];
    if (value !== null && value !== undefined && (name !== 'seed' || seedPinned)) fields[name] = value;
  }
  return JSON.stringify([FORMAT_VERSION, fields]);
}

function inputParameterNames(): (keyof InputParameters)[] {
  // Object.keys forgets the names, which are exactly those of the shape.
  return Object.keys(inputParametersShape) as (keyof InputParameters)[];
}

export interface LineRequestInput extends ParameterSources {
  readonly turns: readonly Turn[];
  /** Applied in order. */
  readonly rules: readonly PronunciationRule[];
}

/** Why a line can't be asked for. */
export type LineRequestProblem =
  | LineProblem
  /** Roles of the line that have no voice, in order of appearance. */
  | { readonly kind: 'no-voice'; readonly roles: readonly string[] }
  | { readonly kind: 'nothing-to-speak' }
  /** Its pronunciation rules make it longer than can be handled. */
  | ShapingProblem;

export type LineWarning =
  /** The two roles of a dialog differ in these parameters, which the line takes from the first. */
  | {
      readonly kind: 'roles-differ';
      readonly roles: readonly [string, string];
      readonly parameters: readonly ParameterName[];
    }
  /** A turn prefix occurs inside what this role speaks. */
  | { readonly kind: 'prefix-in-text'; readonly prefix: string; readonly role: string }
  /** One turn prefix is a part of the other, so the service can't tell them apart. */
  | { readonly kind: 'prefixes-overlap'; readonly prefixes: readonly [string, string] };

/** Characters as sent that a role speaks in a line. */
export interface SpokenShare {
  readonly role: string;
  readonly characters: number;
}

export type LineRequest =
  | {
      readonly ok: true;
      /** Without custom id and webhook; absent parameters are left out. */
      readonly request: InputParameters;
      /** Characters of the text as sent, without its markup. */
      readonly characters: number;
      /** The same by who speaks them, in order of appearance: a turn has its prefix and the row break before it. */
      readonly spoken: readonly SpokenShare[];
      /** Whether the producer chose the seed, so that it belongs to the render key. */
      readonly seedPinned: boolean;
      readonly warnings: readonly LineWarning[];
    }
  | { readonly ok: false; readonly problem: LineRequestProblem };

/**
 * Makes the request for a line: directions left out, pronunciation rules applied, and where two roles speak a row
 * `PREFIX text` for each turn. Turns with nothing to speak are not sent, so a dialog may end up with one role. What
 * the service has only once for two roles comes from the line's override, else from the role that speaks first; a
 * line's own voice takes that role's place.
 */
export function buildLineRequest(input: LineRequestInput): LineRequest {
  const { settings } = input;
  const turns = soundingTurns(input);
  if ('problem' in turns) return { ok: false, problem: turns.problem };
  const speakers = [...new Set(turns.map((turn) => turn.speaker))];
  const [first, second] = speakers;
  if (first === undefined) return { ok: false, problem: { kind: 'nothing-to-speak' } };
  if (speakers.length > 2) return { ok: false, problem: { kind: 'three-roles', roles: speakers } };
  const voices = speakers.map((speaker) => voiceOf(speaker, speaker === first, input));
  const [voice, secondVoice] = voices;
  if (!voice || secondVoice === null) {
    return { ok: false, problem: { kind: 'no-voice', roles: speakers.filter((_, index) => voices[index] === null) } };
  }
  const prefixes = second === undefined ? null : prefixesOf(first, second, input.roles);
  const carrying = turns.map((turn) =>
    rowOf(marksTaken(turn, turn.speaker === first ? voice : secondVoice), first, prefixes),
  );
  const isMarked = carrying.some(carriesMarks);
  const rows = carrying.map(wordsOf);
  const characters = countCharacters(rows.join('\n'));
  const limit = settings.lineCharacters;
  if (characters > limit) return { ok: false, problem: { kind: 'too-long', characters, limit } };
  const request: InputParameters = {
    voice_engine: BATCH_ENGINE,
    text: (isMarked ? carrying.map(asMarkup) : rows).join('\n'),
    voice,
    output_format: settings.masterFormat,
    ...parametersOf(first, second, input),
  };
  if (isMarked) request.markup = 'ssml';
  if (second === undefined) act(request, first, input);
  if (secondVoice !== undefined && prefixes !== null) {
    request.voice_2 = secondVoice;
    [request.turn_prefix, request.turn_prefix_2] = prefixes;
  }
  const warnings = second === undefined ? [] : dialogWarnings(first, second, turns, prefixes, input);
  const spoken = second === undefined ? [{ role: first, characters }] : shares([first, second], turns, rows);
  return { ok: true, request, characters, spoken, seedPinned: request.seed !== undefined, warnings };
}

/** Who speaks how many of the characters of rows that are joined by row breaks. */
function shares(speakers: readonly string[], turns: readonly SoundingTurn[], rows: readonly string[]): SpokenShare[] {
  return speakers.map((role) => {
    let characters = 0;
    for (const [at, row] of rows.entries()) {
      if (turns[at]?.speaker === role) characters += countCharacters(row) + (at === 0 ? 0 : 1);
    }
    return { role, characters };
  });
}

/** A turn as it is to be sent. */
interface SoundingTurn {
  readonly speaker: string;
  /** It carries marks (`marked-speech.ts`). */
  readonly text: string;
}

/** A turn as pronunciation rules find it. */
export interface SpokenTurn {
  readonly speaker: string;
  /** Without directions; it carries marks (`marked-speech.ts`). */
  readonly text: string;
  /** Null: the voice's own. */
  readonly language: Language | null;
  /** Its voice takes sounds. */
  readonly takesPhonemes: boolean;
}

/** The turns of a line that have something to speak, before pronunciation rules are applied. */
export function spokenTurns(input: Omit<LineRequestInput, 'rules'>): SpokenTurn[] {
  const { turns, override, roles, settings } = input;
  const spoken = turns.flatMap((turn) => {
    const text = spokenTextWithMarks(turn, settings);
    return isSpeakable(wordsOf(text)) ? [{ speaker: speakerOf(turn), text }] : [];
  });
  const [lead] = spoken;
  if (lead === undefined) return [];
  // The language that the line is spoken in, two roles or one, follows the role that speaks first.
  const language = override?.language ?? roles.get(lead.speaker)?.parameters.language ?? settings.language;
  return spoken.map((turn) => {
    const voice = voiceOf(turn.speaker, turn.speaker === lead.speaker, input);
    return { ...turn, language, takesPhonemes: voice !== null && takesMark(voice, 'phonemes') };
  });
}

/** A turn's text as the service gets it: in one row, since a row break would start a row without a prefix. */
export const asSent = (shaped: string): string => joinedRows(withoutInvisible(shaped));

function soundingTurns(input: LineRequestInput): SoundingTurn[] | { readonly problem: ShapingProblem } {
  const turns: SoundingTurn[] = [];
  const spoken = spokenTurns(input);
  const limit = shapingLimit(spoken.map((turn) => turn.text));
  let room = limit;
  for (const turn of spoken) {
    const { speaker, ...by } = turn;
    const shaped = applyPronunciation(turn.text, input.rules, { role: speaker, ...by }, room);
    if (!shaped.ok) return { problem: { ...shaped.problem, limit } };
    room -= shaped.text.length;
    const text = asSent(shaped.text);
    if (isSpeakable(wordsOf(text))) turns.push({ speaker, text });
  }
  return turns;
}

function voiceOf(speaker: string, isFirst: boolean, { override, roles }: ParameterSources): string | null {
  return (isFirst ? override?.voice : undefined) ?? roles.get(speaker)?.voice ?? null;
}

function prefixesOf(first: string, second: string, roles: ReadonlyMap<string, Role>): [string, string] {
  const prefixOf = (role: string): string => roles.get(role)?.turnPrefix ?? defaultTurnPrefix(role);
  return [prefixOf(first), prefixOf(second)];
}

/** A turn with those of its marks that its voice takes. */
const marksTaken = (turn: SoundingTurn, voice: string | undefined): SoundingTurn => ({
  ...turn,
  text: marksThat(turn.text, (mark) => voice !== undefined && takesMark(voice, mark)),
});

function rowOf(turn: SoundingTurn, first: string, prefixes: readonly [string, string] | null): string {
  return prefixes === null ? turn.text : `${turn.speaker === first ? prefixes[0] : prefixes[1]} ${turn.text}`;
}

/** Every parameter of a line's speakers that someone says, under its name in the request. */
function parametersOf(first: string, second: string | undefined, input: LineRequestInput): Partial<InputParameters> {
  const ofFirst = PARAMETER_NAMES.map((name) => [name, parameterInForce(name, first, input).value]);
  const cast = second === undefined ? undefined : input.roles.get(second)?.parameters;
  const ofSecond = VOICE_PARAMETERS.map((name) => [ofSecondVoice(name), cast?.[name]]);
  return Object.fromEntries([...ofFirst, ...ofSecond].filter(([, value]) => value !== undefined));
}

/** What the directions before the words ask of the voice, as far as a request has it: a dialog has one speed for two roles. */
function act(request: InputParameters, speaker: string, { turns, settings }: LineRequestInput): void {
  if (!settings.actOnDirections) return;
  const turn = turns.find((each) => speakerOf(each) === speaker && isSpeakable(spokenText(each, settings)));
  const { pace, style } = turn ? leadingActs(directionsOf(turn, settings)) : {};
  const { min, max = Number.POSITIVE_INFINITY } = SPEECH_PARAMETERS.speed.rules;
  if (pace) request.speed = Math.min(max, Math.max(min, Math.round((request.speed ?? 1) * PACES[pace] * 100) / 100));
  if (style && takesStyles(request.voice)) request.style = style;
}

function dialogWarnings(
  first: string,
  second: string,
  turns: readonly SoundingTurn[],
  prefixes: readonly [string, string] | null,
  input: LineRequestInput,
): LineWarning[] {
  const warnings: LineWarning[] = [];
  const [a, b] = [first, second].map((role) => (name: ParameterName) => parameterInForce(name, role, input).value);
  const parameters = SHARED_PARAMETERS.filter((name) => a?.(name) !== b?.(name));
  if (parameters.length > 0) warnings.push({ kind: 'roles-differ', roles: [first, second], parameters });
  if (prefixes === null) return warnings;
  for (const prefix of new Set(prefixes)) {
    const speakers = turns.filter((turn) => wordsOf(turn.text).includes(prefix)).map((turn) => turn.speaker);
    for (const role of new Set(speakers)) warnings.push({ kind: 'prefix-in-text', prefix, role });
  }
  if (prefixes[0].includes(prefixes[1]) || prefixes[1].includes(prefixes[0])) {
    warnings.push({ kind: 'prefixes-overlap', prefixes });
  }
  return warnings;
}
