/** Thrown when the service doesn't conform. The message describes the observed behaviour. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** Thrown when a rule can't be tested. The message says why, and what to do about it. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
}

/** Fails the current rule if a condition is false. @param observed the observed behaviour */
export function must(condition: boolean, observed: string | (() => string)): asserts condition {
  if (!condition) throw new Broken(typeof observed === 'string' ? observed : observed());
}

const MAX_SHOWN_LENGTH = 160;

/** Formats a value for a message, as shortened JSON without URL queries. */
export function formatValue(value: unknown): string {
  const text = (typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value))).replace(
    /(https?:\/\/[^\s"?]*)\?[^\s"]*/g,
    '$1?…',
  );
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}
