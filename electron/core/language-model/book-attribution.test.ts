import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotationsOf } from '@lectern/manuscript/speakers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelProgress, ModelTerms } from '../../../shared/model/language-model.ts';
import { createNodeTransport } from '../api/node-transport.ts';
import { SkippingClock } from '../api/testing/skipping-clock.ts';
import { BookAttribution, quotationsToAsk } from './book-attribution.ts';
import { modelAddress } from './model-address.ts';
import { allSaidBy, doubtfulTale, type ModelScript, serveModel } from './testing/scripted-model.ts';

/** A scene each, so that each doubtful quotation is a passage of its own. */
const TEXT = doubtfulTale(4, (at) => `## ${at}`);
const book = quotationsOf(TEXT);
const TERMS: ModelTerms = {
  inputPrice: 1,
  outputPrice: 10,
  currency: 'USD',
  mostCost: null,
  requestsAtOnce: 1,
  tokensPerRequest: 2_000,
};

let home: string;
let stop: (() => Promise<void> | void)[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-model-'));
  stop = [];
});
afterEach(async () => {
  for (const end of stop) await end();
  rmSync(home, { recursive: true });
});

async function open(script: ModelScript, terms: Partial<ModelTerms> = {}, key = 'sk-secret-0123456789') {
  const server = await serveModel(script);
  const transport = createNodeTransport();
  stop.push(
    () => transport.close(),
    () => server.close(),
  );
  const clock = new SkippingClock();
  const controller = new AbortController();
  const progress: ModelProgress[] = [];
  const model = { baseUrl: modelAddress(server.url.href), model: 'small', key, terms: { ...TERMS, ...terms } };
  const ports = { dataFolder: home, transport, clock, random: { next: () => 0.5 } };
  const plan = async () => BookAttribution.open(book, quotationsToAsk(book, 'doubtful'), model, ports);
  const ask = async () => (await plan()).ask(false, controller.signal, (told) => progress.push(told));
  return { server, clock, controller, progress, plan, ask };
}

const page =
  (status: number, text: string, headers: Record<string, string> = {}): ModelScript =>
  (_, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers });
    reply.end(text);
    return undefined;
  };

describe('a model that is asked about a book', () => {
  it('answers what is doubtful; what is sent, and what it costs, is told before and after', async () => {
    const { server, plan, ask, progress } = await open(allSaidBy('Tom'));
    const before = (await plan()).plan();
    expect(before).toMatchObject({ quotations: 4, requests: 4, answered: 0, isLocal: true });
    expect(before.characters).toBeGreaterThan(150);
    expect(before.cost).toBeGreaterThan(0);
    expect(server.calls).toEqual([]);
    const { told, report } = await ask();
    expect(Object.values(told)).toEqual(Array(4).fill({ speaker: 'Tom', confidence: 0.9 }));
    expect(report).toMatchObject({
      end: 'done',
      answered: 4,
      unusable: 0,
      sent: 4,
      kept: 0,
      failed: 0,
      isEstimated: false,
      tokens: { input: 4_000, output: 400 },
    });
    expect(report.cost).toBeCloseTo(0.008, 9);
    expect(progress.at(-1)).toMatchObject({ done: 4, requests: 4 });
    const [call] = server.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(call?.headers.authorization).toBe('Bearer sk-secret-0123456789');
    expect(call?.body).toMatchObject({ model: 'small', stream: false, response_format: { type: 'json_schema' } });
  });

  it('is not asked again what it answered', async () => {
    const { server, plan, ask } = await open(allSaidBy('Tom'));
    const first = await ask();
    expect((await plan()).plan()).toMatchObject({ requests: 0, answered: 4, characters: 0, cost: 0 });
    const { told, report } = await ask();
    expect(told).toEqual(first.told);
    expect(report).toMatchObject({ sent: 0, kept: 4, cost: 0 });
    expect(server.calls).toHaveLength(4);
  });

  it('is asked without what its server refuses', async () => {
    const { server, ask } = await open((call, reply) => {
      const { body } = call;
      if (body['response_format'])
        return page(400, '{"error":{"message":"Either json_schema or grammar"}}')(call, reply);
      if (body['temperature'] === 0) return page(400, '{"error":{"message":"temperature must be 1"}}')(call, reply);
      if (body['max_tokens']) return page(400, '{"error":{"message":"Use max_completion_tokens"}}')(call, reply);
      return allSaidBy('Tom')(call, reply);
    });
    expect((await ask()).report).toMatchObject({ end: 'done', answered: 4, failed: 0 });
    expect(server.calls).toHaveLength(7);
  });

  it('is waited for as it asks, and where it fails for a while', async () => {
    let calls = 0;
    const { clock, ask, progress } = await open((call, reply) => {
      calls += 1;
      if (calls === 1) return page(429, '{}', { 'retry-after': '7' })(call, reply);
      if (calls === 2) return page(503, '{}')(call, reply);
      return allSaidBy('Tom')(call, reply);
    });
    expect((await ask()).report).toMatchObject({ end: 'done', answered: 4, failed: 0 });
    expect(clock.waits).toContain(7_000);
    expect(progress.some(({ waitingMs }) => waitingMs === 7_000)).toBe(true);
  });

  it('costs no more than its cap, whatever its answers are', async () => {
    // At most 300 tokens and more may come back for each request.
    const { server, ask } = await open(allSaidBy('Tom'), { mostCost: 0.021 });
    const { report } = await ask();
    expect(report.end).toBe('capped');
    expect(report.cost).toBeLessThanOrEqual(0.021);
    expect(server.calls.length).toBeGreaterThan(0);
    expect(server.calls.length).toBeLessThan(4);
  });

  it('keeps what came before it was called off', async () => {
    const { controller, ask, plan } = await open((call, reply) => {
      if (call.body.messages?.at(-1)?.content.includes('rained 1 ')) {
        controller.abort(new Error('called off'));
        return undefined;
      }
      return allSaidBy('Tom')(call, reply);
    });
    const { told, report } = await ask();
    expect(Object.keys(told)).toHaveLength(1);
    expect(report).toMatchObject({ end: 'cancelled', answered: 1, unasked: 3, isEstimated: true });
    expect((await plan()).plan()).toMatchObject({ requests: 3, answered: 1 });
  });

  it('is sent nothing of a book without a consent, but on this machine', async () => {
    const { plan } = await open(allSaidBy('Tom'));
    const ports = {
      dataFolder: home,
      transport: createNodeTransport(),
      clock: new SkippingClock(),
      random: { next: () => 0 },
    };
    const model = { baseUrl: modelAddress('https://model.example/v1'), model: 'm', key: '', terms: TERMS };
    const asking = await BookAttribution.open(book, quotationsToAsk(book, 'doubtful'), model, ports);
    await expect(asking.ask(false, new AbortController().signal, () => {})).rejects.toMatchObject({
      failure: { kind: 'no-consent', origin: 'https://model.example' },
    });
    expect((await plan()).isLocal).toBe(true);
  });
});

