import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocalServices, forkStudio } from './utility-processes.ts';

interface FakeProcess extends EventEmitter {
  readonly file: string;
  readonly options: { readonly env?: Readonly<Record<string, string>> };
  readonly posted: unknown[];
  readonly stderr: EventEmitter;
  pid: number | undefined;
}

const forks = vi.hoisted((): FakeProcess[] => []);

vi.mock('electron', () => ({
  utilityProcess: {
    fork(file: string, _args: readonly string[], options: FakeProcess['options']) {
      const posted: unknown[] = [];
      const made = Object.assign(new EventEmitter(), {
        file,
        options,
        posted,
        pid: undefined,
        stdout: null,
        stderr: Object.assign(new EventEmitter(), { pipe() {}, resume() {} }),
        kill: vi.fn(() => true),
        postMessage: (message: unknown) => void posted.push(message),
      });
      forks.push(made);
      return made;
    },
  },
}));

afterEach(() => {
  vi.unstubAllEnvs();
  forks.length = 0;
});

it('starts the studio and the local service without the account’s key', () => {
  vi.stubEnv('LECTERN_API_KEY', 'sk-account');
  vi.stubEnv('VOICE_SERVER_KEY', 'sk-voices');
  forkStudio({ studio: 'studio.js', recogniser: 'recogniser.js' }, '/cache');
  void createLocalServices({ service: 'service.js', pack: 'pack.js' }).start([], '/dev/null');
  expect(forks).toHaveLength(2);
  for (const { env } of forks.map(({ options }) => options)) {
    expect(env).not.toHaveProperty('LECTERN_API_KEY');
    expect(env).toMatchObject({ VOICE_SERVER_KEY: 'sk-voices' });
  }
});

it('starts recognisers for the studio', () => {
  forkStudio({ studio: 'studio.js', recogniser: 'recogniser.js' }, '/cache');
  const [studio] = forks;
  studio?.emit('message', { kind: 'launch', id: 1, env: {} });
  forks[1]?.emit('message', { kind: 'recognised', id: 1 });
  expect(forks[1]?.file).toBe('recogniser.js');
  expect(studio?.posted).toEqual([{ kind: 'launched-sent', id: 1, message: { kind: 'recognised', id: 1 } }]);
});

describe('a voice pack’s process', () => {
  function startPack(): { readonly service: FakeProcess; readonly pack: FakeProcess } {
    void createLocalServices({ service: 'service.js', pack: 'pack.js' }).start([], '/dev/null');
    const [service] = forks;
    service?.emit('message', { kind: 'launch', id: 7, env: { LANG: 'de' } });
    const pack = forks[1];
    if (!service || !pack) throw new Error('not started');
    return { service, pack };
  }

  it('is a utility process of the main process, with the environment that the service asks for', () => {
    const { pack } = startPack();
    expect(pack).toMatchObject({ file: 'pack.js', options: { env: { LANG: 'de' }, stdio: 'pipe' } });
  });

  it('exchanges messages with the service, which is told what it writes and how it ends', () => {
    const { service, pack } = startPack();
    pack.pid = 41;
    pack.emit('spawn');
    service.emit('message', { kind: 'send-to-launched', id: 7, message: { kind: 'load' } });
    expect(pack.posted).toEqual([{ kind: 'load' }]);
    pack.emit('message', { kind: 'loaded' });
    pack.stderr.emit('data', Buffer.from('oops'));
    pack.emit('exit', 6);
    expect(service.posted).toEqual([
      { kind: 'launched', id: 7, pid: 41 },
      { kind: 'launched-sent', id: 7, message: { kind: 'loaded' } },
      { kind: 'launched-wrote', id: 7, text: 'oops' },
      { kind: 'launched-ended', id: 7, code: 6 },
    ]);
  });

  it('is killed when the service asks for it, and when the service ends', () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const { service, pack } = startPack();
    pack.pid = 41;
    service.emit('message', { kind: 'kill-launched', id: 7 });
    service.emit('exit', 0);
    expect(kill.mock.calls).toEqual([
      [41, 'SIGKILL'],
      [41, 'SIGKILL'],
    ]);
    kill.mockRestore();
  });
});
