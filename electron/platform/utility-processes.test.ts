import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { createLocalServices, forkStudio } from './utility-processes.ts';

const forks = vi.hoisted((): { readonly env?: Readonly<Record<string, string>> }[] => []);

vi.mock('electron', () => ({
  utilityProcess: {
    fork(_file: string, _args: readonly string[], options: { readonly env?: Readonly<Record<string, string>> }) {
      forks.push(options);
      return Object.assign(new EventEmitter(), { stdout: null, stderr: null, kill: () => true, postMessage: () => {} });
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
  forkStudio('studio.js', '/cache');
  void createLocalServices('service.js').start([], '/dev/null');
  expect(forks).toHaveLength(2);
  for (const { env } of forks) {
    expect(env).not.toHaveProperty('LECTERN_API_KEY');
    expect(env).toMatchObject({ VOICE_SERVER_KEY: 'sk-voices' });
  }
});
