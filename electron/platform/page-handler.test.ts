import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPageHandler } from './page-handler.ts';

let folder: string;
let defects: unknown[];
beforeEach(() => {
  defects = [];
  folder = mkdtempSync(join(tmpdir(), 'lectern-page-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'take.wav'), 'RIFFaudio');
  writeFileSync(join(folder, 'cover.png'), 'picture');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ask = (path: string, init: RequestInit = {}) => {
  const answer = createPageHandler({
    pageFolder: folder,
    styleNonce: 'n0nce',
    async locateTake(takeId) {
      if (takeId === 13) throw new Error('unlucky');
      return takeId === 7 ? { path: join(folder, 'take.wav'), contentType: 'audio/wav' } : null;
    },
    locateCover: async (id) => (id === 'c0de' ? { path: join(folder, 'cover.png'), contentType: 'image/png' } : null),
    auditions: {
      typeOf: async (id) => (id === 'a1' ? 'audio/mpeg' : null),
      read: async () => ({ bytes: Uint8Array.of(1), done: true }),
    },
    noteDefect: (error) => void defects.push(error),
  });
  return answer(new Request(`lectern://app${path}`, init));
};

describe('the application’s scheme', () => {
  it('answers a cover, and none where there is none', async () => {
    const cover = await ask('/media/cover/c0de/12-34');
    expect([cover.headers.get('content-type'), await cover.text()]).toEqual(['image/png', 'picture']);
    expect((await ask('/media/cover/bad/12-34')).status).toBe(404);
  });

  it('answers the page, a take and an audition', async () => {
    expect(await (await ask('/index.html')).text()).toBe('<!doctype html>');
    const part = await ask('/media/take/7', { headers: { range: 'bytes=4-8' } });
    expect([part.status, await part.text()]).toEqual([206, 'audio']);
    expect((await ask('/media/audition/a1')).headers.get('content-type')).toBe('audio/mpeg');
  });

  it.each(['/media/take/8', '/media/take/7x', '/media/audition/a2', '/other.html', '/..%2findex.html', '/'])(
    'finds nothing at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it('is for reading only', async () => {
    const answer = await ask('/index.html', { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('sends its policy with every answer', async () => {
    for (const path of ['/index.html', '/media/take/7', '/media/take/8', '/media/take/13']) {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers.get('content-security-policy')).toContain("style-src 'self' 'nonce-n0nce'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('never fails: a defect is noted', async () => {
    expect((await ask('/media/take/13')).status).toBe(500);
    expect(defects).toEqual([new Error('unlucky')]);
  });
});
