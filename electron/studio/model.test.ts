// A language model as the window asks it who speaks: a server on this machine, well-behaved and not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ParsedRequestOf } from '../../shared/ipc/contract.ts';
import type { ImportChoices } from '../../shared/model/import-choices.ts';
import {
  allSaidBy,
  doubtfulTale,
  type ModelScript,
  serveModel,
} from '../core/language-model/testing/scripted-model.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const KEY = 'sk-secret-0123456789';
const ELSEWHERE = 'https://model.example/v1';

/** A scene each, so that each doubtful quotation is a request of its own. */
const NOVEL = doubtfulTale(4);

type Choice = ParsedRequestOf<'model.save'>;
const choiceOf = (baseUrl: string, changed: Partial<Choice> = {}): Choice => ({
  baseUrl,
  model: 'small',
  keyStorage: 'file',
  key: KEY,
  inputPrice: 1,
  outputPrice: 10,
  currency: 'EUR',
  mostCost: null,
  requestsAtOnce: 1,
  tokensPerRequest: 2_000,
  ...changed,
});

let workshop: StudioWorkshop;
let servers: { close(): Promise<void> | void }[];
beforeEach(() => {
  workshop = new StudioWorkshop();
  servers = [];
});
afterEach(async () => {
  await workshop.clear();
  for (const server of servers) await server.close();
});

async function serve(script: ModelScript) {
  const server = await serveModel(script);
  servers.push(server);
  return server;
}

/** A novel that was read, with its speakers found. */
async function readNovel(studio: TestStudio): Promise<{ importId: string; choices: ImportChoices }> {
  const bytes = new TextEncoder().encode(NOVEL);
  const { importId, choices } = await studio.ask('project.previewImport', { name: 'novel.txt', bytes });
  return { importId, choices: { ...choices, kind: 'prose', attribute: true } };
}

/** The files below a folder that hold a text. */
const holding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && readFileSync(path).includes(text) ? [path.slice(folder.length + 1)] : [];
  });

describe('a language model on this machine', () => {
  it('is set up, tried, and asked about what is doubtful; what it answered is there to be weighed', async () => {
    const server = await serve(allSaidBy('Tom'));
    const studio = await workshop.open();
    expect(await studio.ask('model.settings', {})).toBeNull();
    expect(await studio.refusal('model.names', {})).toMatchObject({ failure: { kind: 'not-set-up' } });
    const saved = await studio.ask('model.save', choiceOf(server.url.href));
    expect(saved).toMatchObject({ origin: server.url.origin, isLocal: true, key: 'usable', hasConsent: false });
    expect(await studio.ask('model.names', {})).toEqual(['small', 'large']);
    const tried = await studio.ask('model.try', { text: '“Come in,” said the man.\n\nTom laughed.' });
    expect(tried).toMatchObject({ answers: [{ words: '“Come in,”', speaker: 'Tom' }], report: { sent: 1 } });

    const book = await readNovel(studio);
    server.calls.length = 0;
    const plan = await studio.ask('model.plan', book);
    expect(plan).toMatchObject({
      origin: server.url.origin,
      isLocal: true,
      quotations: 4,
      requests: 4,
      currency: 'EUR',
    });
    expect(plan.cost).toBeGreaterThan(0);
    expect(server.calls).toEqual([]);
    const { told, report } = await studio.ask('model.ask', { ...book, origin: plan.origin });
    expect(report).toMatchObject({ end: 'done', answered: 4, sent: 4, failure: null });
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill(`Bearer ${KEY}`));
    expect(studio.events.filter(({ name }) => name === 'model-progress').at(-1)?.payload).toMatchObject({ done: 4 });

    const speakers = { said: {}, names: [], told };
    const after = { ...book, choices: { ...book.choices, speakers } };
    const { quotations } = await studio.ask('speakers.list', after);
    const answered = quotations.filter(({ id }) => told[id] !== undefined);
    expect(answered.map(({ speaker, evidence }) => [speaker, evidence])).toEqual(Array(4).fill(['Tom', 'model']));
    expect(await studio.ask('model.plan', after)).toMatchObject({ quotations: 0, requests: 0 });
  });

  it('is not asked twice for what it answered, nor about what the producer decided', async () => {
    const server = await serve(allSaidBy('Tom'));
    const studio = await workshop.open();
    await studio.ask('model.save', choiceOf(server.url.href));
    const book = await readNovel(studio);
    const { origin } = await studio.ask('model.plan', book);
    const first = await studio.ask('model.ask', { ...book, origin });
    const again = await studio.ask('model.ask', { ...book, origin });
    expect(again).toMatchObject({ told: first.told, report: { sent: 0, kept: 4, cost: 0 } });
    const said = Object.fromEntries(Object.keys(first.told).map((id) => [id, 'Ann']));
    const decided = { ...book, choices: { ...book.choices, speakers: { said, names: [] } } };
    expect(await studio.ask('model.plan', decided)).toMatchObject({ quotations: 0 });
  });

  it('is called off: what came until then is kept, and nothing more is sent', async () => {
    const studio = await workshop.open();
    const server = await serve((call, reply) => {
      if (server.calls.length < 2) return allSaidBy('Tom')(call, reply);
      void studio.ask('model.cancel', {});
      return undefined;
    });
    await studio.ask('model.save', choiceOf(server.url.href));
    const book = await readNovel(studio);
    const { told, report } = await studio.ask('model.ask', { ...book, origin: server.url.origin });
    expect(report).toMatchObject({ end: 'cancelled', answered: 1, unasked: 3 });
    expect(Object.values(told)).toMatchObject([{ speaker: 'Tom' }]);
    expect(server.calls).toHaveLength(2);
    expect(await studio.ask('model.plan', book)).toMatchObject({ answered: 1, requests: 3 });
  });

  const page =
    (status: number, text: string, headers: Record<string, string> = {}): ModelScript =>
    (_, reply) => {
      reply.writeHead(status, { 'content-type': 'application/json', ...headers });
      reply.end(text);
      return undefined;
    };

  it.each<[string, ModelScript, object]>([
    ['names people whom the book doesn’t know', allSaidBy('Mallory'), { end: 'done', unusable: 4, failure: null }],
    ['sends a page', page(200, '<html>Welcome</html>'), { failure: { kind: 'not-json' } }],
    ['sends half an answer', () => '{"answers":[{"quot', { failure: { kind: 'unreadable' } }],
    ['leads elsewhere', page(302, '', { location: ELSEWHERE }), { failure: { kind: 'redirected' } }],
    ['repeats the key', page(401, `{"error":{"message":"bad ${KEY}"}}`), { failure: { kind: 'unauthorized' } }],
  ])(
    'that %s changes nothing, and its reason is told without the key',
    async (_, script, expected) => {
      const server = await serve(script);
      const studio = await workshop.open();
      await studio.ask('model.save', choiceOf(server.url.href));
      const book = await readNovel(studio);
      const reply = await studio.ask('model.ask', { ...book, origin: server.url.origin });
      expect(reply).toMatchObject({ told: {}, report: { answered: 0, ...expected } });
      expect(JSON.stringify(reply)).not.toContain('secret');
    },
    30_000,
  );
});

