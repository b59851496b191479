// A language model that is asked who speaks, by the command line: real processes, a scripted server on loopback.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allSaidBy, type ModelScript, serveModel } from '../electron/core/language-model/testing/scripted-model.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const NOVEL = 'CHAPTER I\n\nTom and Ann waited.\n\n“Come in,” said Tom.\n\n“Who is there?”\n';
const KEY = 'sk-never-told-0123456789';
let service: ServiceProcess;
let silent: Readonly<Record<string, string>>;
let model: Awaited<ReturnType<typeof serveModel>>;

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  silent = { ...service.environment, LECTERN_HOME: at('home'), LECTERN_MODEL_KEY: KEY };
  writeFileSync(at('novel.txt'), NOVEL);
});
afterEach(() => model.close());
afterAll(async () => {
  await service.stop();
  folder.remove();
});

async function importWith(script: ModelScript, project: string, ...options: string[]) {
  model = await serveModel(script);
  const named = ['--project', at(project), '--speakers', '--model-url', model.url.href];
  const result = await lectern(['import', at('novel.txt'), ...named, ...options], silent);
  expect(`${result.stdout}${result.stderr}`).not.toContain(KEY);
  return result;
}

describe('lectern import --model-url', () => {
  it('tells what it would send and sends nothing, then asks once, and never pays twice', async () => {
    const priced = ['--model', 'small', '--model-input-price', '1', '--model-output-price', '2'];
    const dry = await importWith(allSaidBy('Ann'), 'a.lectern', ...priced, '--dry-run');
    expect(dry.stderr).toMatch(
      /characters from the book will be sent to http:\/\/127\.0\.0\.1:\d+, on this computer, in 1 request,/,
    );
    expect(dry.stderr).toContain('This will cost about 0.00');
    expect([dry.status, model.calls, existsSync(at('a.lectern'))]).toEqual([0, [], false]);
    await model.close();

    const asked = await importWith(allSaidBy('Ann'), 'a.lectern', ...priced);
    expect(asked.status, asked.stderr).toBe(0);
    expect(asked.stderr).toContain('1 request: 1,000 tokens sent, 100 received.');
    expect(asked.stderr).toContain('It cost 0.0012 USD.');
    expect(asked.stderr).toContain('2 of 2 quotations assigned to 2 roles');
    expect(model.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(readdirSync(at('home', 'model-answers'))).toHaveLength(1);
  });

  it('makes the project by the rules where the server fails, says why, and ends with 1', async () => {
    const { status, stderr } = await importWith(
      (_, reply) => {
        reply.writeHead(200, { 'content-type': 'text/html' });
        reply.end('<html></html>');
        return undefined;
      },
      'b.lectern',
      '--model',
      'small',
    );
    expect([status, existsSync(at('b.lectern', 'project.db'))]).toEqual([1, true]);
    expect(stderr).toContain('sent a page or stream instead of an answer: check the address.');
    expect(stderr).toContain('1 of 2 quotations assigned to 1 role');
  });

  it('names the models where none is chosen, and refuses what would leave without a word', async () => {
    const unnamed = await importWith(allSaidBy('Ann'), 'c.lectern');
    expect([unnamed.status, unnamed.stderr]).toEqual([2, expect.stringContaining('has small, large')]);
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [['--model-url', 'https://model.invalid/v1', '--model', 'm'], '--model-consent model.invalid'],
      [['--model-url', 'http://model.invalid/v1', '--model', 'm'], 'unencrypted'],
      [['--model-url', 'https://model.invalid/v1', '--model', 'm', '--model-max-cost', '1'], '--model-input-price'],
      [['--model', 'm'], '--model-url URL'],
    ];
    for (const [options, words] of refusals) {
      const named = ['import', at('novel.txt'), '--project', at('c.lectern'), '--speakers', ...options];
      const { status, stderr } = await lectern(named, silent);
      expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
    expect(existsSync(at('c.lectern'))).toBe(false);
  });
});
