// What programs do with the SDK of a speech service, on one machine, and on a service of three nodes and four workers
// where another node answers each request.
import { join } from 'node:path';
import { decode, encode } from '@lectern/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { receiver } from '../../packages/speech-service/testing/receiver.ts';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT } from '../../packages/speech-service/testing/test-service.ts';
import { SampleSpeaker } from '../../packages/speech-service/testing/voice-sample.ts';
import { startService, temporaryFolder } from '../support/processes.ts';
import { SdkClient, type SdkError, type SdkSettings } from './sdk-client.ts';

interface RunningService {
  readonly settings: SdkSettings;
  stop(): Promise<void>;
}

async function startEmbedded(): Promise<RunningService> {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'));
  const {
    LECTERN_BASE_URL: baseUrl = '',
    LECTERN_API_KEY: apiKey = '',
    LECTERN_USER_ID: userId = '',
  } = service.environment;
  const stop = async (): Promise<void> => {
    await service.stop();
    folder.remove();
  };
  return { settings: { baseUrl, apiKey, userId }, stop };
}

async function startShared(): Promise<RunningService> {
  const service = await SharedService.start(3, 4);
  return {
    settings: { baseUrl: service.address, apiKey: ACCOUNT.key, userId: ACCOUNT.userId },
    stop: () => service.stop(),
  };
}

const webhookCall = z.object({ id: z.string(), status: z.string() });

const secondsOf = async (audio: Uint8Array): Promise<number> => {
  const { channels, sampleRate } = await decode(audio);
  return (channels[0]?.length ?? 0) / sampleRate;
};

async function* wordsOf(text: string): AsyncGenerator<string> {
  yield* text.split(' ');
}

describe.each([
  ['one process', startEmbedded],
  ['three nodes and four workers', startShared],
] as const)('with a service of %s, an SDK', (_, start) => {
  let service: RunningService;
  let client: SdkClient;
  let voice: string;
  beforeAll(async () => {
    service = await start();
    client = new SdkClient(service.settings);
    voice = await voiceOf('SvcDialog');
  });
  afterAll(() => service?.stop());

  const voiceOf = async (engine: string): Promise<string> =>
    (await client.listVoices()).find(({ voice_engine }) => voice_engine === engine)?.id ?? '';

  const dialog = () => ({ voice_engine: 'SvcDialog', voice });

  it('generates a file and follows its progress', async () => {
    const made = await client.generate('Good morning. How do you do?', {
      voice_engine: 'Svc2.0',
      voice: await voiceOf('Svc2.0'),
    });
    expect(made.stages[0]).toBe('queued');
    expect(made.stages.at(-1)).toBe('complete');
    expect(made.progress).toEqual(made.progress.toSorted((a, b) => a - b));
    expect(made.progress.at(-1)).toBe(1);
    const audio = await client.download(made.url);
    expect(audio.byteLength).toBe(made.size);
    expect(await secondsOf(audio)).toBeCloseTo(made.duration, 1);
  });

  it('streams speech, and can stop in the middle', async () => {
    const options = { voice, output_format: 'mp3' };
    const whole = await new Response(await client.stream('Good morning.', options)).arrayBuffer();
    expect(await secondsOf(new Uint8Array(whole))).toBeGreaterThan(0.3);
    const stop = new AbortController();
    const reader = (
      await client.stream('A long sentence that is never heard to its end. '.repeat(50), options, stop.signal)
    ).getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    stop.abort();
    await expect(reader.read()).rejects.toThrow();
    const next = await new Response(await client.stream('Good evening.', options)).arrayBuffer();
    expect(await secondsOf(new Uint8Array(next))).toBeGreaterThan(0.3);
  });

  it('streams a text while it is written, in order', async () => {
    const sentences = [
      'One.',
      'This is the second sentence of five.',
      'Three.',
      'Four is a bit longer again.',
      'Five.',
    ];
    const options = { voice, output_format: 'wav', seed: 7 };
    const parts: number[] = [];
    for await (const audio of client.streamSentences(wordsOf(sentences.join(' ')), options)) {
      parts.push(await secondsOf(audio));
    }
    expect(parts).toHaveLength(5);
    const alone = await new Response(await client.stream(sentences[1] ?? '', options)).arrayBuffer();
    expect(parts[1]).toBeCloseTo(await secondsOf(new Uint8Array(alone)), 1);
    expect(parts[1]).toBeGreaterThan(parts[0] ?? 0);
  });

  it('renders a batch of 50 dialogs, is told of its end, and downloads all files', async () => {
    const listener = await receiver();
    onTestFinished(() => listener.close());
    const jobs = Array.from({ length: 50 }, (_, number) => ({
      ...dialog(),
      voice_2: voice,
      turn_prefix: 'A:',
      turn_prefix_2: 'B:',
      text: `A: Is this number ${number}?\nB: It is.`,
      custom_id: `line-${number}`,
      output_format: number % 2 === 0 ? 'mp3' : 'flac',
    }));
    const batch = await client.runBatch(jobs, `${listener.address}/ended`);
    expect(batch.jobs.map(({ custom_id: id, status }) => [id, status])).toEqual(
      jobs.map(({ custom_id: id }) => [id, 'completed']),
    );
    for (const { output } of batch.jobs) {
      const audio = await client.download(output?.url ?? '');
      expect(audio.byteLength).toBe(output?.size);
      expect(await secondsOf(audio)).toBeCloseTo(output?.duration ?? 0, 1);
    }
    await listener.received(jobs.length + 1);
    const called = listener.calls.map(({ body }) => webhookCall.parse(JSON.parse(body)));
    expect(called.map(({ id }) => id).toSorted()).toEqual([batch, ...batch.jobs].map(({ id }) => id).toSorted());
    expect(new Set(called.map(({ status }) => status))).toEqual(new Set(['complete']));
  });

  it('clones a voice, speaks with it, and deletes it', async () => {
    const speech = (await SampleSpeaker.load()).speak({ variant: 'm5', rate: 150, pitch: 70, range: 50 });
    const id = await client.clone('Narrator', await encode(speech, 'wav'));
    expect((await client.listClones()).map((clone) => clone.id)).toContain(id);
    const { jobs } = await client.runBatch([{ ...dialog(), voice: id, text: 'Hello.' }]);
    expect(jobs.map(({ status }) => status)).toEqual(['completed']);
    await client.deleteClone(id);
    expect((await client.listClones()).map((clone) => clone.id)).not.toContain(id);
    await expect(client.runBatch([{ ...dialog(), voice: id, text: 'Hello.' }])).rejects.toMatchObject({ status: 400 });
  });

  it('gets errors in the documented form', async () => {
    const stranger = new SdkClient({ ...service.settings, apiKey: 'wrong' });
    await expect(stranger.listVoices()).rejects.toMatchObject({ status: 401, body: { error_id: 'UNAUTHORIZED' } });
    const wrong: Partial<SdkError> = { status: 400 };
    await expect(client.generate('', dialog())).rejects.toMatchObject({
      ...wrong,
      body: { error_id: 'INVALID_PARAMETERS' },
    });
    await expect(client.stream('x'.repeat(20_001), { voice })).rejects.toMatchObject(wrong);
    await expect(client.runBatch([])).rejects.toMatchObject(wrong);
  });
});
