import { describe, expect, it } from 'vitest';
import type { LaunchEvent } from '../../shared/rules/launched-process.ts';
import { createLauncher } from './start-model-process.ts';

function launch() {
  const posted: unknown[] = [];
  const heard: unknown[] = [];
  let receive = (_event: { readonly data: unknown }): void => {};
  const start = createLauncher({
    postMessage: (message) => void posted.push(message),
    on(_event, listener) {
      receive = listener;
    },
  });
  const pack = start<object, { readonly kind: string }>({
    onMessage: ({ kind }) => heard.push(kind),
    onStderr: (text) => heard.push(text),
    onExit: (code, signal) => heard.push([code, signal]),
    onStartError: () => heard.push('start error'),
  });
  return { posted, heard, pack, tell: (event: LaunchEvent) => receive({ data: event }) };
}

describe('a pack of a service that runs as a utility process', () => {
  it('is started by the main process, without the variables that may contain keys', () => {
    process.env['LECTERN_API_KEY'] = 'sk-account';
    const { posted } = launch();
    delete process.env['LECTERN_API_KEY'];
    expect(posted).toEqual([
      { kind: 'launch', id: 1, env: expect.not.objectContaining({ LECTERN_API_KEY: 'sk-account' }) },
    ]);
  });

  it('is reached through the main process', () => {
    const { posted, heard, pack, tell } = launch();
    tell({ kind: 'launched', id: 1, pid: 41 });
    pack.send({ kind: 'cancel', id: 3 });
    pack.kill();
    expect(pack.pid).toBe(41);
    expect(posted.slice(1)).toEqual([
      { kind: 'send-to-launched', id: 1, message: { kind: 'cancel', id: 3 } },
      { kind: 'kill-launched', id: 1 },
    ]);
    tell({ kind: 'launched-sent', id: 1, message: { kind: 'loaded' } });
    tell({ kind: 'launched-wrote', id: 1, text: 'oops' });
    tell({ kind: 'launched-sent', id: 2, message: { kind: 'unloadable' } });
    expect(heard).toEqual(['loaded', 'oops']);
  });

  it.skipIf(process.platform === 'win32').each([
    [0, [0, null]],
    [255, [255, null]],
    [9, [null, 'SIGKILL']],
    [11, [null, 'SIGSEGV']],
    [6 | 0x80, [null, 'SIGABRT']],
  ] as const)('that ends with %d is read as %j', (code, exit) => {
    const { heard, tell } = launch();
    tell({ kind: 'launched-ended', id: 1, code });
    expect(heard).toEqual([exit]);
  });
});
