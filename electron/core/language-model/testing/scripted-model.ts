// A server that answers as a script says, by OpenAI's interface.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp } from '../../api/testing/local-server.ts';

export interface ModelCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed; null for a GET. */
  readonly body: { readonly messages?: { readonly content: string }[] } & Record<string, unknown>;
}

/** What is done with a call: a completion with this content, or anything else by hand. */
export type ModelScript = (call: ModelCall, reply: ServerResponse) => string | object | undefined;

/** Numbers that are asked about in a call. */
export const askedNumbers = ({ body }: ModelCall): number[] =>
  [...(body.messages?.at(-1)?.content ?? '').matchAll(/⟦(\d+)⟧/g)].map(([, number]) => Number(number));

/**
 * A tale in which one quotation a scene is doubtful: who asks it, the text doesn't tell.
 * @param headingOf the row above a scene
 */
export const doubtfulTale = (scenes: number, headingOf = (at: number): string => `Chapter ${at + 1}`): string =>
  Array.from(
    { length: scenes },
    (_, at) =>
      `${headingOf(at)}\n\nAnn and Tom came in.\n\n“Come in,” said Ann.\n\n“In here,” said Tom.\n\nIt rained ${at} days.\n\n“Who is there?”\n`,
  ).join('\n');

/** A completion that names one speaker for all that is asked. */
export const allSaidBy =
  (speaker: string, confidence = 0.9): ModelScript =>
  (call) => ({ answers: askedNumbers(call).map((quotation) => ({ quotation, speaker, confidence })) });

/** @param script answers `undefined` where it replied itself; an object is sent as JSON of the content */
export async function serveModel(script: ModelScript) {
  const calls: ModelCall[] = [];
  const server = await serveHttp(async (request, reply) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call: ModelCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? {} : JSON.parse(text),
    };
    calls.push(call);
    if (call.path.endsWith('/models')) {
      reply.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }));
      return;
    }
    const content = script(call, reply);
    if (content === undefined) return;
    reply.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) };
    const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
    reply.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
  });
  return { ...server, calls };
}
