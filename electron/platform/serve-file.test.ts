import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveAsset, serveMedia } from './page-handler.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-serve-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'page', 'assets', 'a.js'), 'let a;');
  writeFileSync(join(folder, 'secret.js'), 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const asset = (...names: string[]) => serveAsset(join(folder, 'page'), names, 'GET');

describe('a file of the page', () => {
  it('comes with its type and length', async () => {
    const answer = await asset('assets', 'a.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe('6');
    expect(await answer.text()).toBe('let a;');
  });

  it('has no body where only its head is asked for', async () => {
    const answer = await serveAsset(join(folder, 'page'), ['index.html'], 'HEAD');
    expect(answer.headers.get('content-length')).toBe('15');
    expect(await answer.text()).toBe('');
  });

  it('is not found where there is none, where it is a folder, or of a type that the page has no use for', async () => {
    writeFileSync(join(folder, 'page', 'notes.txt'), 'x');
    mkdirSync(join(folder, 'page', 'folder.js'));
    for (const names of [['b.js'], ['assets'], ['folder.js'], ['notes.txt'], []]) {
      expect((await asset(...names)).status).toBe(404);
    }
  });

  it('is not found outside the folder, not through a link in it either', async () => {
    symlinkSync(join(folder, 'secret.js'), join(folder, 'page', 'link.js'));
    expect((await asset('..', 'secret.js')).status).toBe(404);
    expect((await asset('link.js')).status).toBe(404);
  });
});

describe('a media file', () => {
  let path: string;
  const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    serveMedia(path, 'audio/wav', new Request('http://media/', { headers, method }));
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false;
      }
    });

  beforeEach(() => {
    path = join(folder, 'take.wav');
    writeFileSync(path, bytes);
  });

  it('comes whole', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  });

  it('comes in part, with the part’s place', async () => {
    const answer = await ask({ range: 'bytes=1000-150999' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe('bytes 1000-150999/200000');
    expect(answer.headers.get('content-length')).toBe('150000');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes.slice(1000, 151_000));
  });

  it('has no part beyond its end', async () => {
    const answer = await ask({ range: 'bytes=200000-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */200000');
  });

  it('has a head without a body', async () => {
    const answer = await ask({ range: 'bytes=0-9' }, 'HEAD');
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-length')).toBe('10');
    expect(await answer.text()).toBe('');
  });

  it('is not found where it has gone, and empty where it is empty', async () => {
    writeFileSync(path, '');
    expect(await (await ask()).text()).toBe('');
    rmSync(path);
    expect((await ask()).status).toBe(404);
  });

  it.runIf(process.platform === 'linux')('is closed when all is read, or when the request is called off', async () => {
    await (await ask()).arrayBuffer();
    const reader = (await ask()).body?.getReader();
    await reader?.read();
    expect(openFiles()).toHaveLength(1);
    await reader?.cancel();
    while (openFiles().length > 0) await setImmediate();
    await ask({}, 'HEAD');
    await ask({ range: 'bytes=900000-' });
    expect(openFiles()).toHaveLength(0);
  });
});
