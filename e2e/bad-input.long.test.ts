// What the command line says to whatever is wrong with what it is given: one sentence, the right status, nothing lost.
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';
import { errorSentence, expectRefusal, expectRefusalWithoutOutput } from './support/refusals.ts';
import { processesUsing } from './support/running-processes.ts';
import { SCENE } from './support/sample-texts.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const script = at('scene.txt');
let service: ServiceProcess;
/** An account at a service that speaks silence, and a home that nothing else uses. */
let account: Readonly<Record<string, string>>;
/** The same with a key that belongs to no address yet: `--base-url` names it. */
const keyAlone = () => ({ ...account, LECTERN_BASE_URL: '' });

beforeAll(async () => {
  writeFileSync(script, SCENE);
  service = await startService(at('service'), '--speech', 'silent');
  account = { ...service.environment, LECTERN_HOME: at('home') };
});
afterAll(async () => {
  await service.stop();
  expect(processesUsing(folder.path), 'nothing is left running').toEqual([]);
  expect(
    readdirSync(folder.path).filter((name) => name.startsWith('.')),
    'nothing half made is left',
  ).toEqual([]);
  folder.remove();
});

let outs = 0;
/** A name for a folder that is not there. */
const newOut = (): string => {
  outs += 1;
  return at(`out-${outs}`);
};

function file(name: string, content: string | Uint8Array): string {
  const path = at(name);
  writeFileSync(path, content);
  return path;
}

const zipOf = (inside: string): Buffer => Buffer.from(`PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(16)}${inside}`, 'latin1');

describe.concurrent('a script', () => {
  const bad: [what: string, make: () => string, says: RegExp][] = [
    ['that is missing', () => at('missing.txt'), /^File “.*missing\.txt” not found; check the name\.$/],
    ['that is a folder', () => folder.path, /is a folder; choose the script's file\.$/],
    [
      'that is a link to itself',
      () => {
        symlinkSync('loop.txt', at('loop.txt'));
        return at('loop.txt');
      },
      /“.*loop\.txt” can't be read \(ELOOP\); check/,
    ],
    // Root may read everything, but not this: the system answers with an error.
    ['that can’t be read', () => '/proc/self/mem', /“\/proc\/self\/mem” can't be read \(EIO\); check/],
    ['that is a device', () => '/dev/null', /is not a regular file; choose/],
    ['that is empty', () => file('empty.txt', ''), /“empty\.txt” is empty; choose a script that contains text\.$/],
    ['of white space', () => file('space.txt', ' \n\t\r\n\n'), /“space\.txt” is empty/],
    [
      'of directions only',
      () => file('directions.txt', '(A room.)\n\n(Another.)\n'),
      /directions\.txt contains only directions or pauses/,
    ],
    [
      'that is a picture',
      () => file('picture.txt', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')),
      /“picture\.txt” is a PNG picture/,
    ],
    ['that is an archive', () => file('archive.txt', zipOf('a.txt')), /“archive\.txt” is a ZIP archive/],
    [
      'that is an e-book without a book in it',
      () => file('book.epub', zipOf('mimetypeapplication/epub+zip')),
      /“book\.epub” is damaged and can’t be read; save it again/,
    ],
    [
      'of bytes without sense',
      () => file('bytes.txt', Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * i * 31 + i * 7) % 256))),
      /“bytes\.txt” is not a text file/,
    ],
    [
      'with three roles in a paragraph',
      () => file('three.txt', 'ALGERNON: One.\n\nALGERNON: Two.\nLANE: Three.\nJACK: Four.\n'),
      /three\.txt, row 3: a paragraph has the roles ALGERNON, LANE, JACK, but a line can have at most two roles\. Separate/,
    ],
  ];
  it.each(bad)('%s', async (_what, make, says) => {
    expect(await expectRefusalWithoutOutput(['render', make()], newOut(), account)).toMatch(says);
  });
});

