import { hostname } from 'node:os';
import { errorObjectSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../testing/raw-exchange.ts';
import { ACCOUNT, credentials, HandRenderer, testService } from '../testing/test-service.ts';
import { createHostChecker } from './request-source.ts';

const service = testService(new HandRenderer());
let address = '';
let port = '';
beforeAll(async () => {
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = new URL(address).port;
});
afterAll(() => service.close());

const KEYS = Object.entries(credentials(ACCOUNT))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** The status of an answer, and the identifier of its error where it is one. */
async function asked(target: string, headers: string): Promise<string> {
  const [answer] = await exchange(address, `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  if (answer === undefined) return 'no answer';
  if (answer.status < 400) return String(answer.status);
  return `${answer.status} ${errorObjectSchema.parse(JSON.parse(answer.body)).error_id}`;
}

/** One of each kind: with credentials, without, not there, malformed. */
const TARGETS = [
  '/api/v2/voices',
  '/internal/health',
  '/openapi.json',
  '/samples/alistair.mp3',
  '/audio/bc-1.mp3?expires=1&signature=x',
  '/nowhere',
  '/%',
];

describe('a request that names another host', () => {
  const FOREIGN = [
    'attacker.example',
    `attacker.example:${'1'}`,
    '127.0.0.1.nip.io',
    'localhost.attacker.example',
    'foo.localhost',
    '10.0.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '0.0.0.0',
    '',
    'localhost:99999',
    'localhost@attacker.example',
    'localhost/x',
    'attacker.example, localhost',
  ];
  test.each(FOREIGN)('"%s" is refused on every path, with or without credentials', async (host) => {
    for (const target of TARGETS) {
      for (const keys of ['', KEYS]) {
        expect(await asked(target, `Host: ${host}\r\n${keys}`), target).toBe('421 MISDIRECTED_REQUEST');
      }
    }
  });

  test('in its first row is refused as well', async () => {
    const own = `Host: 127.0.0.1:${port}\r\n`;
    expect(await asked('http://attacker.example/internal/health', own)).toBe('421 MISDIRECTED_REQUEST');
    expect(await asked('http://attacker.example', own)).toBe('421 MISDIRECTED_REQUEST');
    expect(await asked('http://localhost/internal/health', own)).toBe('200');
  });

  test('or two of them is refused', async () => {
    const two = `Host: 127.0.0.1:${port}\r\nHost: attacker.example\r\n`;
    expect(await asked('/internal/health', two)).toBe('400 INVALID_PARAMETERS');
  });
});

test.each(['127.0.0.1', 'localhost', 'LocalHost', 'localhost.', '[::1]', '127.5.5.5', '[::ffff:127.0.0.1]'])(
  'a request that names this machine, %s, is answered, whatever port it names',
  async (host) => {
    for (const named of [host, `${host}:${port}`, `${host}:9`]) {
      expect(await asked('/internal/health', `Host: ${named}\r\n`)).toBe('200');
      expect(await asked('/api/v2/voices', `Host: ${named}\r\n${KEYS}`)).toBe('200');
    }
  },
);

describe('a request of a web page', () => {
  const own = (more: string): string => `Host: 127.0.0.1:${port}\r\n${more}`;
  const REFUSED = '403 ORIGIN_NOT_ALLOWED';

  test.each([
    'http://attacker.example',
    'https://localhost.attacker.example',
    'null',
    'file://',
    'chrome-extension://abcdef',
    'http://10.0.0.1',
    '',
    'nonsense',
  ])('of %s is refused on every path', async (origin) => {
    for (const target of TARGETS) {
      expect(await asked(target, own(`Origin: ${origin}\r\n`)), target).toBe(REFUSED);
      expect(await asked(target, own(`Origin: ${origin}\r\n${KEYS}`)), target).toBe(REFUSED);
    }
  });

  test('of this machine is answered', async () => {
    for (const origin of [`http://127.0.0.1:${port}`, 'http://localhost:5173', 'https://[::1]:1']) {
      expect(await asked('/internal/health', own(`Origin: ${origin}\r\n`))).toBe('200');
    }
  });

  test('of another site that embeds or loads something is refused, though browsers name no origin there', async () => {
    const from = (site: string, mode: string, dest: string): Promise<string> =>
      asked(
        '/internal/health',
        own(`Sec-Fetch-Site: ${site}\r\nSec-Fetch-Mode: ${mode}\r\nSec-Fetch-Dest: ${dest}\r\n`),
      );
    expect(await from('cross-site', 'no-cors', 'audio')).toBe(REFUSED);
    expect(await from('cross-site', 'no-cors', 'script')).toBe(REFUSED);
    expect(await from('cross-site', 'navigate', 'iframe')).toBe(REFUSED);
    // A link shows the answer only to the person who clicks it.
    expect(await from('cross-site', 'navigate', 'document')).toBe('200');
    expect(await from('none', 'navigate', 'document')).toBe('200');
    expect(await from('same-origin', 'no-cors', 'audio')).toBe('200');
  });
});

describe('a service that listens elsewhere', () => {
  test('is called by the address or name that it was given, and by those of this machine', () => {
    const named = createHostChecker('Speech.Lan');
    expect(['speech.lan', 'speech.lan:80', 'localhost', '127.0.0.1:1'].map(named)).toEqual([true, true, true, true]);
    expect(['10.0.0.1', 'speech.lan.attacker.example'].map(named)).toEqual([false, false]);
    const numbered = createHostChecker('192.168.1.5');
    expect(['192.168.1.5:8080', '192.168.1.6:8080', 'attacker.example'].map(numbered)).toEqual([true, false, false]);
    const six = createHostChecker('2001:db8::5');
    expect(['[2001:db8::5]:1', '[2001:db8:0::5]', '[2001:db8::6]'].map(six)).toEqual([true, true, false]);
  });

  test.each(['0.0.0.0', '::', '0'])('on every address, %s, is called by any of them and by its own name', (host) => {
    const everywhere = createHostChecker(host);
    expect(['192.168.1.5:8080', '[2001:db8::5]', '127.0.0.1', hostname()].map(everywhere)).toEqual(Array(4).fill(true));
    expect(['attacker.example', 'nip.io'].map(everywhere)).toEqual([false, false]);
  });
});
