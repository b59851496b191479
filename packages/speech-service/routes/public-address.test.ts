import { batchJobSchema, singleJobSchema } from '@lectern/tts-protocol';
import { afterEach, expect, test } from 'vitest';
import {
  ACCOUNT,
  credentials,
  HandRenderer,
  job,
  type TestService,
  testService,
  VOICE,
} from '../testing/test-service.ts';

const PUBLIC = 'https://speech.example/tts';
const running: TestService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

function behindLoadBalancer(): TestService & { readonly renderer: HandRenderer } {
  const renderer = new HandRenderer();
  const service = testService(renderer, { publicAddress: PUBLIC });
  running.push(service);
  return { ...service, renderer };
}

test('URLs in responses start with the public address, whatever host the request names', async () => {
  const service = behindLoadBalancer();
  for (const host of ['speech.example', '127.0.0.1:8765']) {
    const created = await service.ask({
      method: 'POST',
      url: '/api/v2/tts/batches',
      payload: { jobs: [job({ custom_id: 'one' })] },
      headers: { host },
    });
    const { _links, jobs } = batchJobSchema.parse(created.json());
    const links = [...Object.values(jobs[0]?._links ?? {}), _links.self].map((link) => link?.href ?? '');
    expect(links).toHaveLength(4);
    for (const href of [...links, String(created.headers.location)]) expect(href).toMatch(`${PUBLIC}/api/v2/tts/`);
  }
});

test('so do audio URLs and samples of voices', async () => {
  const service = behindLoadBalancer();
  const created = await service.ask({ method: 'POST', url: '/api/v2/tts', payload: { text: 'Hello.', voice: VOICE } });
  await service.settle();
  service.renderer.waiting[0]?.finish();
  const read = async () =>
    singleJobSchema.parse(
      (await service.ask({ url: `/api/v2/tts/${singleJobSchema.parse(created.json()).id}` })).json(),
    );
  await expect.poll(async () => (await read()).output?.url ?? '').toMatch(new RegExp(`^${PUBLIC}/audio/sj-`));
  const voices = (await service.ask({ url: '/api/v2/voices' })).json();
  expect(voices[0].sample).toMatch(`${PUBLIC}/samples/`);
});

test('a web page at the public address may call the service, one at another address may not', async () => {
  const service = behindLoadBalancer();
  const status = async (origin: string): Promise<number> =>
    (await service.app.inject({ url: '/api/v2/voices', headers: { ...credentials(ACCOUNT), origin } })).statusCode;
  expect(await status('https://speech.example')).toBe(200);
  expect(await status('http://speech.example')).toBe(403);
  expect(await status('https://other.example')).toBe(403);
});
