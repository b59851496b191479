import {
  BATCH_ENGINE,
  type InputParameters,
  inputParametersShape,
  type Language,
  PARAMETER_NAMES,
  type ParameterName,
  SHARED_PARAMETERS,
  SPEECH_PARAMETERS,
  type SpeechParameters,
  secondVoiceName,
  supportsMark,
  supportsStyles,
  VOICE_PARAMETERS,
} from '@lectern/tts-protocol';
import type { PronunciationRule, Role, StoredOverride } from '../../../shared/model/cast.ts';
import type { LineProblem, ParagraphKind, Turn } from '../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { countCharacters, joinLines, withoutInvisible } from '../../../shared/rules/characters.ts';
import { hasMarks, keepMarks, toMarkup, wordsOf } from '../../../shared/rules/marked-speech.ts';
import { isSpeakable, spokenText, spokenTextWithMarks } from '../../../shared/rules/spoken-text.ts';
import { defaultTurnPrefix, speakerOf } from '../../../shared/rules/turn-prefix.ts';
import { narratedHeading } from '../../../shared/speech-text/narrated-heading.ts';
import { directionsOf, leadingActs, PACES } from './directions.ts';
import { applyPronunciation, type ShapingProblem, shapingLimit } from './pronunciation.ts';

export interface ParameterSources {
  readonly override: StoredOverride | null;
  readonly roles: ReadonlyMap<string, Role>;
  readonly settings: ProjectSettings;
}

type ParameterOrigin = 'line' | 'role' | 'project' | 'service';

export interface EffectiveParameter<Name extends ParameterName = ParameterName> {
  readonly name: Name;
  readonly value: SpeechParameters[Name];
  readonly origin: ParameterOrigin;
}

export function effectiveParameter<Name extends ParameterName>(
  name: Name,
  role: string,
  { override, roles, settings }: ParameterSources,
): EffectiveParameter<Name> {
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

/** Version of the canonical form. Changing it makes every take stale, so it requires a migration. */
const FORMAT_VERSION = 1;

const FIELDS: readonly (keyof InputParameters)[] = inputParameterNames().sort();

/**
 * Returns the text that is hashed for the render key. A null field is the same as a missing one, and field order
 * doesn't matter. The custom id and webhook are omitted, and the seed is only included if it is pinned.
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
  return Object.keys(inputParametersShape) as (keyof InputParameters)[];
}

/** Includes the book's title. */
export const isHeading = (kind: ParagraphKind): boolean => kind === 'heading' || kind === 'title';

/** A line as stored. */
export interface WrittenLine {
  /** Of the line's paragraph. */
  readonly kind: ParagraphKind;
  readonly turns: readonly Turn[];
  readonly override: StoredOverride | null;
}

export interface LineRequestInput extends ParameterSources, WrittenLine {
  readonly rules: readonly PronunciationRule[];
}

export type LineRequestProblem =
  | LineProblem
  | { readonly kind: 'no-voice'; readonly roles: readonly string[] }
  | { readonly kind: 'nothing-to-speak' }
  | ShapingProblem;

export type LineWarning =
  /** Parameters in which the roles of a dialog line differ. The line uses the first role's values. */
  | {
      readonly kind: 'roles-differ';
      readonly roles: readonly [string, string];
      readonly parameters: readonly ParameterName[];
    }
  | { readonly kind: 'prefix-in-text'; readonly prefix: string; readonly role: string }
  /** One turn prefix contains the other, so the service can't distinguish them. */
  | { readonly kind: 'prefixes-overlap'; readonly prefixes: readonly [string, string] };

export interface SpokenShare {
  readonly role: string;
  readonly characters: number;
}

export type LineRequest =
  | {
      readonly ok: true;
      readonly request: InputParameters;
      readonly characters: number;
      /** `characters` by speaker, in order of appearance. A turn includes its prefix and the line break before it. */
      readonly spoken: readonly SpokenShare[];
      /** A seed chosen by the producer is part of the render key. */
      readonly seedPinned: boolean;
      readonly warnings: readonly LineWarning[];
    }
  | { readonly ok: false; readonly problem: LineRequestProblem };

/**
 * Builds a line's request. If two roles speak, each turn is one line of text, `PREFIX text`. Parameters that the
 * service accepts only once come from the line's override, if it has one, otherwise from the first speaker.
 */
export function buildLineRequest(input: LineRequestInput): LineRequest {
  const { settings } = input;
  const turns = audibleTurns(input);
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
    turnText(withSupportedMarks(turn, turn.speaker === first ? voice : secondVoice), first, prefixes),
  );
  const isMarked = carrying.some(hasMarks);
  const rows = carrying.map(wordsOf);
  const characters = countCharacters(rows.join('\n'));
  const limit = settings.lineCharacters;
  if (characters > limit) return { ok: false, problem: { kind: 'too-long', characters, limit } };
  const request: InputParameters = {
    voice_engine: BATCH_ENGINE,
    text: (isMarked ? carrying.map(toMarkup) : rows).join('\n'),
    voice,
    output_format: settings.masterFormat,
    ...parametersOf(first, second, input),
  };
  if (isMarked) request.markup = 'ssml';
  if (second === undefined) applyDirections(request, first, input);
  if (secondVoice !== undefined && prefixes !== null) {
    request.voice_2 = secondVoice;
    [request.turn_prefix, request.turn_prefix_2] = prefixes;
  }
  const warnings = second === undefined ? [] : dialogWarnings(first, second, turns, prefixes, input);
  const spoken =
    second === undefined ? [{ role: first, characters }] : charactersBySpeaker([first, second], turns, rows);
  return { ok: true, request, characters, spoken, seedPinned: request.seed !== undefined, warnings };
}

