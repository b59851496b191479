import { describe, expect, test } from 'vitest';
import { parseSuiteArguments, UsageError } from './options.ts';

const ACCOUNT = { LECTERN_API_KEY: 'a-key', LECTERN_USER_ID: 'somebody' };
const BASE = ['--base-url', 'http://127.0.0.1:8787'];

const suite = (...args: string[]) => {
  const command = parseSuiteArguments([...BASE, ...args], ACCOUNT);
  if (typeof command === 'string') throw new Error(command);
  return command.suite;
};

describe('the command line of the conformance suite', () => {
  test('takes the account from the environment, or from its options', () => {
    expect(suite()).toMatchObject({ key: 'a-key', user: 'somebody', plan: undefined, only: [], slow: false });
    expect(suite('--key', 'other', '--user', 'else')).toMatchObject({ key: 'other', user: 'else' });
  });

  test('takes several rules after --only', () => {
    expect(suite('--only', 'batch.created.201', 'child.', '--slow')).toMatchObject({
      only: ['batch.created.201', 'child.'],
      slow: true,
    });
  });

  test('says what is wrong', () => {
    const wrong =
      (args: string[], environment = {}) =>
      () =>
        parseSuiteArguments(args, environment);
    expect(wrong([], ACCOUNT)).toThrow(/--base-url is missing/);
    expect(wrong(['--base-url', 'ftp://host'], ACCOUNT)).toThrow(/http or https/);
    expect(wrong(BASE)).toThrow(/account is missing/);
    expect(wrong([...BASE, '--plan', 'golden'], ACCOUNT)).toThrow(/--plan must be one of hacker/);
    expect(wrong([...BASE, '--timeout', 'soon'], ACCOUNT)).toThrow(/--timeout/);
    expect(wrong([...BASE, '--fast'], ACCOUNT)).toThrow(UsageError);
    expect(wrong([...BASE, 'batch.id'], ACCOUNT)).toThrow(/"batch.id" is no option/);
  });

  test('shows help and rules without an account', () => {
    expect(parseSuiteArguments(['--help'], {})).toBe('help');
    expect(parseSuiteArguments(['--list'], {})).toBe('list');
  });
});
