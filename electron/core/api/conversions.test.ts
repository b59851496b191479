import { afterEach, describe, expect, it } from 'vitest';
import { ClientSession, problemOf } from './testing/client-session.ts';

const session = new ClientSession();
afterEach(() => session.end());

const ASKED = { content: ['One.', 'Zwö𝄞.'], voice: 'Anna' };

describe('a conversion of version 1', () => {
  it.each([
    [{ status: 'CREATED', transcriptionId: 'c1' }, {}, { id: 'c1', self: null, audioUrl: null }],
    [{ id: 'c2' }, { location: '/v1/c2?x=1' }, { id: 'c2', self: '/v1/c2?x=1', audioUrl: null }],
    [{ _links: { self: { href: 'c3' } } }, {}, { id: null, self: '/api/v1/c3', audioUrl: null }],
    [{ audioUrl: 'https://cdn.test/a.mp3' }, {}, { id: null, self: null, audioUrl: 'https://cdn.test/a.mp3' }],
  ])('is asked for once, and read tolerantly: %j', async (body, headers, expected) => {
    const { url, received } = await session.serve((response) =>
      response.writeHead(201, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
    );
    expect(await session.client(url).convert(ASKED)).toEqual(expected);
    const [only] = received;
    expect([only?.request.method, only?.request.url]).toEqual(['POST', '/api/v1/convert']);
    expect(JSON.parse(`${only?.body}`)).toEqual(ASKED);
    expect(received).toHaveLength(1);
  });

  it('is in doubt where the answer is lost or tells nothing', async () => {
    const cut = await session.serve((response) => response.destroy());
    const empty = await session.serve((response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}'),
    );
    for (const { url, received } of [cut, empty]) {
      expect(await problemOf(session.client(url).convert(ASKED))).toMatchObject({
        kind: 'in-doubt',
        what: 'conversion',
      });
      expect(received).toHaveLength(1);
    }
  });

  it('counts all its characters, and sends nothing that the interface does not allow', async () => {
    const places: string[] = [];
    const { url, received } = await session.serve((response) => response.writeHead(400).end());
    const beforeSend = async (scope: string, characters: number) => {
      places.push(`${scope} ${characters}`);
      return { settle() {}, release() {}, refused() {} };
    };
    const client = session.client(url, { beforeSend });
    await expect(client.convert({ content: [], voice: 'x' })).rejects.toThrow();
    expect(received).toHaveLength(0);
    expect(await problemOf(client.convert(ASKED))).toMatchObject({ kind: 'invalid-parameters' });
    expect(places).toEqual(['single 9']);
  });
});
