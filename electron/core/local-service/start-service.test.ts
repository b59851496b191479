import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serviceCommand, spawnService } from './start-service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-start-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('starts a service without the account’s key, and with the keys of voice servers', async () => {
  vi.stubEnv('LECTERN_API_KEY', 'sk-account');
  vi.stubEnv('VOICE_SERVER_KEY', 'sk-voices');
  const entry = join(folder, 'entry.mjs');
  writeFileSync(
    entry,
    'console.log(JSON.stringify([process.env.LECTERN_API_KEY, process.env.VOICE_SERVER_KEY, process.env.PATH]))',
  );
  const service = spawnService({ entry, args: [], logPath: join(folder, 'log') });
  expect(JSON.parse(await service.firstRow)).toEqual([null, 'sk-voices', process.env['PATH']]);
  await service.exit;
  service.release();
});

it('is a file for Node, and a switch for the packaged application, whose binary runs no file', () => {
  expect(serviceCommand('/a/service.js', ['--data', '/d'], false)).toEqual({
    command: process.execPath,
    args: ['/a/service.js', '--data', '/d'],
  });
  const { args } = serviceCommand('/a/service.js', ['--data', '/d'], true);
  expect(args.slice(-4)).toEqual(['--service', '--', '--data', '/d']);
  expect(args).not.toContain('/a/service.js');
});
