// Growth checks for code in the local service that reads request bodies, headers, texts to speak, and other servers'
// messages.
import { requestPath } from '../../packages/speech-service/http/raw-http.ts';
import { createHostChecker } from '../../packages/speech-service/http/request-source.ts';
import { createStreamOrder, splitTurns } from '../../packages/speech-service/rendering/stream-order.ts';
import { parseRange } from '../../packages/speech-service/routes/audio.ts';
import { commentFrame } from '../../packages/speech-service/routes/job-events.ts';
import { preferredType } from '../../packages/speech-service/routes/single.ts';
import { parseRetryAfter, safeMessage } from '../../packages/speech-service/speech/elsewhere/server-request.ts';
import { addClauseEnds } from '../../packages/speech-service/speech/espeak/clause-ends.ts';
import { escapePlainText } from '../../packages/speech-service/speech/espeak/espeak-module.ts';
import {
  HandRenderer,
  type TestService,
  testService,
  VOICE,
} from '../../packages/speech-service/testing/test-service.ts';
import { reachIssue } from '../../packages/speech-service/webhooks/webhook-reach.ts';
import { type InputShape, type MeasuredReader, textReaders } from './growth.ts';
import { CHECKED_TEXTS, INTERRUPTED_TEXTS, repeated, selectTexts } from './input-shapes.ts';

const isOwnHost = createHostChecker('127.0.0.1');
const webhook = (address: string) => URL.canParse(address) && reachIssue(address, 'any');

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'clause ends': addClauseEnds,
  'plain text for eSpeak NG': escapePlainText,
  'turns of a dialog': (text) => splitTurns(text, 'A:', 'B:'),
  'turns by a long prefix': (text) => splitTurns(`${text}\n${text}`, `x${text}`, undefined),
  'stream order of a job': (text) => createStreamOrder({ text, voice: VOICE, turn_prefix: 'A' }, 1),
  'event stream comment': commentFrame,
  'Accept header': (text) => preferredType(text, { json: /^json$/, audio: /^audio\/\*$/ }),
  'Range header': (text) => parseRange(`bytes=${text}`, 10),
  'Host header': (text) => [isOwnHost(text), isOwnHost(`xn--${text}`)],
  'request path': (text) => requestPath(`http://${text}`),
  'Retry-After header': (text) => parseRetryAfter(text, 0),
  'message of a server': (text) => safeMessage(text, { key: 'sk-1', text: text.slice(0, 1000) }),
  'message of a server without a quotation': (text) => safeMessage(`y${text}`, { key: 'sk-1', text: `${text}z` }),
  'webhook address': (text) => [webhook(`http://${text}`), webhook(`http://h/${text}`)],
};

const MORE_TEXTS = [repeated('semicolons', ';'), repeated('dots and brackets', '.)'), repeated('percent signs', '%')];

/** JSON bodies that are rejected. */
const BODIES: Readonly<Record<string, readonly [path: string, make: (length: number) => string]>> = {
  'unknown fields': [
    '/api/v2/tts',
    (length) => `{${Array.from({ length: length / 10 }, (_, field) => `"k${field.toString(36)}":1`).join()}}`,
  ],
  'invalid jobs': ['/api/v2/tts/batches', (length) => `{"jobs":[${'{},'.repeat(length / 3)}{}]}`],
  'invalid texts': ['/api/v1/convert', (length) => `{"content":[${'1,'.repeat(length / 2)}1]}`],
  'nested lists': ['/api/v2/tts', (length) => `{"text":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}`],
  'long field name': ['/api/v2/tts', (length) => `{"${'x'.repeat(length)}":1}`],
  'long voice': ['/api/v1/convert', (length) => `{"content":["a"],"voice":"${'X'.repeat(length)}"}`],
  'long webhook address': [
    '/api/v2/tts/batches',
    (length) =>
      JSON.stringify({
        jobs: [{ voice_engine: 'SvcDialog', text: 'a', voice: VOICE }],
        webhook_url: `http://${'a.'.repeat(length / 2)}`,
      }),
  ],
  'escaped characters': ['/api/v2/tts', (length) => `{"text":"${'\\u00e9'.repeat(length / 6)}","voice":"x"}`],
  'unterminated text': ['/api/v2/tts', (length) => `{"text":"${'\\"'.repeat(length / 2)}`],
};

const TEXTS = selectTexts('newlines', 'spaces', 'dots, interrupted', 'emoji', 'escaped brackets', 'random units');

interface RequestBody {
  readonly path: string;
  readonly body: string;
  /** Whether the request must be rejected. A job with an arbitrary text can be valid. */
  readonly isRejected: boolean;
}

const rejectedShapes = Object.entries(BODIES).map(
  ([name, [path, make]]): InputShape<RequestBody> => ({
    name,
    make: (length) => ({ path, body: make(length), isRejected: true }),
  }),
);
const textShapes = TEXTS.map(
  ({ name, make }): InputShape<RequestBody> => ({
    name: `text of ${name}`,
    make(length) {
      const body = JSON.stringify({ text: make(length), voice: VOICE });
      return { path: '/api/v2/tts', body, isRejected: false };
    },
  }),
);

let service: TestService;
const bodyReader: MeasuredReader<RequestBody> = {
  name: 'request bodies',
  shapes: [...rejectedShapes, ...textShapes],
  checkedSize: 65_536,
  measuredSizes: [16_384, 2 ** 20],
  async open() {
    service = testService(new HandRenderer());
    await service.app.ready();
  },
  close: () => service.close(),
  async read({ path, body, isRejected }) {
    const headers = { 'content-type': 'application/json' };
    const { statusCode } = await service.ask({ method: 'POST', url: path, payload: body, headers });
    if (isRejected && statusCode !== 400) throw new Error(`The body was answered with ${statusCode}, not 400.`);
  },
};

export const SERVICE_READERS: readonly MeasuredReader[] = [
  ...textReaders(FUNCTIONS, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], {
    checkedShapes: [...CHECKED_TEXTS, ...MORE_TEXTS],
  }),
  bodyReader,
];
