// Rules about error bodies, both of intentionally invalid requests and of all other errors in the run.
import { errorObjectSchema, PATHS, rateLimitedSchema, unexpectedErrorSchema } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import type { ErrorResponse } from '../http/client.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

const rule = section('Errors');
const afterwards = section('Errors', 'afterwards');

/** Checks a request without `text`, the specification's own example of invalid parameters. */
const withoutTextRule = (name: string, path: string, headers: Readonly<Record<string, string>> = {}): Rule =>
  rule(`error.400.${name}`, `POST ${path} without text: 400 with INVALID_PARAMETERS`, async (context) => {
    const job = await context.job({ text: undefined });
    const body = path === PATHS.batches ? { jobs: [job] } : { voice: job['voice'] };
    const reply = await context.client.call({ method: 'POST', to: path, body, headers });
    must(reply.status === 400, `${reply.status}: ${formatValue(reply.text)}`);
    const error = errorObjectSchema.safeParse(reply.json());
    must(error.success, `no error object: ${formatValue(reply.text)}`);
    must(error.data.error_id === 'INVALID_PARAMETERS', `error_id ${formatValue(error.data.error_id)}`);
    must(error.data.error_message.trim() !== '', 'an empty error_message');
  });

const notJson = rule(
  'error.400.no-json',
  'a body that is not JSON is refused without an unexpected error',
  async (context) => {
    for (const rawBody of ['{"jobs": [', 'jobs', '']) {
      const reply = await context.client.call({ method: 'POST', to: PATHS.batches, rawBody });
      must(reply.status >= 400 && reply.status < 500, `${reply.status} for ${formatValue(rawBody)}`);
    }
  },
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks every error in the run that has one of the statuses. */
function everyErrorRule(
  id: string,
  expected: string,
  statuses: (status: number) => boolean,
  right: (body: unknown) => boolean,
) {
  return afterwards(id, expected, async (context: Context) => {
    const seen = context.client.refusals.filter(({ status }) => statuses(status));
    if (seen.length === 0) throw new NotTested('no such answer came in this run');
    const wrong: ErrorResponse | undefined = seen.find(({ text }) => !right(parseJson(text)));
    must(wrong === undefined, () => `${wrong?.status} to ${wrong?.call} with the body ${formatValue(wrong?.text)}`);
  });
}

const isErrorObject = (body: unknown): boolean => errorObjectSchema.safeParse(body).success;
const isMessage = (body: unknown): boolean => rateLimitedSchema.min(1).safeParse(body).success;
const isUnexpected = (body: unknown): boolean => unexpectedErrorSchema.safeParse(body).success;

export const ERROR_RULES: readonly Rule[] = [
  withoutTextRule('batches', PATHS.batches),
  withoutTextRule('single', PATHS.single),
  withoutTextRule('single-events', PATHS.single, { accept: 'text/event-stream' }),
  withoutTextRule('stream', PATHS.stream, { accept: 'audio/mpeg' }),
  notJson,
  everyErrorRule(
    'error.objects',
    'every body of 400, 401 and 403 is an object with error_message and error_id (strings)',
    (status) => [400, 401, 403].includes(status),
    isErrorObject,
  ),
  everyErrorRule('error.429.string', 'every body of 429 is a plain JSON string', (status) => status === 429, isMessage),
  everyErrorRule(
    'error.500.object',
    'every body of 500 is an object, its message and error strings where they are there',
    (status) => status === 500,
    isUnexpected,
  ),
];
