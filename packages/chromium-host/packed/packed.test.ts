import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FUSE_SENTINEL, hasFuse } from './fuses.ts';

const HOST = fileURLToPath(new URL('../main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-packed-'));
  mkdirSync(join(folder, 'resources'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An archive as Electron has it. */
function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  let offset = 0;
  const entries = Object.entries(files).map(([name, text]) => {
    const body = Buffer.from(text);
    const hash = createHash('sha256').update(body).digest('hex');
    const entry = { size: body.length, offset: String(offset), integrity: { algorithm: 'SHA256', hash } };
    offset += body.length;
    bodies.push(body);
    return [name, entry] as const;
  });
  const header = Buffer.from(JSON.stringify({ files: Object.fromEntries(entries) }));
  const padding = Buffer.alloc((4 - (header.length % 4)) % 4);
  const sizes = Buffer.alloc(16);
  const payload = header.length + padding.length + 4;
  for (const [index, size] of [4, payload + 4, payload, header.length].entries()) sizes.writeUInt32LE(size, index * 4);
  return Buffer.concat([sizes, header, padding, ...bodies]);
}

const MAIN = `
  import { app } from 'electron';
  app.whenReady().then(() => {
    console.log(JSON.stringify([app.isPackaged, app.getVersion(), process.argv.slice(1), process.execPath]));
    app.exit(0);
  });`;

/** Starts what is packed in the folder as a program without a window, on a machine without a Chromium. */
const start = () =>
  spawnSync(process.execPath, [HOST, '--ozone-platform=headless', '--cli', '--', 'render'], {
    encoding: 'utf8',
    env: {
      PATH: '',
      CHROMIUM_PATH: '/none',
      XDG_CACHE_HOME: join(folder, 'cache'),
      LECTERN_HOST_EXECUTABLE: join(folder, 'app'),
    },
  });

describe('a packed application', () => {
  it('runs out of its archive, and needs no Chromium where it shows no window', () => {
    const about = '{ "name": "toy", "version": "1.2.3", "type": "module", "main": "main.js" }';
    writeFileSync(join(folder, 'resources', 'app.asar'), archiveOf({ 'package.json': about, 'main.js': MAIN }));
    const { stdout, status } = start();
    const args = ['--ozone-platform=headless', '--cli', '--', 'render'];
    expect(JSON.parse(stdout)).toEqual([true, '1.2.3', args, join(folder, 'app')]);
    expect(status).toBe(0);
  });

  it('does not run where a file is not the one that was packed', () => {
    const archive = archiveOf({ 'package.json': '{ "type": "module", "main": "main.js" }', 'main.js': MAIN });
    const path = join(folder, 'resources', 'app.asar');
    writeFileSync(path, Buffer.from(archive.toString('latin1').replace('app.exit(0)', 'app.exit(7)'), 'latin1'));
    const { stderr, status } = start();
    expect(stderr).toContain('main.js in');
    expect(stderr).toContain('is not what was packed');
    expect(status).toBe(1);
  });
});

it('a fuse is read behind its mark', () => {
  const path = join(folder, 'app');
  const withFuses = (fuses: string) => writeFileSync(path, `#!/bin/sh\nexit\n${FUSE_SENTINEL}\x01\x09${fuses}\n`);
  withFuses('010011001');
  expect([hasFuse(path, 'runAsNode'), hasFuse(path, 'nodeCliInspect')]).toEqual([false, false]);
  withFuses('100100000');
  expect([hasFuse(path, 'runAsNode'), hasFuse(path, 'nodeCliInspect')]).toEqual([true, true]);
});
