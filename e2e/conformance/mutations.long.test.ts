// The suite notices every defect that a proxy seeds into the local service.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { type Defect, type Route, startMutant } from './mutant.ts';
import type { Mutation } from './mutations/mutation.ts';
import { PERMITTED } from './mutations/permitted.ts';
import { MUTATIONS } from './mutations.ts';
import type { Account, SuiteOptions } from './options.ts';
import { type Outcome, runSuite } from './suite.ts';

// A machine that is busy with other tests takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const folder = temporaryFolder();
let service: ServiceProcess;
/** Its audio is silence, which costs nothing: for what no rule has to listen to. */
let silent: ServiceProcess;
/** Rules that hold of silence, too. */
let deaf: ReadonlySet<string>;
/** Has an account without access: a service of its own, since the local one has one account. */
let denying: ServiceProcess;

const accountOf = ({ environment }: ServiceProcess): Account => ({
  key: environment['LECTERN_API_KEY'] ?? '',
  user: environment['LECTERN_USER_ID'] ?? '',
});
const addressOf = ({ environment }: ServiceProcess): URL => new URL(environment['LECTERN_BASE_URL'] ?? '');

beforeAll(async () => {
  const data = join(folder.path, 'denying');
  mkdirSync(data, { recursive: true });
  const account = {
    key: 'a-key-without-access',
    user: 'nobody',
    signing_secret: 'not-needed-anywhere',
    api_access: false,
  };
  writeFileSync(join(data, 'account.json'), JSON.stringify(account), { mode: 0o600 });
  [service, silent, denying] = await Promise.all([
    startService(join(folder.path, 'service'), '--plan', 'enterprise'),
    startService(join(folder.path, 'silent'), '--plan', 'enterprise', '--speech', 'silent'),
    startService(data),
  ]);
  const outcomes = await run({}, {}, silent);
  deaf = new Set(outcomes.filter(({ outcome }) => outcome === 'ok').map(({ rule }) => rule.id));
});
afterAll(async () => {
  await Promise.all([service?.stop(), silent?.stop(), denying?.stop()]);
  folder.remove();
});

/** Each call to the service whose account it has. */
const route: Route = ({ headers }) =>
  addressOf([denying, silent].find((one) => headers.authorization?.includes(accountOf(one).key)) ?? service);

/** The cheapest service that serves for these rules. */
const serviceFor = (rules: readonly string[]): ServiceProcess =>
  rules.every((rule) => deaf.has(rule)) ? silent : service;

async function run(defect: Defect, options: Partial<SuiteOptions>, on = service): Promise<readonly Outcome[]> {
  const mutant = await startMutant(defect, route);
  const usual = { fresh: true, only: [], slow: false, timeoutSeconds: 120, denied: accountOf(denying) };
  try {
    return await runSuite({ ...usual, ...accountOf(on), baseUrl: mutant.baseUrl, ...options }, () => undefined);
  } finally {
    await mutant.close();
  }
}

const told = (outcomes: readonly Outcome[], kind: Outcome['outcome']): string[] =>
  outcomes.filter(({ outcome }) => outcome === kind).map(({ rule, came }) => `${rule.id}: ${came}`);

test('a proxy keeps its own connections open, whatever the service says of its', async () => {
  const mutant = await startMutant({}, route);
  const { key, user } = accountOf(service);
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': user };
  const direct = await fetch(new URL(PATHS.voices, addressOf(service)), { headers });
  const reply = await fetch(new URL(PATHS.voices, mutant.baseUrl), { headers });
  expect(direct.headers.get('keep-alive')).not.toBeNull();
  expect(reply.headers.get('keep-alive')).toBeNull();
  expect(reply.status).toBe(direct.status);
  await mutant.close();
});

test.concurrent.each([
  ['hacker', ['limits.list.requests', 'limits.stream.requests', 'limits.clone.requests', 'error.429.string']],
  ['startup', ['limits.stream.characters', 'limits.list.requests', 'error.429.string']],
] as const)('the limits of the plan %s are exact', async (plan, only) => {
  const limited = await startService(join(folder.path, plan), '--plan', plan);
  try {
    const account = { ...accountOf(limited), baseUrl: addressOf(limited), denied: undefined };
    const outcomes = await runSuite(
      { ...account, plan, only, fresh: true, slow: false, timeoutSeconds: 120 },
      () => undefined,
    );
    expect(outcomes.map(({ rule, outcome }) => `${rule.id} ${outcome}`)).toEqual(
      outcomes.map(({ rule }) => `${rule.id} ok`),
    );
    expect(outcomes).toHaveLength(only.length);
  } finally {
    await limited.stop();
  }
});

describe('a service may behave differently where its interface leaves it open', () => {
  test.concurrent.each(PERMITTED.map((variation) => [variation.name, variation] as const))(
    '%s',
    async (_name, variation) => {
      const outcomes = await run(variation, { only: variation.only }, serviceFor(variation.only));
      expect(told(outcomes, 'failed')).toEqual([]);
      expect(told(outcomes, 'ok')).not.toEqual([]);
    },
  );
});

/** What must be noticed, and was not. */
async function unnoticed({ noticedBy, besides = [], ...mutation }: Mutation, on: ServiceProcess): Promise<string[]> {
  const options = {
    only: [...noticedBy, ...besides],
    ...(mutation.plan ? { plan: mutation.plan } : {}),
    ...(mutation.timeoutSeconds === undefined ? {} : { timeoutSeconds: mutation.timeoutSeconds }),
  };
  const outcomes = await run(mutation, options, on);
  return noticedBy.filter((id) => {
    const found = outcomes.find(({ rule }) => rule.id === id);
    return found?.outcome !== 'failed' || found.came?.startsWith('the suite itself failed');
  });
}

describe('a service is caught by the rules that are broken where', () => {
  test.concurrent.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    '%s',
    async (_name, mutation) => {
      // Some defects are not to be seen in silence.
      if (serviceFor(mutation.noticedBy) === silent && (await unnoticed(mutation, silent)).length === 0) return;
      expect(await unnoticed(mutation, service)).toEqual([]);
    },
  );

  test('each has a name of its own, and they are many', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(200);
  });
});
