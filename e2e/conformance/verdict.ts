// How the check of a rule ends, where it does not hold.

/** The service did something else. The message says what came. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The rule could not be tested here. The message says why, and what to do about it. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
}

/** Fails the rule that is being checked where a condition does not hold. @param came what came instead */
export function must(condition: boolean, came: string | (() => string)): asserts condition {
  if (!condition) throw new Broken(typeof came === 'string' ? came : came());
}

const LONGEST_SHOWN = 160;

/** A value for a message: as JSON, shortened, and without what stands behind the path of an address. */
export function shown(value: unknown): string {
  const text = (typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value))).replace(
    /(https?:\/\/[^\s"?]*)\?[^\s"]*/g,
    '$1?…',
  );
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
