// Looking into answers of which nothing is certain.
import { Broken, shown } from './verdict.ts';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as an object. @throws {Broken} where it is none */
export function fields(value: unknown, what: string): Fields {
  if (!isFields(value)) throw new Broken(`${what} that is no object: ${shown(value)}`);
  return value;
}

/** The value at a path of names, undefined where the path ends before. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) inner = isFields(inner) ? inner[name] : undefined;
  return inner;
}

/** The text at a path, undefined where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The items of the array at a path; none where there is no array. */
export function itemsAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = path.length === 0 ? value : at(value, ...path);
  return Array.isArray(found) ? found : [];
}
