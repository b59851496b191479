// Webhooks of the service as it runs: a process, its address, its answers.

import { batchJobSchema, webhookBodySchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, receiver } from '../testing/receiver.ts';
import { type LiveService, startLive } from '../testing/service-process.ts';
import { job, temporaryFolder } from '../testing/test-service.ts';

let folder: ReturnType<typeof temporaryFolder>;
let one: Receiver;
/** What is answered to each call. */
let status = 200;
const services: LiveService[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  status = 200;
  one = await receiver((reply) => void reply.writeHead(status).end());
});
afterEach(async () => {
  for (const service of services.splice(0)) {
    service.process.kill('SIGKILL');
    await service.ended;
  }
  await one.close();
  folder.remove();
});

async function start(...more: string[]): Promise<LiveService> {
  const service = await startLive(folder.path, '--speech', 'silent', ...more);
  services.push(service);
  return service;
}

const submit = async (service: LiveService, webhook_url: string) =>
  service.json('/api/v2/tts/batches', { method: 'POST', body: JSON.stringify({ jobs: [job()], webhook_url }) });

const statusOf = async (service: LiveService, id: string) =>
  batchJobSchema.parse(await service.json(`/api/v2/tts/batches/${id}`)).webhook_result?.response_status;

test('a receiver can fetch the audio that it is told of, and the batch shows what it answered', async () => {
  const service = await start();
  const { id } = batchJobSchema.parse(await submit(service, `${one.address}/hook`));
  await one.received(2);
  const [ofJob, ofBatch] = one.calls.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
  expect(ofBatch).toMatchObject({ id, status: 'complete' });
  const url = ofJob?.status === 'complete' ? (ofJob.url ?? '') : '';
  expect(url.startsWith(service.address)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  while ((await statusOf(service, id)) !== 200);
});

test('a call that was not taken is made again by the service that is started after a kill -9', async () => {
  status = 500;
  let service = await start();
  const { id } = batchJobSchema.parse(await submit(service, one.address));
  await one.received(2);
  service.process.kill('SIGKILL');
  await service.ended;
  status = 200;
  const before = one.calls.length;
  service = await start();
  await one.received(before + 2);
  while ((await statusOf(service, id)) !== 200);
});

test('the service calls whom it was started to call', async () => {
  const refused = { error_id: 'INVALID_PARAMETERS', error_message: expect.stringMatching(/^webhook_url .*--webhooks/) };
  const service = await start('--webhooks', 'none');
  expect(await submit(service, one.address)).toEqual(refused);
  service.process.kill('SIGTERM');
  await service.ended;
  expect(await submit(await start(), 'http://93.184.216.34/')).toEqual(refused);
});
