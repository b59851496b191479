// Accesses untrusted JSON.
import { Broken, formatValue } from './verdict.ts';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as an object. @throws {Broken} if it isn't an object */
export function requireFields(value: unknown, label: string): Fields {
  if (!isFields(value)) throw new Broken(`${label} that is no object: ${formatValue(value)}`);
  return value;
}

/** Returns the value at a path; undefined if the path doesn't exist. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) inner = isFields(inner) ? inner[name] : undefined;
  return inner;
}

/** Returns the string at a path; undefined if there is no string. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the array at a path; an empty array if there is no array. */
export function itemsAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = path.length === 0 ? value : at(value, ...path);
  return Array.isArray(found) ? found : [];
}
