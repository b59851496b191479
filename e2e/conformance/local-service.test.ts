// The conformance suite passes on the local service, with real speech.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { startMutant } from './mutant.ts';
import type { Account } from './options.ts';
import { runSuite } from './suite.ts';

const folder = temporaryFolder();
let service: ServiceProcess;
/** Its only account has no access to the interface. */
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
  [service, denying] = await Promise.all([
    startService(join(folder.path, 'service'), '--plan', 'enterprise'),
    startService(data),
  ]);
});
afterAll(async () => {
  await Promise.all([service?.stop(), denying?.stop()]);
  folder.remove();
});

test('the local service passes every rule that needs no particular plan', async () => {
  const denied = accountOf(denying);
  // One address for both accounts, as a remote service has.
  const proxy = await startMutant({}, ({ headers }) =>
    addressOf(headers.authorization?.includes(denied.key) ? denying : service),
  );
  try {
    const options = { fresh: true, only: [], slow: false, timeoutSeconds: 120, denied };
    const outcomes = await runSuite({ ...options, ...accountOf(service), baseUrl: proxy.baseUrl }, () => undefined);
    const rulesThat = (kind: (typeof outcomes)[number]['outcome']) =>
      outcomes.filter(({ outcome }) => outcome === kind).map(({ rule, came }) => `${rule.id}: ${came}`);
    expect(rulesThat('failed')).toEqual([]);
    // A ping takes 15 s; the others need a limit or an unexpected error.
    const excused = /^(limits\.|events\.ping|error\.(429|500)\.)/;
    expect(rulesThat('skipped').filter((row) => !excused.test(row))).toEqual([]);
    expect(rulesThat('ok').length).toBeGreaterThan(200);
  } finally {
    await proxy.close();
  }
});