describe('a language model elsewhere', () => {
  it('is sent nothing before the producer agreed, and the agreement and the key are for that server alone', async () => {
    const studio = await workshop.open();
    const saved = await studio.ask('model.save', choiceOf(ELSEWHERE));
    expect(saved).toMatchObject({ isLocal: false, hasConsent: false, key: 'usable' });
    const book = await readNovel(studio);
    const { origin } = saved;
    expect(await studio.ask('model.plan', book)).toMatchObject({ origin, isLocal: false, hasConsent: false });
    const noConsent = { kind: 'model', failure: { kind: 'no-consent' } };
    expect(await studio.refusal('model.ask', { ...book, origin })).toMatchObject(noConsent);
    expect(await studio.refusal('model.try', { text: '“Come in,” said Tom.' })).toMatchObject(noConsent);

    expect(await studio.ask('model.setConsent', { origin, hasConsent: true })).toMatchObject({ hasConsent: true });
    expect(await studio.ask('model.save', choiceOf(ELSEWHERE, { model: 'large', key: null }))).toMatchObject({
      model: 'large',
      key: 'usable',
      hasConsent: true,
    });
    const moved = await studio.ask('model.save', choiceOf('https://other.example/v1', { key: null }));
    expect(moved).toMatchObject({ origin: 'https://other.example', hasConsent: false, key: 'none' });
    // What was confirmed for one server is not sent to another.
    expect(await studio.refusal('model.ask', { ...book, origin })).toMatchObject(noConsent);
    expect(await studio.refusal('model.setConsent', { origin, hasConsent: true })).toMatchObject(noConsent);
  });

  it('has its key in the chosen place alone, and is forgotten with it', async () => {
    const studio = await workshop.open();
    await studio.ask('model.save', choiceOf(ELSEWHERE));
    expect(holding(workshop.home, KEY)).toEqual([join('keys', 'language-model.key')]);
    const told = [studio.events, studio.notices, await studio.ask('model.settings', {})];
    expect(JSON.stringify(told)).not.toContain('secret');
    await studio.ask('model.forget', {});
    expect(holding(workshop.home, KEY)).toEqual([]);
    expect(await studio.ask('model.settings', {})).toBeNull();

    await studio.ask('model.save', choiceOf(ELSEWHERE, { keyStorage: 'ask' }));
    expect(holding(workshop.home, KEY)).toEqual([]);
    await studio.internal('quit', {});
    const later = await workshop.open();
    expect(await later.ask('model.settings', {})).toMatchObject({ key: 'missing' });
    expect(await later.refusal('model.names', {})).toMatchObject({ kind: 'model', failure: { kind: 'no-key' } });
  });

  it.each([
    ['http://model.example/v1', KEY, 'insecure-address'],
    ['ftp://localhost/', KEY, 'unusable-address'],
    [ELSEWHERE, 'sk-with\nbreak', 'unusable-key'],
  ])('%s is refused where it can’t be used', async (baseUrl, key, kind) => {
    const studio = await workshop.open();
    const refusal = await studio.refusal('model.save', choiceOf(baseUrl, { key }));
    expect(refusal).toMatchObject({ kind: 'model', failure: { kind } });
    expect(await studio.ask('model.settings', {})).toBeNull();
    expect(holding(workshop.home, 'sk-')).toEqual([]);
  });
});
