const ACCOUNT_KEYS = ['LECTERN_API_KEY'];

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Returns an environment without account keys, for a child process or worker thread. */
export function childEnvironment(
  environment: ProcessEnvironment,
  withheld: readonly string[] = [],
): Record<string, string> {
  // Windows ignores case in variable names.
  const names = new Set([...ACCOUNT_KEYS, ...withheld].map((name) => name.toUpperCase()));
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || names.has(name.toUpperCase()) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
