import { type InputParameters, inputParametersShape } from '../service/input-parameters.ts';

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
