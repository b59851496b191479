// What the bridge and the application's addresses let through, by trying to get more.
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../scripts/steps.ts';
import { MAIN_FLOW } from './support/test.ts';
import { attackLectern } from './support/under-attack.ts';

const PRELOAD = join(root, 'out', 'preload.cjs');

const attacked = attackLectern();

test('addresses that the application does not serve lead nowhere', MAIN_FLOW, async () => {
  const paths = [
    '..%2fmain.js',
    '%2e%2e/main.js',
    '%2e%2e%2fmain.js',
    '..%5cmain.js',
    'assets/..%2f..%2fmain.js',
    'assets/%2e%2e/%2e%2e/main.js',
    '/main.js',
    '//etc/passwd',
    'assets/',
    'media/take/..%2f..%2findex.html',
    'media/take/%2e%2e%2f%2e%2e%2findex.html',
    'media/take/1%00.wav',
    'media/take/-1',
    'media/take/1e3',
    'media/take/0x1',
    'media/take/999999999',
    'media/take/99999999999999999999',
    'media/audition/..%2ftake%2f1',
    'media/audition/unknown',
    'media/',
  ];
  const statuses = await attacked().page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map((address) =>
          fetch(address).then(
            ({ status }) => [address, status] as const,
            () => [address, 0] as const,
          ),
        ),
      ),
    paths,
  );
  expect(statuses.map(([path]) => path)).toEqual(paths);
  expect(statuses.filter(([, status]) => status !== 0 && status !== 404)).toEqual([]);
});

test.describe('requests', () => {
  /** What the studio answers comes as the text of its JSON. */
  const request = async (channel: unknown, input?: unknown): Promise<unknown> => {
    const reply = await attacked().page.evaluate(([name, value]) => window.lectern.request(name, value), [
      channel,
      input,
    ] as const);
    return typeof reply === 'string' ? JSON.parse(reply) : reply;
  };

  test('from frames within the page are not possible', async () => {
    const bridges = await attacked().page.evaluate(async () => {
      const frames = ['about:blank', 'data:text/html,<p>x', 'index.html'].map((src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
        return frame;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const seen = frames.map((frame) => {
        try {
          return typeof (frame.contentWindow as unknown as { lectern?: unknown }).lectern;
        } catch {
          return 'undefined';
        }
      });
      for (const frame of frames) frame.remove();
      return seen;
    });
    expect(bridges).toEqual(['undefined', 'undefined', 'undefined']);
  });

  test('from another window are forbidden, whatever page it shows', MAIN_FLOW, async () => {
    for (const address of ['lectern://app/index.html', 'about:blank']) {
      const opening = attacked().lectern.app.waitForEvent('window');
      await attacked().lectern.app.evaluate(
        async ({ BrowserWindow }, [file, url]) => {
          const other = new BrowserWindow({ show: false, webPreferences: { preload: file, sandbox: true } });
          await other.loadURL(url);
        },
        [PRELOAD, address] as const,
      );
      const other = await opening;
      const answer = await other.evaluate(() => window.lectern.request('app.info', {}));
      expect(answer).toEqual({ ok: false, error: { kind: 'forbidden' } });
      await other.close();
    }
  });

  test('on channels that are none are malformed', async () => {
    const malformed = { ok: false, error: { kind: 'malformed-request', fields: ['channel'] } };
    for (const channel of ['', 'nothing', '__proto__', 'constructor', 'toString', 7, null, ['app.info'], {}]) {
      expect(await request(channel, {})).toEqual(malformed);
    }
    expect(await attacked().page.evaluate(() => (window.lectern.request as () => Promise<unknown>)())).toEqual(
      malformed,
    );
  });

  test('of the wrong form are malformed, and say where', async () => {
    const fields = async (channel: string, input?: unknown) =>
      ((await request(channel, input)) as { error: { kind: string; fields?: string[] } }).error;
    expect(await fields('project.create', { name: 7 })).toEqual({ kind: 'malformed-request', fields: ['name'] });
    expect(await fields('project.create')).toEqual({ kind: 'malformed-request', fields: ['input'] });
    expect(await fields('take.setGain', { takeId: 1.5, gainDb: 99 })).toEqual({
      kind: 'malformed-request',
      fields: ['takeId', 'gainDb'],
    });
    expect(
      await fields('script.edit', { documentId: 'd', revision: 0, changes: [{ from: -1, to: 0, insert: 1 }] }),
    ).toEqual({ kind: 'malformed-request', fields: ['changes.0.from', 'changes.0.insert'] });
  });

  test('that are huge or without end are malformed', async () => {
    const answers = await attacked().page.evaluate(async () => {
      const deep: Record<string, unknown> = {};
      let at = deep;
      for (let level = 0; level < 50; level += 1) {
        const next: Record<string, unknown> = {};
        at['in'] = next;
        at = next;
      }
      const { request } = window.lectern;
      return [
        await request('project.create', { name: 'x'.repeat(40_000_000) }),
        await request('project.previewImport', { name: 'a.txt', bytes: new Uint8Array(65 * 1024 * 1024) }),
        await request('project.close', deep),
      ];
    });
    const malformed = (field: string) => ({ ok: false, error: { kind: 'malformed-request', fields: [field] } });
    expect(answers).toEqual([malformed('too-large'), malformed('too-large'), malformed('too-deep')]);
  });

  test('change no ancestor of anything', async () => {
    await attacked().page.evaluate(async () => {
      const { request } = window.lectern;
      const polluting = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
      await request('project.close', polluting).catch(() => null);
      await request('project.updateSettings', polluting).catch(() => null);
      await request('__proto__', polluting).catch(() => null);
    });
    expect(await attacked().lectern.app.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
    expect(await attacked().lectern.app.evaluate(() => 'polluted' in {})).toBe(false);
  });

  test('leave the application as it was', async () => {
    expect(await request('app.info', {})).toMatchObject({ ok: true });
    const reply = await request('project.current', {});
    expect(typeof reply === 'string' ? JSON.parse(reply) : reply).toEqual({ ok: true, value: null });
  });
});
