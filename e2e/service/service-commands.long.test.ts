// Each command that docs/service-alone.md gives, run as it stands there.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { identify } from '@lectern/audio';
import { expect, it } from 'vitest';
import { startService, temporaryFolder } from '../support/processes.ts';

const PAGE = fileURLToPath(new URL('../../docs/service-alone.md', import.meta.url));

/** The commands in the page's block, and the row that they begin with. */
function commands(): { readonly account: string; readonly rest: string } {
  const block = /```sh\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
  const [account = '', ...rest] = block.split('\n');
  return { account, rest: rest.join('\n') };
}

it('works with curl alone', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'));
  const { LECTERN_BASE_URL: base, LECTERN_API_KEY: key, LECTERN_USER_ID: user } = service.environment;
  const { account, rest } = commands();
  try {
    expect(account).toMatch(/^BASE=http:\/\/127\.0\.0\.1:8765 KEY=… USER_ID=…$/);
    const script = `set -eu\nBASE=${base} KEY=${key} USER_ID=${user}\n${rest}`;
    // `-x`: where one fails, it is said which.
    const { stdout } = await promisify(execFile)('bash', ['-xc', script], { cwd: folder.path });
    expect(stdout).toContain('event: completed');
    expect(stdout).toContain('"transcriptionId"');
    expect(stdout).toContain('"status":"ok"');
    const sounds = { 'stream.mp3': 'mp3', 'evening.mp3': 'mp3', 'line-2.wav': 'wav', 'clone.mp3': 'mp3' };
    for (const [name, format] of Object.entries(sounds)) {
      expect(identify(readFileSync(join(folder.path, name))), name).toBe(format);
    }
    expect(statSync(join(folder.path, 'lease.bin')).size).toBeGreaterThan(72);
    expect(existsSync(join(folder.path, 'openapi.json'))).toBe(true);
  } finally {
    await service.stop();
    folder.remove();
  }
});
