// What a command says that can't do what it is asked for.
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { CommandResult } from './hosted-command.ts';
import { lectern } from './processes.ts';

type Environment = Readonly<Record<string, string>>;

/** The one sentence that a command ended with, without its prefix. What it noted on its way there is left out. */
export function sentenceOf({ stderr }: CommandResult): string {
  const rows = stderr.trimEnd().split('\n');
  const sentence = rows.at(-1) ?? '';
  expect(
    rows.filter((row) => row.startsWith('lectern: ')),
    stderr,
  ).toEqual([sentence]);
  expect(sentence, 'a sentence').toMatch(/^lectern: \P{Ll}.*\.$/u);
  expect(stderr, 'no trace of the stack').not.toMatch(/^\s+at |node:internal|\bundefined\b|\[object/m);
  return sentence.slice('lectern: '.length);
}

/** Calls a command that must end with 2, say one sentence and print nothing; gives the sentence. */
export async function refusal(args: readonly string[], environment: Environment): Promise<string> {
  const result = await lectern(args, environment);
  const sentence = sentenceOf(result);
  expect(result.status, sentence).toBe(2);
  expect(result.stdout).toBe('');
  return sentence;
}

/** The same for a command whose folder for audio must not be made. */
export async function refusalWithoutTrace(
  args: readonly string[],
  out: string,
  environment: Environment,
): Promise<string> {
  const sentence = await refusal([...args, '--out', out], environment);
  expect(existsSync(out), `${out} is not made`).toBe(false);
  return sentence;
}
