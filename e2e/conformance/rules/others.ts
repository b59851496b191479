// Rules about endpoints that the interface mentions without specifying their payloads. They only check that the
// endpoints exist.

import { PATHS } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must } from '../verdict.ts';
import { CONVERT, ENDPOINTS, type Endpoint } from './endpoints.ts';

const rule = section('Endpoints, Other endpoints named');
const version = section('Versioning');

async function mustExist(context: Context, endpoint: Endpoint): Promise<void> {
  const reply = await context.client.call(await endpoint.call(context));
  const isMissing = reply.status === 404 || reply.status === 405 || reply.status === 501;
  must(!isMissing && reply.status < 500, `${reply.status}: ${formatValue(reply.text)}`);
}

const MENTIONED_ENDPOINTS = ['cloned-voices', 'leases', 'instant-clone', 'clone-deletion'];

export const OTHER_RULES: readonly Rule[] = [
  ...ENDPOINTS.filter(({ name }) => MENTIONED_ENDPOINTS.includes(name)).map((endpoint) =>
    rule(`others.${endpoint.name}`, `${endpoint.title} is there`, (context) => mustExist(context, endpoint)),
  ),
  rule('others.cloned-voices.listed', `GET ${PATHS.clonedVoices} answers with success`, async (context) => {
    const { status, text } = await context.client.call({ to: PATHS.clonedVoices });
    must(status >= 200 && status < 300, `${status}: ${formatValue(text)}`);
  }),
  version('others.convert', `${CONVERT.title} exists, and accepts content (array of strings) and voice`, (context) =>
    mustExist(context, CONVERT),
  ),
  ...[
    ['content-missing', { content: undefined }],
    ['content-type', { content: 7 }],
    ['voice-type', { voice: 7 }],
  ].map(([id, given]) =>
    version(`others.convert.refused.${id}`, 'a body of another form is refused', async (context) => {
      const call = await CONVERT.call(context);
      const body = { ...(call.body as object), ...(given as object) };
      const { status } = await context.client.call({ ...call, body });
      must(status >= 400 && status < 500 && status !== 404 && status !== 405, `${status} for ${formatValue(body)}`);
    }),
  ),
];
