import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { lookup as systemLookup } from 'node:dns';
import type { WebhookBody } from '@lectern/tts-protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { type Receiver, receiver } from '../testing/receiver.ts';
import { AddressRefusedError, createWebhookCaller } from './call-webhook.ts';

const BODY: WebhookBody = { version: '2', id: 'bc-1', status: 'complete', progress: 1 };
const never = new AbortController().signal;
const call = createWebhookCaller({ reach: 'loopback', version: '1.2.3' });

const open: Receiver[] = [];
async function receiving(...how: Parameters<typeof receiver>): Promise<Receiver> {
  const one = await receiver(...how);
  open.push(one);
  return one;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A resolver that says what it is told to. */
const resolving = (...addresses: readonly string[]): typeof systemLookup =>
  ((_host: string, _options: unknown, done: (...found: unknown[]) => void) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => done(null, found));
  }) as unknown as typeof systemLookup;

describe('a call of a webhook', () => {
  test('is a POST of JSON, without credentials; its answer is a status', async () => {
    const one = await receiving((reply) => void reply.writeHead(202).end('thanks'));
    expect(await call(`${one.address}/hook?token=x`, BODY, never)).toBe(202);
    const [got] = one.calls;
    expect(got?.path).toBe('/hook?token=x');
    expect(JSON.parse(got?.body ?? '')).toEqual(BODY);
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(got?.body.length),
      'user-agent': 'Lectern/1.2.3',
    });
    expect(got?.headers.authorization).toBeUndefined();
  });

  test('follows no redirect', async () => {
    const target = await receiving();
    const one = await receiving((reply) => void reply.writeHead(307, { location: target.address }).end());
    expect(await call(one.address, BODY, never)).toBe(307);
    expect(target.calls).toEqual([]);
  });

  test('takes little of an answer, however long', async () => {
    let written = 0;
    const one = await receiving((reply) => {
      reply.writeHead(200);
      const write = (): void => {
        while (!reply.destroyed && written < 1e9) {
          written += 65_536;
          if (!reply.write(Buffer.alloc(65_536))) return void reply.once('drain', write);
        }
      };
      write();
    });
    expect(await call(one.address, BODY, never)).toBe(200);
    expect(written).toBeLessThan(1e8);
  });

  test('gives up when no answer comes in time', async () => {
    const quick = createWebhookCaller({ reach: 'loopback', version: '0', answerMs: 20 });
    const silent = await receiving(() => {});
    await expect(quick(silent.address, BODY, never)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('was answered once its status is known, though the answer never ends', async () => {
    const endless = await receiving((reply) => void reply.writeHead(201).write('x'));
    const stop = new AbortController();
    const channel = 'http.client.response.finish';
    const answered = new Promise<void>((resolve) => {
      const told = (): void => {
        unsubscribe(channel, told);
        resolve();
      };
      subscribe(channel, told);
    });
    const calling = call(endless.address, BODY, stop.signal);
    await answered;
    setImmediate(() => stop.abort());
    expect(await calling).toBe(201);
  });

  test('ends with its signal', async () => {
    const silent = await receiving(() => {});
    const stop = new AbortController();
    const calling = call(silent.address, BODY, stop.signal);
    await silent.received(1);
    stop.abort();
    await expect(calling).rejects.toThrow();
  });

  test('fails when nothing listens at the address, or the connection is cut', async () => {
    const gone = await receiver();
    await gone.close();
    await expect(call(gone.address, BODY, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const rude = await receiving((reply) => void reply.destroy());
    await expect(call(rude.address, BODY, never)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const odd = await receiving((reply) => {
      reply.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    await expect(call(odd.address, BODY, never)).rejects.toThrow();
  });
});

describe('an address that the service must not call', () => {
  test('in figures is refused', async () => {
    for (const address of ['http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://0.0.0.0/']) {
      await expect(call(address, BODY, never)).rejects.toThrow(AddressRefusedError);
    }
    const anywhere = createWebhookCaller({ reach: 'any', version: '0' });
    for (const address of [
      'http://1684301000/',
      'http://[fd20:ce::254]/',
      'http://0xa9fea9fe/',
      'http://[::a9fe:a9fe]/',
    ]) {
      await expect(anywhere(address, BODY, never)).rejects.toThrow(AddressRefusedError);
    }
  });

  test('behind a name is refused, be it one of several', async () => {
    const one = await receiving();
    for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::ffff:10.0.0.1'], []]) {
      const checked = createWebhookCaller({ reach: 'loopback', version: '0', lookup: resolving(...addresses) });
      await expect(checked(`http://innocent.example:${one.port}/`, BODY, never)).rejects.toThrow(AddressRefusedError);
    }
    const CLOUDS = ['169.254.169.254', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '::ffff:100.100.100.200'];
    for (const secret of [...CLOUDS, '168.63.129.16', '::a9fe:a9fe', 'fe80::1%lo', 'fe80::a9fe:a9fe']) {
      for (const addresses of [[secret], ['127.0.0.1', secret]]) {
        const cloud = createWebhookCaller({ reach: 'any', version: '0', lookup: resolving(...addresses) });
        const call = cloud(`http://innocent.example:${one.port}/`, BODY, never);
        await expect(call, secret).rejects.toThrow(AddressRefusedError);
      }
    }
    expect(one.calls).toEqual([]);
  });

  test('gains nothing by changing what it resolves to: the connection goes to what was checked', async () => {
    const one = await receiving();
    let asked = 0;
    const turning = ((...given: Parameters<typeof systemLookup>) => {
      asked += 1;
      return resolving(asked === 1 ? '127.0.0.1' : '10.0.0.1')(...given);
    }) as typeof systemLookup;
    const checked = createWebhookCaller({ reach: 'loopback', version: '0', lookup: turning });
    expect(await checked(`http://rebinding.example:${one.port}/`, BODY, never)).toBe(200);
    expect(asked).toBe(1);
    expect(one.calls).toHaveLength(1);
    await expect(checked(`http://rebinding.example:${one.port}/`, BODY, never)).rejects.toThrow(AddressRefusedError);
  });

  test('a name that resolves well is called, as localhost is', async () => {
    const one = await receiving();
    expect(await call(`http://localhost:${one.port}/`, BODY, never)).toBe(200);
  });
});