describe.concurrent('a call', () => {
  const bad: [what: string, args: (out: string) => string[], says: RegExp][] = [
    [
      'without --out',
      () => ['render', script],
      /^Required option '--out <dir>' not specified; see "lectern render --help"/,
    ],
    ['with an empty --out', () => ['render', script, '--out', ''], /'--out <dir>' argument '' is invalid: it is empty/],
    [
      'of an unknown command',
      () => ['rendr', script],
      /^Unknown command 'rendr' \(Did you mean render\?\); see "lectern/,
    ],
    [
      'with an unknown option',
      (out) => ['render', script, '--out', out, '--loud'],
      /^Unknown option '--loud' \(Did you mean --out\?\); see/,
    ],
    [
      'with a format that there is none of',
      (out) => ['render', script, '--out', out, '--format', 'aac'],
      /'aac' is invalid: the formats are mp3/,
    ],
    [
      'with a limit that is no number',
      (out) => ['render', script, '--out', out, '--limit', 'ten'],
      /'ten' is invalid: it must be a whole/,
    ],
    [
      'with two scripts',
      (out) => ['render', script, script, '--out', out],
      /isn’t a project folder\. “lectern render” takes one script/,
    ],
    [
      'with a field that names have not',
      (out) => ['render', script, '--out', out, '--name', '{colour}'],
      /has an unknown field, \{colour\}/,
    ],
    [
      'with half a field',
      (out) => ['render', script, '--out', out, '--name', '{line'],
      /has an unmatched curly bracket/,
    ],
    [
      'with a port that there is none of',
      () => ['serve', '--port', '70000'],
      /'70000' is invalid: the highest port is 65535/,
    ],
    ['with a plan that there is none of', () => ['serve', '--plan', 'gold'], /'gold' is invalid: the plans are/],
    [
      'with a cast file that is missing',
      (out) => ['render', script, '--out', out, '--cast', at('none.json')],
      /^There is no cast file .*none\.json/,
    ],
    [
      'with a cast file that is half',
      (out) => ['render', script, '--out', out, '--cast', file('half.json', '{"LANE":')],
      /half\.json is not valid JSON/,
    ],
    [
      'with a cast file that is a list',
      (out) => ['render', script, '--out', out, '--cast', file('list.json', '[]')],
      /list\.json is not a list of roles: write/,
    ],
    [
      'with a speed out of bounds',
      (out) => ['render', script, '--out', out, '--cast', file('fast.json', '{"LANE": {"speed": 9}}')],
      /LANE\.speed: too big/,
    ],
    [
      'with a voice that nobody has',
      (out) => ['render', script, '--out', out, '--cast', file('voice.json', '{"LANE": "Nobody"}')],
      /^LANE is cast with the voice "Nobody", which the service doesn’t have: choose one listed by "lectern voices"\.$/,
    ],
    ['to resume what is not there', () => ['resume', at('gone')], /^There is no project at .*gone\. Check/],
    ['to look at what is not there', () => ['status', at('gone')], /^There is no project at/],
    [
      'to export what is not there',
      (out) => ['export', at('gone'), '--out', out, '--as', 'lines'],
      /^There is no project at/,
    ],
  ];
  it.each(bad)('%s', async (_what, args, says) => {
    const out = newOut();
    expect(await expectRefusal(args(out), account)).toMatch(says);
    expect(existsSync(out)).toBe(false);
  });

  it('with a plan in the environment that there is none of', async () => {
    expect(await expectRefusal(['voices'], { ...account, LECTERN_PLAN: 'gold' })).toMatch(
      /^LECTERN_PLAN is "gold", which isn’t a plan/,
    );
  });

  it.runIf(existsSync('/dev/full'))('whose result can’t be written ends with 1', async () => {
    const result = await lectern(['voices'], account, ['sh', '-c', 'exec "$0" "$@" > /dev/full']);
    expect(errorSentence(result)).toBe('The result could not be written to standard output (ENOSPC).');
    expect(result.status).toBe(1);
  });

  it('without a command prints the help, and ends with 2', async () => {
    const { status, stderr } = await lectern([], account);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Usage: lectern /);
  });
});

