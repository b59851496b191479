// Authentication.
import { errorObjectSchema } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import type { Reply } from '../http/client.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';
import { CONVERT, ENDPOINTS, type Endpoint } from './endpoints.ts';

const rule = section('Authentication');
const errors = section('Errors');

type Headers = Readonly<Record<string, string>>;

async function call(context: Context, endpoint: Endpoint, credentials: Headers): Promise<Reply> {
  return context.client.call({ ...(await endpoint.call(context)), credentials });
}

function mustBeError(reply: Reply, status: number, errorId: string, problem: string): void {
  must(reply.status === status, `${reply.status} ${problem}`);
  const error = errorObjectSchema.safeParse(reply.json());
  must(error.success, `${problem}, a body that is no error object: ${formatValue(reply.text)}`);
  must(error.data.error_id === errorId, `${problem}, error_id ${formatValue(error.data.error_id)}`);
}

const batchEndpoint = ENDPOINTS[0];

/** Checks that the first endpoint responds with 401 to wrong credentials. */
function refusedRule(id: string, expected: string, headers: (key: string, user: string) => readonly Headers[]): Rule {
  return rule(`auth.${id}`, expected, async (context) => {
    if (!batchEndpoint) return;
    const { key, user } = context.options;
    for (const credentials of headers(key, user)) {
      const form = `for the authorization ${formatValue((credentials['AUTHORIZATION'] ?? 'left out').replaceAll(key, '<key>'))}`;
      mustBeError(await call(context, batchEndpoint, credentials), 401, 'UNAUTHORIZED', form);
    }
  });
}

const message = rule(
  'auth.message',
  'the message says that the header must be in the form Bearer <API_KEY>',
  async (context) => {
    if (!batchEndpoint) return;
    const { key, user } = context.options;
    for (const credentials of [{ 'X-USER-ID': user }, { AUTHORIZATION: key, 'X-USER-ID': user }]) {
      const reply = await call(context, batchEndpoint, credentials);
      const error = errorObjectSchema.safeParse(reply.json());
      must(error.success && /\bBearer\b/.test(error.data.error_message), `the body ${formatValue(reply.text)}`);
    }
  },
);

/** Accepts any client error, because the specification doesn't say which one. */
function clientErrorRule(id: string, expected: string, headers: (key: string, user: string) => Headers): Rule {
  return rule(id, expected, async (context) => {
    if (!batchEndpoint) return;
    const reply = await call(context, batchEndpoint, headers(context.options.key, context.options.user));
    must(reply.status >= 400 && reply.status < 500 && reply.status !== 429, `${reply.status}`);
  });
}

const missingCredentialsRule = (endpoint: Endpoint): Rule =>
  rule(
    `auth.needed.${endpoint.name}`,
    `${endpoint.title} without the headers: 401 with UNAUTHORIZED`,
    async (context) => mustBeError(await call(context, endpoint, {}), 401, 'UNAUTHORIZED', 'without the headers'),
  );

const forbiddenRule = (endpoint: Endpoint): Rule =>
  errors(
    `error.403.${endpoint.name}`,
    `${endpoint.title} on a plan without access: 403 with UNSUPPORTED_PLAN`,
    async (context) => {
      const { denied } = context.options;
      if (!denied) throw new NotTested('give an account without access with --denied-key and --denied-user');
      const credentials = { AUTHORIZATION: `Bearer ${denied.key}`, 'X-USER-ID': denied.user };
      mustBeError(await call(context, endpoint, credentials), 403, 'UNSUPPORTED_PLAN', 'without access');
    },
  );

export const ACCESS_RULES: readonly Rule[] = [
  refusedRule('missing', '401 with UNAUTHORIZED without the authorization header', (_key, user) => [
    { 'X-USER-ID': user },
  ]),
  refusedRule('empty', '401 with UNAUTHORIZED for an empty header, or one without a key', (_key, user) => [
    { AUTHORIZATION: '', 'X-USER-ID': user },
    { AUTHORIZATION: 'Bearer', 'X-USER-ID': user },
    { AUTHORIZATION: 'Bearer ', 'X-USER-ID': user },
  ]),
  refusedRule('without-bearer', '401 with UNAUTHORIZED for a key without "Bearer"', (key, user) => [
    { AUTHORIZATION: key, 'X-USER-ID': user },
  ]),
  refusedRule('malformed', '401 with UNAUTHORIZED for another form', (key, user) => [
    { AUTHORIZATION: `Basic ${key}`, 'X-USER-ID': user },
    { AUTHORIZATION: `Bearer${key}`, 'X-USER-ID': user },
    { AUTHORIZATION: `Token ${key}`, 'X-USER-ID': user },
  ]),
  message,
  clientErrorRule('auth.wrong-key', 'a key of another account is refused', (_key, user) => ({
    AUTHORIZATION: 'Bearer not-a-key-of-anybody',
    'X-USER-ID': user,
  })),
  clientErrorRule('auth.user-missing', 'a call without X-USER-ID is refused', (key) => ({
    AUTHORIZATION: `Bearer ${key}`,
  })),
  ...[...ENDPOINTS, CONVERT].map(missingCredentialsRule),
  ...ENDPOINTS.slice(0, 4).map(forbiddenRule),
];
