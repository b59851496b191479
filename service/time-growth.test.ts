// What the service reads of others takes time in proportion to its length: bodies, headers, texts to speak, messages of servers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INTERRUPTED_TEXTS, repeated, someTexts } from '../e2e/support/hostile-texts.ts';
import { LARGE_SIZES, SMALL_SIZES, superlinearTexts } from '../e2e/support/time-growth.ts';
import { pathOf } from './http/raw-http.ts';
import { hostChecker } from './http/request-source.ts';
import { streamOrder, turnsOf } from './rendering/stream-order.ts';
import { rangeOf } from './routes/audio.ts';
import { comment } from './routes/job-events.ts';
import { preferredType } from './routes/single.ts';
import { retryAfter, safeMessage } from './speech/elsewhere/ask-server.ts';
import { withClauseEnds } from './speech/espeak/clause-ends.ts';
import { asPlainText } from './speech/espeak/espeak-module.ts';
import { HandRenderer, testService, VOICE } from './testing/test-service.ts';
import { reachComplaint } from './webhooks/webhook-reach.ts';

const isOwnHost = hostChecker('127.0.0.1');
const webhook = (address: string) => URL.canParse(address) && reachComplaint(address, 'any');

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'ends of clauses': withClauseEnds,
  'plain text for eSpeak NG': asPlainText,
  'turns of a dialog': (text) => turnsOf(text, 'A:', 'B:'),
  'turns by a long prefix': (text) => turnsOf(`${text}\n${text}`, `x${text}`, undefined),
  'what is spoken of a job': (text) => streamOrder({ text, voice: VOICE, turn_prefix: 'A' }, 1),
  'a comment in a stream of events': comment,
  'an accept header': (text) => preferredType(text, { json: /^json$/, audio: /^audio\/\*$/ }),
  'a range header': (text) => rangeOf(`bytes=${text}`, 10),
  'a Host header': (text) => [isOwnHost(text), isOwnHost(`xn--${text}`)],
  'a path': (text) => pathOf(`http://${text}`),
  'a Retry-After header': (text) => retryAfter(text, 0),
  'a message of a server': (text) => safeMessage(text, { key: 'sk-1', text: text.slice(0, 1000) }),
  'a message of a server that quotes nothing': (text) => safeMessage(`y${text}`, { key: 'sk-1', text: `${text}z` }),
  'an address of a webhook': (text) => [webhook(`http://${text}`), webhook(`http://h/${text}`)],
};

/** Texts of which single signs are of a row that something looks through. */
const MORE_TEXTS = [repeated('semicolons', ';'), repeated('marks and brackets', '.)'), repeated('percent signs', '%')];

describe.each(Object.entries(FUNCTIONS))('%s', (_, read) => {
  it('take time in proportion to the text', async () => {
    expect(await superlinearTexts(read, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], SMALL_SIZES)).toEqual([]);
  });

  it('take no more than six times as long for four times a large text', async () => {
    const shapes = someTexts('newlines', 'blanks', 'one letter', 'dots', 'Thai letters', 'everything by chance');
    expect(await superlinearTexts(read, shapes, LARGE_SIZES)).toEqual([]);
  });
});

/** Bodies of JSON of about a length. */
const BODIES: Readonly<Record<string, readonly [path: string, make: (length: number) => string]>> = {
  'many unknown fields': [
    '/api/v2/tts',
    (length) => `{${Array.from({ length: length / 10 }, (_, field) => `"k${field.toString(36)}":1`).join()}}`,
  ],
  'a long list of what is no job': ['/api/v2/tts/batches', (length) => `{"jobs":[${'{},'.repeat(length / 3)}{}]}`],
  'a long list of what is no text': ['/api/v1/convert', (length) => `{"content":[${'1,'.repeat(length / 2)}1]}`],
  'deep lists': ['/api/v2/tts', (length) => `{"text":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}`],
  'a long name of a field': ['/api/v2/tts', (length) => `{"${'x'.repeat(length)}":1}`],
  'a long voice': ['/api/v1/convert', (length) => `{"content":["a"],"voice":"${'X'.repeat(length)}"}`],
  'a long address': [
    '/api/v2/tts/batches',
    (length) =>
      JSON.stringify({
        jobs: [{ voice_engine: 'SvcDialog', text: 'a', voice: VOICE }],
        webhook_url: `http://${'a.'.repeat(length / 2)}`,
      }),
  ],
  'many signs that are escaped': ['/api/v2/tts', (length) => `{"text":"${'\\u00e9'.repeat(length / 6)}","voice":"x"}`],
  'a text that never ends': ['/api/v2/tts', (length) => `{"text":"${'\\"'.repeat(length / 2)}`],
};

describe('a body', () => {
  const service = testService(new HandRenderer());
  beforeAll(() => service.app.ready());
  afterAll(() => service.close());
  const send = (url: string, payload: string) =>
    service.ask({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

  it.each(Object.entries(BODIES))('with %s takes time in proportion to its length', async (name, [path, make]) => {
    const read = async (body: string): Promise<void> => expect((await send(path, body)).statusCode).toBe(400);
    expect(await superlinearTexts(read, [{ name, make }], { from: 65_536 })).toEqual([]);
  });

  it('with any text takes time in proportion to its length', async () => {
    const shapes = someTexts(
      'newlines',
      'blanks',
      'dots, interrupted',
      'emoji',
      'escaped brackets',
      'everything by chance',
    );
    const bodies = shapes.map(({ name, make }) => ({
      name,
      make: (length: number) => JSON.stringify({ text: make(length), voice: VOICE }),
    }));
    const read = (body: string) => send('/api/v2/tts', body);
    expect(await superlinearTexts(read, bodies, { from: 65_536, to: 1_048_576 })).toEqual([]);
  });
});
