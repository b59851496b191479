import { singleJobSchema } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { SpeechError } from '../speech/speech-engine.ts';
import { BODY, EVENTS, pathOf, SINGLE, singleJobService } from '../testing/single-jobs.ts';
import { ACCOUNT, credentials, job } from '../testing/test-service.ts';

const running = singleJobService();
const { ask, close, create, created, read, settle, start, work } = running;

describe('a single job', () => {
  test('is answered with 201, its address in Location, and a link to itself', async () => {
    const reply = await create({ ...BODY, seed: null, output_format: 'wav' });
    expect(reply.status).toBe(201);
    const made = singleJobSchema.parse(await reply.json());
    expect(reply.headers.get('location')).toBe(made._links.self.href);
    expect(made._links.self.href).toBe(`${running.address}${pathOf(made)}`);
    expect(made).toMatchObject({ status: 'pending', output: null, input: { ...BODY, output_format: 'wav' } });
    expect(made.input).not.toHaveProperty('seed');
  });

  test('is read as JSON on its way from pending to completed', async () => {
    const made = await created();
    expect(await read(pathOf(made))).toMatchObject({ id: made.id, status: 'in_progress', output: null });
    (await work()).finish();
    await settle();
    const done = await read(pathOf(made));
    expect(done).toMatchObject({ status: 'completed', output: { duration: 1.5, size: 10 } });
    expect(done.created_at).toBe(made.created_at);
    expect(await (await fetch(done.output?.url ?? '')).text()).toBe('0123456789');
  });

  test('that fails says why', async () => {
    const made = await created();
    (await work()).fail(new SpeechError('The voice is hoarse.'));
    await settle();
    expect(await read(pathOf(made))).toMatchObject({
      status: 'failed',
      output: null,
      error_message: 'The voice is hoarse.',
    });
  });

  test('is read as its audio, whole or a range of it', async () => {
    const made = await created();
    const audio = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      ask(pathOf(made), { headers: { accept: 'audio/*', ...headers } });
    const early = await audio();
    expect([early.status, ((await early.json()) as { error_id: string }).error_id]).toEqual([404, 'NOT_FOUND']);
    (await work()).finish();
    await settle();
    const whole = await audio();
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'audio/mpeg',
      '0123456789',
    ]);
    expect(whole.headers.get('vary')).toContain('accept');
    for (const accept of ['audio/mpeg', 'audio/wav, audio/*;q=0.1']) {
      expect((await audio({ accept })).headers.get('content-type')).toBe('audio/mpeg');
    }
    expect((await audio({ accept: 'audio/wav, application/json;q=0.5' })).headers.get('content-type')).toMatch(/json/);
    const wav = await audio({ accept: 'audio/wav' });
    expect([wav.status, await wav.json()]).toEqual([
      406,
      { error_id: 'NOT_ACCEPTABLE', error_message: 'The audio of this job is audio/mpeg.' },
    ]);
    const part = await audio({ range: 'bytes=3-5' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
  });

  test('is there for its own account only, and is no batch', async () => {
    await close();
    const other = { ...ACCOUNT, key: 'sk-other', userId: 'user-other' };
    await start({ accounts: [ACCOUNT, other] });
    const made = await created();
    for (const accept of ['application/json', 'text/event-stream', 'audio/*']) {
      const foreign = await ask(pathOf(made), { headers: { ...credentials(other), accept } });
      expect([foreign.status, ((await foreign.json()) as { error_id: string }).error_id]).toEqual([404, 'NOT_FOUND']);
    }
    for (const path of [
      `${SINGLE}/batches/${made.id}`,
      `${SINGLE}/batches/${made.id}/job/${made.id}`,
      `${SINGLE}/sj-x`,
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
    const batch = (await (
      await ask(`${SINGLE}/batches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jobs: [job()] }),
      })
    ).json()) as { id: string; jobs: { id: string }[] };
    for (const id of [batch.id, batch.jobs[0]?.id ?? '']) expect((await ask(pathOf({ id }))).status).toBe(404);
    expect((await (await ask('/internal/stats')).json()) as unknown).toMatchObject({
      batches: 1,
      jobs: { in_progress: 2 },
    });
  });

  test('that is wrong is refused before anything is begun, whatever answer was asked for', async () => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await create({ text: '', voice: 'x', speeed: 1 }, { accept });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
      const { error_id, error_message } = (await reply.json()) as Record<string, string>;
      expect(error_id).toBe('INVALID_PARAMETERS');
      expect(error_message).toMatch(/text.*speeed/);
    }
    expect(running.service.store.countJobs().pending + running.service.store.countJobs().in_progress).toBe(0);
  });

  test('counts against its own limit; reading it against that of reading', async () => {
    await close();
    const limits = { single: { requests: 2, characters: 30 }, read: { requests: 3 } };
    await start({ accounts: [{ ...ACCOUNT, limits }] });
    const made = await created();
    const stream = await create(BODY, EVENTS);
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    const third = await create(BODY, EVENTS);
    expect(third.status).toBe(429);
    expect(await third.json()).toEqual(expect.any(String));
    for (const headers of [{}, { accept: 'audio/*' }, {}])
      expect((await ask(pathOf(made), { headers })).status).not.toBe(429);
    expect((await ask(pathOf(made), { headers: EVENTS })).status).toBe(429);
  });
});
