// Rules about single asynchronous generation, except those about its events.
import { PATHS } from '@lectern/tts-protocol';
import type { Fields } from '../json.ts';
import { generationBody } from '../requests/generation.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must } from '../verdict.ts';

const endpoint = section('Endpoints, POST /api/v2/tts');

const jsonRule = endpoint(
  'single.accepted',
  'a text and a voice are accepted without an event stream, too',
  async (context) => {
    const body = await generationBody(context);
    const reply = await context.client.call({
      method: 'POST',
      to: PATHS.single,
      body,
      headers: { accept: 'application/json' },
    });
    must(reply.status >= 200 && reply.status < 300, `${reply.status}: ${formatValue(reply.text)}`);
  },
);

const refusedRule = (id: string, changes: Fields, expected: string): Rule =>
  endpoint(`single.refused.${id}`, `400 for ${expected}`, async (context) => {
    const body = { ...(await generationBody(context)), ...changes };
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await context.client.call({ method: 'POST', to: PATHS.single, body, headers: { accept } });
      must(reply.status === 400, `${reply.status} with accept: ${accept}`);
    }
  });

export const SINGLE_RULES: readonly Rule[] = [
  jsonRule,
  refusedRule('text-missing', { text: undefined }, 'no text'),
  refusedRule('text-type', { text: 7 }, 'a text that is a number'),
  refusedRule('voice-missing', { voice: undefined }, 'no voice'),
  refusedRule('voice-type', { voice: 7 }, 'a voice that is a number'),
];