/** An HTTP server that answers everything the same, and notes what it was sent. */
async function answering(status: number, type: string, body: string, headers: Record<string, string> = {}) {
  const seen: { readonly key: string | undefined; readonly path: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ key: request.headers.authorization, path: request.url });
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.concurrent('a base address', () => {
  const strangers: [what: string, reply: Parameters<typeof answering>, says: RegExp][] = [
    [
      'of a web site',
      [200, 'text/html', '<html>Hello</html>'],
      /^Something other than the text-to-speech service answered .* Check the service’s address\. The service’s address is http/,
    ],
    [
      'of a web site that knows no such page',
      [404, 'text/html', '<html>?</html>'],
      /^Something other than the text-to-speech service answered \(status 404, text\/html\)/,
    ],
    [
      'of something that speaks JSON',
      [200, 'application/json', '{"hello": 1}'],
      /^The service’s response \(200\) isn’t a list of voices\. Check the service’s address.* The service’s address is http/,
    ],
    ['of something without voices', [200, 'application/json', '[]'], /^None of the service’s voices can be used/],
    [
      'of something that knows no such path',
      [404, 'application/json', '{}'],
      /^The service can’t find this address or job\. Check the service’s address\. The service’s address is http/,
    ],
    [
      'that sends elsewhere',
      [302, 'text/html', '', { location: 'https://elsewhere.example/' }],
      /^The service redirected the request to https:\/\/elsewhere\.example \(302\)/,
    ],
    [
      'of a plan without access',
      [403, 'application/json', '{"error_id":"UNSUPPORTED_PLAN","error_message":"No API access."}'],
      /^The account’s plan doesn’t include this: No API access/,
    ],
  ];
  it.each(strangers)('%s', async (_what, reply, says) => {
    const stranger = await answering(...reply);
    try {
      const args = ['render', script, '--base-url', stranger.url];
      const sentence = await expectRefusalWithoutOutput(args, newOut(), keyAlone());
      expect(sentence).toMatch(says);
      expect(sentence).not.toContain(account['LECTERN_API_KEY']);
      expect(stranger.seen.length).toBeGreaterThan(0);
    } finally {
      stranger.close();
    }
  });

  it('of a service that fails ends with 1, since the same call may well succeed later', async () => {
    const ill = await answering(500, 'application/json', '{"message": "Out of order"}');
    const out = newOut();
    try {
      const result = await lectern(['render', script, '--out', out, '--base-url', ill.url], keyAlone());
      expect(result.status).toBe(1);
      expect(errorSentence(result)).toMatch(
        /^The service had an error \(500\): Out of order\. Try again later\. The service’s address is http/,
      );
      expect(existsSync(out)).toBe(false);
    } finally {
      ill.close();
    }
  });

  const impossible: [what: string, url: string, says: RegExp][] = [
    [
      'where nobody listens',
      'http://127.0.0.1:9',
      /^No response from http:\/\/127\.0\.0\.1:9: no server is running there .* Check/,
    ],
    [
      'with a name that nobody has',
      'https://no-such-host.invalid',
      /^No response from https:\/\/no-such-host\.invalid: its name can’t be found/,
    ],
    [
      'on another machine, without encryption',
      'http://tts.example.com',
      /^The connection to http:\/\/tts\.example\.com isn’t encrypted, so nothing was sent/,
    ],
    ['that is none', 'garbage', /^"garbage" is not a valid service URL/],
    ['of a file', 'file:///etc/passwd', /is not a valid service URL/],
    ['with a port that there is none of', 'http://127.0.0.1:99999', /is not a valid service URL/],
    [
      'that holds an account',
      'https://me:secret@tts.example.com',
      /^The URL of the service at tts\.example\.com can’t contain a user name, password/,
    ],
  ];
  it.each(impossible)('%s', async (_what, url, says) => {
    const sentence = await expectRefusalWithoutOutput(['render', script, '--base-url', url], newOut(), keyAlone());
    expect(sentence).toMatch(says);
    expect(sentence).not.toContain('secret');
  });
});

describe.concurrent('an account', () => {
  const bad: [what: string, change: Record<string, string>, says: RegExp][] = [
    [
      'with a wrong key',
      { LECTERN_API_KEY: 'sk-wrong' },
      /^The service rejected the API key or user ID: .* Check both\./,
    ],
    ['of an unknown user', { LECTERN_USER_ID: 'nobody' }, /^The service rejected the API key or user ID/],
    ['without a key', { LECTERN_API_KEY: '' }, /^There is no key for http.*: set LECTERN_API_KEY\.$/],
    ['without a user', { LECTERN_USER_ID: '' }, /^There is no user ID for http.*: set LECTERN_USER_ID\.$/],
    ['with a key of two rows', { LECTERN_API_KEY: 'one\ntwo' }, /^LECTERN_API_KEY contains spaces or characters/],
  ];
  it.each(bad)('%s', async (_what, change, says) => {
    const sentence = await expectRefusalWithoutOutput(['render', script], newOut(), { ...account, ...change });
    expect(sentence).toMatch(says);
    expect(sentence).not.toContain('sk-wrong');
  });
});