function charactersBySpeaker(
  speakers: readonly string[],
  turns: readonly AudibleTurn[],
  rows: readonly string[],
): SpokenShare[] {
  return speakers.map((role) => {
    let characters = 0;
    for (const [at, row] of rows.entries()) {
      if (turns[at]?.speaker === role) characters += countCharacters(row) + (at === 0 ? 0 : 1);
    }
    return { role, characters };
  });
}

interface AudibleTurn {
  readonly speaker: string;
  readonly text: string;
}

export interface SpokenTurn {
  readonly speaker: string;
  /** Without directions. Contains mark characters (`marked-speech.ts`). */
  readonly text: string;
  readonly language: Language | null;
  readonly takesPhonemes: boolean;
}

export function spokenTurns(input: Omit<LineRequestInput, 'rules'>): SpokenTurn[] {
  const { turns, override, roles, settings } = input;
  const spoken = turns.flatMap((turn) => {
    const text = spokenTextWithMarks(turn, settings);
    return isSpeakable(wordsOf(text)) ? [{ speaker: speakerOf(turn), text }] : [];
  });
  const [lead] = spoken;
  if (lead === undefined) return [];
  // The first speaker's language applies to the whole line.
  const language = override?.language ?? roles.get(lead.speaker)?.parameters.language ?? settings.language;
  return spoken.map((turn) => {
    const voice = voiceOf(turn.speaker, turn.speaker === lead.speaker, input);
    const takesPhonemes = voice !== null && supportsMark(voice, 'phonemes');
    return { ...turn, text: headingAsSpoken(turn.text, language, input), language, takesPhonemes };
  });
}

/** Returns the spoken form that the producer entered for a heading, or null. */
export const readAsOf = ({ turns, override }: WrittenLine): string | null =>
  turns.length === 1 && turns[0]?.text === override?.readAs?.written ? (override?.readAs?.spoken ?? null) : null;

/** Returns the text of other paragraphs unchanged. */
function headingAsSpoken(
  text: string,
  language: Language | null,
  { kind, turns, override, settings }: Omit<LineRequestInput, 'rules'>,
): string {
  if (!isHeading(kind)) return text;
  const chosen = readAsOf({ kind, turns, override });
  if (chosen !== null) return chosen;
  return settings.narrateHeadings ? narratedHeading(text, language, kind === 'heading') : text;
}

/** Joins a turn's text into a single line, because a line break would start a line without a prefix. */
export const toSentText = (shaped: string): string => joinLines(withoutInvisible(shaped));

function audibleTurns(input: LineRequestInput): AudibleTurn[] | { readonly problem: ShapingProblem } {
  const turns: AudibleTurn[] = [];
  const spoken = spokenTurns(input);
  const limit = shapingLimit(spoken.map((turn) => turn.text));
  let room = limit;
  for (const turn of spoken) {
    const { speaker, ...by } = turn;
    const shaped = applyPronunciation(turn.text, input.rules, { role: speaker, ...by }, room);
    if (!shaped.ok) return { problem: { ...shaped.problem, limit } };
    room -= shaped.text.length;
    const text = toSentText(shaped.text);
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

const withSupportedMarks = (turn: AudibleTurn, voice: string | undefined): AudibleTurn => ({
  ...turn,
  text: keepMarks(turn.text, (mark) => voice !== undefined && supportsMark(voice, mark)),
});

function turnText(turn: AudibleTurn, first: string, prefixes: readonly [string, string] | null): string {
  return prefixes === null ? turn.text : `${turn.speaker === first ? prefixes[0] : prefixes[1]} ${turn.text}`;
}

function parametersOf(first: string, second: string | undefined, input: LineRequestInput): Partial<InputParameters> {
  const firstParameters = PARAMETER_NAMES.map((name) => [name, effectiveParameter(name, first, input).value]);
  const cast = second === undefined ? undefined : input.roles.get(second)?.parameters;
  const secondParameters = VOICE_PARAMETERS.map((name) => [secondVoiceName(name), cast?.[name]]);
  return Object.fromEntries([...firstParameters, ...secondParameters].filter(([, value]) => value !== undefined));
}

/** Applies leading directions to the request. Dialog lines are excluded because both roles share one speed. */
function applyDirections(request: InputParameters, speaker: string, { turns, settings }: LineRequestInput): void {
  if (!settings.actOnDirections) return;
  const turn = turns.find((each) => speakerOf(each) === speaker && isSpeakable(spokenText(each, settings)));
  const { pace, style } = turn ? leadingActs(directionsOf(turn, settings)) : {};
  const { min, max = Number.POSITIVE_INFINITY } = SPEECH_PARAMETERS.speed.rules;
  if (pace) request.speed = Math.min(max, Math.max(min, Math.round((request.speed ?? 1) * PACES[pace] * 100) / 100));
  if (style && supportsStyles(request.voice)) request.style = style;
}

function dialogWarnings(
  first: string,
  second: string,
  turns: readonly AudibleTurn[],
  prefixes: readonly [string, string] | null,
  input: LineRequestInput,
): LineWarning[] {
  const warnings: LineWarning[] = [];
  const [a, b] = [first, second].map((role) => (name: ParameterName) => effectiveParameter(name, role, input).value);
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
