import { describe, expect, test } from 'vitest';
import { isLoopback } from '../common/loopback.ts';
import { isAllowed, reachIssue, webhookIssues } from './webhook-reach.ts';

const LOOPBACK = [
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/hook?x=1#y',
  'https://127.255.255.254/',
  'http://[::1]:9/',
  'http://[::ffff:127.0.0.1]/',
  'http://localhost/',
  'HTTP://LOCALHOST:1/',
  'http://localhost./',
  // The same address in other writings: the address is read as a browser would.
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
];
const ELSEWHERE = [
  'http://example.com/',
  'http://localhost.example.com/',
  'http://127.0.0.1.nip.io/',
  'http://foo.localhost/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://93.184.216.34/',
  'http://[2606:2800:220:1::1]/',
  'http://[::ffff:10.0.0.1]/',
];
const NOWHERE = [
  'http://0.0.0.0/',
  'http://0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[::]/',
  // The same address in other writings.
  'http://2852039166/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.43518/',
  'http://169。254。169。254/',
  'http://[::169.254.169.254]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2001:0:a9fe:a9fe::]/',
  // Where other clouds tell their secrets.
  'http://100.100.100.200/latest/meta-data/',
  'http://1684301000/',
  'http://[::ffff:6464:64c8]/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://[fd20:ce::254]/',
  'http://[fd00:c1::a9fe:a9fe]/',
  'http://[fd00:42::42]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://Metadata.Google.Internal./',
  'http://metadata.goog/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
];

describe('the address of a webhook', () => {
  for (const address of LOOPBACK) {
    test(`${address} is of this machine: it is taken unless none is`, () => {
      expect(reachIssue(address, 'loopback')).toBeUndefined();
      expect(reachIssue(address, 'any')).toBeUndefined();
      expect(reachIssue(address, 'none')).toContain('--webhooks none');
    });
  }
  for (const address of ELSEWHERE) {
    test(`${address} is of another machine: it is taken where any is`, () => {
      expect(reachIssue(address, 'loopback')).toMatch(/must be an address of this machine.*--webhooks any/);
      expect(reachIssue(address, 'any')).toBeUndefined();
    });
  }
  for (const address of NOWHERE) {
    test(`${address} is a reserved address: it is never taken`, () => {
      expect(reachIssue(address, 'loopback')).toBeDefined();
      expect(reachIssue(address, 'any')).toMatch(/not an address that webhooks may call/);
    });
  }

  test('holds no credentials, and has an end', () => {
    expect(reachIssue('http://me@127.0.0.1/', 'any')).toMatch(/user name or password/);
    expect(reachIssue('http://:secret@127.0.0.1/', 'any')).toMatch(/user name or password/);
    const longest = 'http://127.0.0.1/'.padEnd(2048, 'x');
    expect(reachIssue(longest, 'any')).toBeUndefined();
    expect(reachIssue(`${longest}x`, 'any')).toMatch(/at most 2048 characters/);
  });

  test('is complained of by the name of its field', () => {
    const bad = 'http://10.0.0.1/';
    const jobs = [{}, { webhook_url: 'http://127.0.0.1/' }, { webhook_url: bad }];
    expect(webhookIssues({ webhook_url: bad, jobs }, 'loopback')).toEqual([
      expect.stringMatching(/^webhook_url must be/),
      expect.stringMatching(/^jobs\[2\]\.webhook_url must be/),
    ]);
  });
});

test('names are no addresses: what they resolve to is', () => {
  expect(isAllowed('localhost', 'any')).toBe(false);
  expect(isAllowed('::ffff:7f00:1', 'loopback')).toBe(true);
  expect(isAllowed('127.0.0.1', 'none')).toBe(false);
  expect(isLoopback('')).toBe(false);
});
