// What a process that is started for speech, audio or the window is told of its starter's environment.

/** Variables that hold the key of an account at a speech service. Only the command line itself reads them. */
const ACCOUNT_KEYS = ['LECTERN_API_KEY'];

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * An environment for a child process or a thread, without account keys.
 *
 * @param withheld further variables that it must not have
 */
export function childEnvironment(
  environment: ProcessEnvironment,
  withheld: readonly string[] = [],
): Record<string, string> {
  // Windows takes no notice of case in these names.
  const names = new Set([...ACCOUNT_KEYS, ...withheld].map((name) => name.toUpperCase()));
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || names.has(name.toUpperCase()) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}
