import { conversionCreatedSchema, conversionStatusSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SpeechError } from '../speech/speech-engine.ts';
import { ACCOUNT, credentials, HandRenderer, testService, VOICE } from '../testing/test-service.ts';

const other = { ...ACCOUNT, key: 'sk-other-key', userId: 'user-other' };
const renderer = new HandRenderer();
const service = testService(renderer, { accounts: [ACCOUNT, other] });
beforeAll(() => service.app.ready());
afterAll(() => service.close());

const convert = (payload: unknown) =>
  service.ask({ method: 'POST', url: '/api/v1/convert', payload: payload as Record<string, unknown> });
const status = async (id: string) =>
  conversionStatusSchema.parse((await service.ask({ url: `/api/v1/articleStatus?transcriptionId=${id}` })).json());

describe('a conversion of version 1', () => {
  test('speaks its paragraphs, and is read by its transcriptionId until it has its audio', async () => {
    const made = await convert({ content: ['Hello, 😀 world.', 'Goodbye.'], voice: VOICE });
    expect(made.statusCode).toBe(201);
    const created = conversionCreatedSchema.parse(made.json());
    expect(created).toMatchObject({ status: 'CREATED', contentLength: 23, wordCount: 4 });
    const id = created.transcriptionId;
    expect(made.headers.location).toMatch(new RegExp(`^http://.*/api/v1/articleStatus\\?transcriptionId=${id}$`));
    expect(await status(id)).toEqual({ transcriptionId: id, voice: VOICE, converted: false });
    await service.settle();
    const [waiting] = renderer.waiting.splice(0);
    expect(waiting?.order.request.turns).toEqual([{ voice: VOICE, text: 'Hello, 😀 world.\n\nGoodbye.' }]);
    waiting?.finish();
    await service.settle();
    const done = await status(id);
    expect(done).toMatchObject({ converted: true, audioDuration: 1.5 });
    const audio = await service.app.inject({ url: new URL(done.audioUrl ?? '').href });
    expect(audio.statusCode).toBe(200);
    expect(audio.headers['content-type']).toBe('audio/mpeg');
  });

  test('that fails says why', async () => {
    const { transcriptionId: id } = (await convert({ content: ['Hello.'], voice: VOICE })).json();
    await service.settle();
    renderer.waiting.splice(0)[0]?.fail(new SpeechError('It is too long.'));
    await service.settle();
    expect(await status(id)).toMatchObject({ converted: false, error: true, errorMessage: 'It is too long.' });
  });

  test('takes a voice by its name as well', async () => {
    const { transcriptionId: id } = (await convert({ content: ['Hello.'], voice: 'aListair' })).json();
    expect((await status(id)).voice).toBe(VOICE);
  });

  const wrong: [string, unknown, RegExp][] = [
    ['nothing', undefined, /^The body is missing/],
    ['no content', { voice: VOICE }, /^content is missing/],
    ['content that is no list', { content: 'x', voice: VOICE }, /^content must be an array/],
    ['content without an item', { content: [], voice: VOICE }, /^content must have at least 1 item/],
    ['content without a character', { content: ['', ''], voice: VOICE }, /^content must not be empty/],
    ['a number in it', { content: ['x', 5], voice: VOICE }, /^content\[1\] must be a string/],
    ['too much of it', { content: ['x'.repeat(20_000), 'y'], voice: VOICE }, /^content must be at most 20000.*20001/],
    ['no voice', { content: ['x'] }, /^voice is missing/],
    ['a voice that is none', { content: ['x'], voice: 'nobody' }, /^voice is neither the ID nor the name/],
    ['all of it wrong', { content: [''], voice: 'nobody', speed: 1 }, /^speed is not a known field/],
  ];
  for (const [what, payload, says] of wrong) {
    test(`with ${what}: 400`, async () => {
      const reply = await convert(payload);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ error_id: 'INVALID_PARAMETERS', error_message: expect.stringMatching(says) });
    });
  }

  test('is there for its account alone, and for this endpoint alone', async () => {
    const { transcriptionId: id } = (await convert({ content: ['Hello.'], voice: VOICE })).json();
    const url = `/api/v1/articleStatus?transcriptionId=${id}`;
    expect((await service.app.inject({ url, headers: credentials(other) })).statusCode).toBe(404);
    for (const elsewhere of [`/api/v2/tts/${id}`, `/api/v2/tts/batches/${id}`, `/api/v2/tts/batches/${id}/job/${id}`]) {
      expect((await service.ask({ url: elsewhere })).statusCode).toBe(404);
    }
    const single = await service.ask({
      method: 'POST',
      url: '/api/v2/tts',
      payload: { text: 'x', voice: VOICE },
    });
    const read = await service.ask({ url: `/api/v1/articleStatus?transcriptionId=${single.json().id}` });
    expect(read.statusCode).toBe(404);
    const unnamed = await service.ask({ url: '/api/v1/articleStatus' });
    expect(unnamed.json().error_message).toBe('transcriptionId is missing.');
    const twice = await service.ask({ url: `${url}&transcriptionId=x` });
    expect(twice.json().error_message).toBe('transcriptionId must be a string.');
  });
});
