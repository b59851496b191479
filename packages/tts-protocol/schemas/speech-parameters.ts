// The parameters that a role or a line may set, each once. What is sent and read, the bridge, the fields of the window, the
// command line and the local service's requests follow from this table. "Adding a parameter of a line" in CONTRIBUTING.md
// says what else there is to do.
import { z } from 'zod';
import { nullable } from './parse.ts';
import { LANGUAGES, languageSchema, QUALITIES, qualitySchema } from './vocabulary.ts';

/** What a field takes that holds a number. */
export interface NumberRules {
  readonly kind: 'number';
  readonly min: number;
  /** Absent: the interface names no bound. */
  readonly max?: number;
  readonly step: number;
  /** Behind the point; 0: whole numbers. */
  readonly digits: number;
  /** Such as `Hz`; empty where it has none. */
  readonly unit: string;
}

/** What a field takes that holds one of some values. */
export interface ChoiceRules {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

/** `speech`: how the words are spoken; `file`: how they are kept; `voice`: how each of a dialog's two voices is made. */
type Shaped = 'speech' | 'file' | 'voice';

/** The parameter as it is set, as it is sent, as a change has it (null takes it away), and as a service echoes it. */
const forms = <T extends z.ZodType, E extends z.ZodType>(set: T, echoed: E) => ({
  set,
  sent: nullable(set),
  changed: set.nullable(),
  echoed,
});

function number<S extends Shaped, const R extends Omit<NumberRules, 'kind'>>(shapes: S, bounds: R, isRare = false) {
  const { min, max, digits } = bounds;
  const atLeast = (digits === 0 ? z.int() : z.number()).min(min);
  const set = max === undefined ? atLeast : atLeast.max(max);
  const rules = { kind: 'number' as const, ...bounds };
  return { shapes, isRare, rules, ...forms(set, z.number()) };
}

function choice<S extends Shaped, T extends z.ZodType>(shapes: S, values: readonly string[], schema: T) {
  const rules: ChoiceRules = { kind: 'choice', values };
  return { shapes, isRare: false, rules, ...forms(schema, z.string()) };
}

/**
 * By their names in a request, with the bounds of the interface ("Limits", "Input parameters object"). Few producers ever
 * set a rare one.
 */
export const SPEECH_PARAMETERS = {
  speed: number('speech', { min: 0.1, max: 5, step: 0.05, digits: 2, unit: 'times' }),
  temperature: number('speech', { min: 0, max: 2, step: 0.05, digits: 2, unit: '' }),
  language: choice('speech', LANGUAGES, languageSchema),
  quality: choice('file', QUALITIES, qualitySchema),
  seed: number('speech', { min: 0, step: 1, digits: 0, unit: '' }),
  sample_rate: number('file', { min: 8000, max: 48_000, step: 1, digits: 0, unit: 'Hz' }, true),
  voice_conditioning_seconds: number('voice', { min: 0, step: 1, digits: 0, unit: 's' }, true),
};

type Table = typeof SPEECH_PARAMETERS;
export type ParameterName = keyof Table;
/** The names of the parameters that shape the speech, the file or the voice. */
export type NameOf<S extends Shaped> = {
  [N in ParameterName]: Table[N]['shapes'] extends S ? N : never;
}[ParameterName];

// Object.keys forgets the names, which are exactly those of the table; so do fromEntries and filter below.
export const PARAMETER_NAMES = Object.keys(SPEECH_PARAMETERS) as readonly ParameterName[];

const namesOf = <S extends Shaped>(...shapes: readonly S[]): readonly NameOf<S>[] =>
  PARAMETER_NAMES.filter((name) => shapes.some((shape) => shape === SPEECH_PARAMETERS[name].shapes)) as NameOf<S>[];

/** What a request has once for both voices of a dialog. */
export const SHARED_PARAMETERS = namesOf('speech', 'file');
/** What tells two requests for the same words by the same voices apart. */
export const SPEECH_SHAPING = namesOf('speech');
/** What a request has for each voice of a dialog. */
export const VOICE_PARAMETERS = namesOf('voice');

/** A parameter's name for a dialog's second voice. */
export const ofSecondVoice = <N extends NameOf<'voice'>>(name: N): `${N}_2` => `${name}_2`;

type Form = 'set' | 'sent' | 'changed' | 'echoed';

/** One form of every parameter, as the shape of an object. */
export const parameterShape = <F extends Form>(form: F): { [N in ParameterName]: Table[N][F] } =>
  Object.fromEntries(PARAMETER_NAMES.map((name) => [name, SPEECH_PARAMETERS[name][form]])) as {
    [N in ParameterName]: Table[N][F];
  };

type SecondVoiceShape = { [N in NameOf<'voice'> as `${N}_2`]: Table[N]['sent'] };

/** What is sent for a dialog's second voice. */
export const secondVoiceShape = Object.fromEntries(
  VOICE_PARAMETERS.map((name) => [ofSecondVoice(name), SPEECH_PARAMETERS[name].sent]),
) as SecondVoiceShape;

export const speechParametersSchema = z.strictObject(parameterShape('set')).partial();
export type SpeechParameters = z.infer<typeof speechParametersSchema>;

/** What is changed of parameters: what is absent stays, and null takes one away. */
export const parameterPatchSchema = z.strictObject(parameterShape('changed')).partial();
export type ParameterPatch = z.infer<typeof parameterPatchSchema>;

/** Parameters once they were changed. */
export function patched(parameters: SpeechParameters, patch: ParameterPatch): SpeechParameters {
  const set = Object.entries({ ...parameters, ...patch }).filter(([, value]) => value != null);
  return speechParametersSchema.parse(Object.fromEntries(set));
}

/** Whether parameters are as a change makes them. */
export const isPatched = (parameters: SpeechParameters, patch: ParameterPatch): boolean =>
  namesIn(patch).every((name) => (parameters[name] ?? null) === patch[name]);

/** What takes a change back. @param parameters as they were before it */
export const patchBack = (parameters: SpeechParameters, patch: ParameterPatch): ParameterPatch =>
  Object.fromEntries(namesIn(patch).map((name) => [name, parameters[name] ?? null]));

const namesIn = (patch: ParameterPatch): ParameterName[] => PARAMETER_NAMES.filter((name) => patch[name] !== undefined);

/** The parameters of a request that shape the speech, as far as it has them. */
export type SpeechShape = Pick<SpeechParameters, NameOf<'speech'>>;

export const speechShapeOf = (parameters: SpeechParameters): SpeechShape =>
  Object.fromEntries(SPEECH_SHAPING.map((name) => [name, parameters[name]]));

const placeShown = (name: ParameterName): number => {
  const { isRare, rules } = SPEECH_PARAMETERS[name];
  return isRare ? 2 : rules.kind === 'choice' ? 1 : 0;
};

/** In the order in which they are shown: numbers, choices, rare ones. */
export const PARAMETERS_AS_SHOWN = PARAMETER_NAMES.toSorted((a, b) => placeShown(a) - placeShown(b));

/** Whether a number may stand for a parameter. */
export const isWithin = ({ min, max }: NumberRules, value: number): boolean =>
  value >= min && (max === undefined || value <= max);