describe('a server that is not what it should be', () => {
  it.each<[string, ModelScript, string]>([
    ['a page', page(200, '<html>Welcome</html>', { 'content-type': 'text/html' }), 'not-json'],
    ['half of its JSON', page(200, '{"choices":[{"message":{"content":"{\\"answ'), 'unreadable'],
    ['nulls', page(200, '{"choices":null,"usage":null}'), 'unreadable'],
    ['no content', page(200, '{"choices":[{"message":null}]}'), 'no-answer'],
    ['an answer that is no JSON', () => 'Tom says all of it.', 'unreadable'],
    ['a redirect', page(302, '', { location: 'http://127.0.0.1:1/' }), 'redirected'],
    ['a stream', page(200, 'data: {}\n\n', { 'content-type': 'text/event-stream' }), 'not-json'],
    ['far too much', page(200, `{"choices":[${'1,'.repeat(1_000_000)}1]}`), 'oversized'],
    ['a refusal of the key', page(401, '{"error":{"message":"bad key sk-secret-0123456789"}}'), 'unauthorized'],
    ['no credit', page(429, '{"error":{"code":"insufficient_quota","message":"no"}}'), 'no-credit'],
    ['an error as a success', page(200, '{"error":{"message":"overloaded"}}'), 'refused'],
    ['a cut answer', page(200, '{"choices":[{"message":{"content":"{"},"finish_reason":"length"}]}'), 'cut-off'],
  ])('sends %s: the rules decide, and one reason is told without the key', async (_, script, kind) => {
    const { ask, server } = await open(script);
    const { told, report } = await ask();
    expect(told).toEqual({});
    expect(report).toMatchObject({ end: 'failed', answered: 0, failure: { kind } });
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(server.calls.every(({ path }) => path === '/v1/chat/completions')).toBe(true);
  });

  it('names wrong numbers and people whom the book doesn’t know: nothing of it is taken', async () => {
    const { ask } = await open(() => ({
      answers: [
        { quotation: 1, speaker: 'Mallory', confidence: 1 },
        { quotation: 99, speaker: 'Tom', confidence: 1 },
        { quotation: -1, speaker: 'Tom', confidence: 1 },
      ],
    }));
    expect(await ask()).toMatchObject({ told: {}, report: { end: 'done', answered: 0, unusable: 4, failed: 0 } });
  });

  it('counts what it used wrongly: the estimate is taken', async () => {
    const content = '{\\"answers\\":[]}';
    const { ask } = await open(
      page(
        200,
        `{"choices":[{"message":{"content":"${content}"}}],"usage":{"prompt_tokens":-5,"completion_tokens":1e99}}`,
      ),
    );
    const { report } = await ask();
    expect(report.isEstimated).toBe(true);
    expect(report.tokens.input).toBeGreaterThan(100);
  });
});

describe('the address of a model', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:1234/v1/chat/completions', 'http://127.0.0.1:1234/v1'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
  ])('%s', (text, address) => {
    expect(modelAddress(text).href).toBe(address);
  });

  it.each([
    ['http://model.example/v1', 'insecure-address'],
    ['http://192.168.1.5:11434', 'insecure-address'],
    ['ftp://localhost/', 'unusable-address'],
    ['localhost:11434', 'unusable-address'],
    ['https://user:word@model.example/v1', 'unusable-address'],
  ])('%s is refused', (text, kind) => {
    expect(() => modelAddress(text)).toThrow(expect.objectContaining({ failure: expect.objectContaining({ kind }) }));
  });
});
