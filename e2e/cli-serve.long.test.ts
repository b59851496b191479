// `lectern serve`, as a person types it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lectern, type RunningCommand, startLectern, temporaryFolder } from './support/processes.ts';

let folder: ReturnType<typeof temporaryFolder>;
let home: { readonly LECTERN_HOME: string };
beforeEach(() => {
  folder = temporaryFolder();
  home = { LECTERN_HOME: folder.path };
});
afterEach(() => folder.remove());

async function serving(...args: readonly string[]): Promise<RunningCommand & { readonly row: string }> {
  const running = startLectern(['serve', '--json', ...args], home);
  if (running.process.stdout === null) throw new Error('Nothing can be read of it.');
  const [row] = await once(createInterface({ input: running.process.stdout }), 'line');
  return { ...running, row: String(row) };
}

describe('`lectern serve`', () => {
  it('prints address, key and user and nothing else, and hands its options to the service', async () => {
    const given = ['--plan', 'hacker', '--speed-factor', '0.5', '--keep-hours', '2', '--webhooks', 'none'];
    const { row, process, result } = await serving(...given);
    const told = JSON.parse(row);
    expect(Object.keys(told)).toEqual(['address', 'key', 'user']);
    expect((await fetch(`${told.address}/internal/health`)).status).toBe(200);
    process.kill('SIGTERM');
    const { status, stdout, stderr } = await result;
    expect(status).toBe(0);
    expect(stdout).toBe(`${row}\n`);
    const listens = JSON.parse(stderr.split('\n')[0] ?? '');
    expect(listens).toMatchObject({ plan: 'hacker', speedFactor: 0.5, keepHours: 2, webhooks: 'none' });
    expect(stderr).not.toContain(told.key);
    expect(stderr).not.toContain('TLS');
  });

  it('warns that there is no TLS when it is opened to other machines', async () => {
    const { process, result } = await serving('--host', '0.0.0.0');
    process.kill('SIGTERM');
    expect((await result).stderr).toContain('it has no TLS');
  });

  it.each([
    [['--speed-factor', 'fast'], /number, 0 or more/],
    [['--speed-factor', '-1'], /number, 0 or more/],
    [['--keep-hours', '0'], /greater than 0/],
    [['--webhooks', 'all'], /loopback, any, none/],
    [['--host', ''], /empty/],
    [['--speech-config', ''], /empty/],
    [['--port', '70000'], /65535/],
    [['--plan', 'gold'], /hacker, startup, growth, enterprise/],
    [['--storage', 'audio'], /--storage needs a service on several machines: .*--database or LECTERN_DATABASE_URL/],
    [['--public-address', 'https://speech.example'], /--public-address needs/],
    [['--drain-seconds', '5'], /--drain-seconds needs/],
  ])('%j is wrong use, and it is said why', async (args, says) => {
    const { status, stdout, stderr } = await lectern(['serve', ...args], home);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('takes the database from the environment, like the other commands of a service on several machines', async () => {
    const withDatabase = { ...home, LECTERN_DATABASE_URL: 'postgres://127.0.0.1:9/lectern' };
    const bare = await lectern(['serve'], withDatabase);
    expect([bare.status, bare.stderr]).toEqual([2, expect.stringContaining('--storage is needed')]);
    const single = await lectern(['serve', '--data', folder.path], withDatabase);
    expect([single.status, single.stderr]).toEqual([2, expect.stringContaining('--data can’t be used')]);
  });
});
