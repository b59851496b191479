// This table is the single source for all parameters. See "Adding a speech parameter" in CONTRIBUTING.md.
import { z } from 'zod';
import { nullable } from './parse.ts';
import { LANGUAGES, languageSchema, QUALITIES, qualitySchema } from './vocabulary.ts';

export interface NumberRules {
  readonly kind: 'number';
  readonly min: number;
  /** Undefined if the specification has no upper bound. */
  readonly max?: number;
  readonly step: number;
  readonly digits: number;
  readonly unit: string;
}

export interface ChoiceRules {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

/** `speech`: how the text is spoken; `file`: how the audio is encoded; `voice`: settings of each voice in a dialog. */
type ParameterGroup = 'speech' | 'file' | 'voice';

/** Returns the schemas for a parameter that is set, sent, changed (null removes it) or echoed by a service. */
const parameterForms = <T extends z.ZodType, E extends z.ZodType>(set: T, echoed: E) => ({
  set,
  sent: nullable(set),
  changed: set.nullable(),
  echoed,
});

function numberParameter<S extends ParameterGroup, const R extends Omit<NumberRules, 'kind'>>(
  group: S,
  bounds: R,
  isRare = false,
) {
  const { min, max, digits } = bounds;
  const atLeast = (digits === 0 ? z.int() : z.number()).min(min);
  const set = max === undefined ? atLeast : atLeast.max(max);
  const rules = { kind: 'number' as const, ...bounds };
  return { shapes: group, isRare, rules, ...parameterForms(set, z.number()) };
}

function choiceParameter<S extends ParameterGroup, T extends z.ZodType>(
  group: S,
  values: readonly string[],
  schema: T,
) {
  const rules: ChoiceRules = { kind: 'choice', values };
  return { shapes: group, isRare: false, rules, ...parameterForms(schema, z.string()) };
}

/** By request name, with bounds from the specification ("Limits", "Input parameters object"). */
export const SPEECH_PARAMETERS = {
  speed: numberParameter('speech', { min: 0.1, max: 5, step: 0.05, digits: 2, unit: 'times' }),
  temperature: numberParameter('speech', { min: 0, max: 2, step: 0.05, digits: 2, unit: '' }),
  language: choiceParameter('speech', LANGUAGES, languageSchema),
  quality: choiceParameter('file', QUALITIES, qualitySchema),
  seed: numberParameter('speech', { min: 0, step: 1, digits: 0, unit: '' }),
  sample_rate: numberParameter('file', { min: 8000, max: 48_000, step: 1, digits: 0, unit: 'Hz' }, true),
  voice_conditioning_seconds: numberParameter('voice', { min: 0, step: 1, digits: 0, unit: 's' }, true),
};

type ParameterTable = typeof SPEECH_PARAMETERS;
export type ParameterName = keyof ParameterTable;
export type ParameterNameOf<S extends ParameterGroup> = {
  [N in ParameterName]: ParameterTable[N]['shapes'] extends S ? N : never;
}[ParameterName];

// The casts restore key types that Object.keys, fromEntries and filter lose.
export const PARAMETER_NAMES = Object.keys(SPEECH_PARAMETERS) as readonly ParameterName[];

const parameterNames = <S extends ParameterGroup>(...groups: readonly S[]): readonly ParameterNameOf<S>[] =>
  PARAMETER_NAMES.filter((name) =>
    groups.some((shape) => shape === SPEECH_PARAMETERS[name].shapes),
  ) as ParameterNameOf<S>[];

/** Sent once for both voices of a dialog. */
export const SHARED_PARAMETERS = parameterNames('speech', 'file');
export const SPEECH_SHAPE_NAMES = parameterNames('speech');
/** Sent for each voice of a dialog. */
export const VOICE_PARAMETERS = parameterNames('voice');

export const secondVoiceName = <N extends ParameterNameOf<'voice'>>(name: N): `${N}_2` => `${name}_2`;

type ParameterForm = 'set' | 'sent' | 'changed' | 'echoed';

export const parameterShape = <F extends ParameterForm>(form: F): { [N in ParameterName]: ParameterTable[N][F] } =>
  Object.fromEntries(PARAMETER_NAMES.map((name) => [name, SPEECH_PARAMETERS[name][form]])) as {
    [N in ParameterName]: ParameterTable[N][F];
  };

type SecondVoiceShape = { [N in ParameterNameOf<'voice'> as `${N}_2`]: ParameterTable[N]['sent'] };

export const secondVoiceShape = Object.fromEntries(
  VOICE_PARAMETERS.map((name) => [secondVoiceName(name), SPEECH_PARAMETERS[name].sent]),
) as SecondVoiceShape;

export const speechParametersSchema = z.strictObject(parameterShape('set')).partial();
export type SpeechParameters = z.infer<typeof speechParametersSchema>;

/** Absent fields are kept; null removes a field. */
export const parameterPatchSchema = z.strictObject(parameterShape('changed')).partial();
export type ParameterPatch = z.infer<typeof parameterPatchSchema>;

export function applyPatch(parameters: SpeechParameters, patch: ParameterPatch): SpeechParameters {
  const set = Object.entries({ ...parameters, ...patch }).filter(([, value]) => value != null);
  return speechParametersSchema.parse(Object.fromEntries(set));
}

export const isPatched = (parameters: SpeechParameters, patch: ParameterPatch): boolean =>
  patchedNames(patch).every((name) => (parameters[name] ?? null) === patch[name]);

export const invertPatch = (parameters: SpeechParameters, patch: ParameterPatch): ParameterPatch =>
  Object.fromEntries(patchedNames(patch).map((name) => [name, parameters[name] ?? null]));

const patchedNames = (patch: ParameterPatch): ParameterName[] =>
  PARAMETER_NAMES.filter((name) => patch[name] !== undefined);

export type SpeechShape = Pick<SpeechParameters, ParameterNameOf<'speech'>>;

export const speechShapeOf = (parameters: SpeechParameters): SpeechShape =>
  Object.fromEntries(SPEECH_SHAPE_NAMES.map((name) => [name, parameters[name]]));

const displayIndex = (name: ParameterName): number => {
  const { isRare, rules } = SPEECH_PARAMETERS[name];
  return isRare ? 2 : rules.kind === 'choice' ? 1 : 0;
};

export const PARAMETERS_IN_DISPLAY_ORDER = PARAMETER_NAMES.toSorted((a, b) => displayIndex(a) - displayIndex(b));

export const isWithin = ({ min, max }: NumberRules, value: number): boolean =>
  value >= min && (max === undefined || value <= max);
