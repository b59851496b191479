// The conformance suite passes on a service of three nodes and four workers, with each request answered by another node.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT } from '../../packages/speech-service/testing/test-service.ts';
import { runSuite } from './suite.ts';

const DENIED = { key: 'a-key-without-access', userId: 'nobody', plan: 'hacker', apiAccess: false } as const;

let service: SharedService;
beforeAll(async () => {
  service = await SharedService.start(3, 4, DENIED);
});
afterAll(() => service?.stop());

test('three nodes and four workers pass every rule that needs no particular plan', async () => {
  const outcomes = await runSuite(
    {
      fresh: true,
      only: [],
      slow: false,
      timeoutSeconds: 120,
      baseUrl: new URL(service.address),
      key: ACCOUNT.key,
      user: ACCOUNT.userId,
      denied: { key: DENIED.key, user: DENIED.userId },
    },
    () => undefined,
  );
  const rulesThat = (kind: (typeof outcomes)[number]['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === kind).map(({ rule, came }) => `${rule.id}: ${came}`);
  expect(rulesThat('failed')).toEqual([]);
  // A ping takes 15 s; the others need a limit or an unexpected error.
  const excused = /^(limits\.|events\.ping|error\.(429|500)\.)/;
  expect(rulesThat('skipped').filter((row) => !excused.test(row))).toEqual([]);
  expect(rulesThat('ok').length).toBeGreaterThan(200);
});
