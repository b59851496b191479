// Checks the error messages of commands.
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { CommandResult } from './hosted-command.ts';
import { lectern } from './processes.ts';

type Environment = Readonly<Record<string, string>>;

/** Returns a command's final error message, without the `lectern: ` prefix and any previous notes. */
export function errorSentence({ stderr }: CommandResult): string {
  const rows = stderr.trimEnd().split('\n');
  const sentence = rows.at(-1) ?? '';
  expect(
    rows.filter((row) => row.startsWith('lectern: ')),
    stderr,
  ).toEqual([sentence]);
  expect(sentence, 'a sentence').toMatch(/^lectern: \P{Ll}.*\.$/u);
  expect(stderr, 'no stack trace').not.toMatch(/^\s+at |node:internal|\bundefined\b|\[object/m);
  return sentence.slice('lectern: '.length);
}

/**
 * Runs a command that must exit with status 2, print one sentence to stderr, and print nothing to stdout. Returns the
 * sentence.
 */
export async function expectRefusal(args: readonly string[], environment: Environment): Promise<string> {
  const result = await lectern(args, environment);
  const sentence = errorSentence(result);
  expect(result.status, sentence).toBe(2);
  expect(result.stdout).toBe('');
  return sentence;
}

/** Like `refusal`, but also checks that the output folder isn't created. */
export async function expectRefusalWithoutOutput(
  args: readonly string[],
  out: string,
  environment: Environment,
): Promise<string> {
  const sentence = await expectRefusal([...args, '--out', out], environment);
  expect(existsSync(out), `${out} isn't created`).toBe(false);
  return sentence;
}
