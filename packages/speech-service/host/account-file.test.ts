import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/test-service.ts';
import { AccountFileError, loadLocalAccount } from './account-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'account.json');
});
afterEach(() => folder.remove());

test('an account is random, kept, and readable only by its owner', () => {
  const made = loadLocalAccount(path, undefined);
  expect(loadLocalAccount(path, undefined)).toEqual(made);
  expect(made.account).toMatchObject({ plan: 'enterprise', apiAccess: true });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  const other = loadLocalAccount(join(folder.path, 'other.json'), undefined);
  expect(other.account.key).not.toBe(made.account.key);
  expect(other.signingSecret).not.toBe(made.signingSecret);
});

test('the plan, access and limits can be set in the file; the plan can be overridden', () => {
  loadLocalAccount(path, undefined);
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const limits = { batch: { requests: 1 }, read: null };
  writeFileSync(path, JSON.stringify({ ...file, plan: 'growth', api_access: false, limits }));
  expect(loadLocalAccount(path, undefined).account).toMatchObject({ plan: 'growth', apiAccess: false, limits });
  expect(loadLocalAccount(path, 'hacker').account.plan).toBe('hacker');
});

test('an invalid file is rejected and not changed', () => {
  for (const text of ['', '{', '{}', '{"key":"short","user":"u","signing_secret":"x"}']) {
    writeFileSync(path, text);
    expect(() => loadLocalAccount(path, undefined)).toThrow(AccountFileError);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
