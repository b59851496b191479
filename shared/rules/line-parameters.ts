// The parameters of a line, and who says what they are.
import type { LineOverride, Role } from '../model/cast.ts';
import type { ProjectSettings } from '../model/settings.ts';
import type { SpeechParameters } from '../service/input-parameters.ts';

/** The parameters that both roles of a dialog share, because a request has each only once. */
export const SHARED_PARAMETERS = ['speed', 'temperature', 'language', 'quality', 'seed', 'sample_rate'] as const;
export type SharedParameter = (typeof SHARED_PARAMETERS)[number];

export interface ParameterSources {
  /** What the line sets in place of its roles' parameters. */
  readonly override: LineOverride | null;
  /** The cast by role name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly settings: ProjectSettings;
}

/** The line itself, its role, the project's settings; or none of them, so that the service decides. */
export type ParameterOrigin = 'line' | 'role' | 'project' | 'service';

/** A parameter as it is sent for a line. */
export interface ParameterInForce<Name extends keyof SpeechParameters = keyof SpeechParameters> {
  readonly name: Name;
  /** Undefined: it is not sent. */
  readonly value: SpeechParameters[Name];
  readonly origin: ParameterOrigin;
}

/** What a parameter is for a line whose first speaker is this role: what the line sets, else the role, else the project. */
export function parameterInForce<Name extends keyof SpeechParameters>(
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
