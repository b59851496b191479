import { describe, expect, it } from 'vitest';
import { type AuditionSource, serveAudition } from './page-handler.ts';

const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3), Uint8Array.of(4, 5, 6)];
const sourceOf = (breaksAfter = Number.POSITIVE_INFINITY): AuditionSource & { readonly offsets: number[] } => {
  const offsets: number[] = [];
  return {
    offsets,
    typeOf: async (id) => (id === 'known' ? 'audio/mpeg' : null),
    async read(_, offset) {
      const bytes = chunks[offsets.length] ?? new Uint8Array();
      offsets.push(offset);
      return offsets.length > breaksAfter ? null : { bytes, done: offsets.length === chunks.length };
    },
  };
};

describe('an audition', () => {
  it('is handed on as it comes, from where the last part ended', async () => {
    const source = sourceOf();
    const answer = await serveAudition(source, 'known', 'GET');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
    expect(source.offsets).toEqual([0, 2, 3]);
  });

  it('fails where it breaks off', async () => {
    const answer = await serveAudition(sourceOf(1), 'known', 'GET');
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('that is not known is not found', async () => {
    expect((await serveAudition(sourceOf(), 'other', 'GET')).status).toBe(404);
  });

  it('is not asked for more once its reader has cancelled', async () => {
    const source = sourceOf();
    const reader = (await serveAudition(source, 'known', 'GET')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const asked = source.offsets.length;
    await Promise.resolve();
    expect(source.offsets).toHaveLength(asked);
    expect(asked).toBeLessThan(chunks.length);
  });
});
