import { expect, it, vi } from 'vitest';
import { windowlessProgram } from './windowless-program.ts';

vi.mock('electron', () => ({ app: {} }));

const asked = (...args: string[]) => windowlessProgram(['/opt/Lectern/lectern-window', ...args]);

it('is what the switch names, with what follows it', () => {
  expect(asked('--cli', 'render', 'a.txt', '--out', 'b')).toEqual({
    name: 'cli',
    args: ['render', 'a.txt', '--out', 'b'],
  });
  expect(asked('--ozone-platform=headless', '--service', '--', '--data', 'x')).toEqual({
    name: 'service',
    args: ['--data', 'x'],
  });
  expect(asked('--cli', '--', '--', 'x')).toEqual({ name: 'cli', args: ['--', 'x'] });
  expect(asked('--cli')).toEqual({ name: 'cli', args: [] });
  expect(asked('--disable-gpu', '--voice-pack')).toEqual({ name: 'voice-pack', args: [] });
  expect(asked('--disable-gpu', '--recogniser')).toEqual({ name: 'recogniser', args: [] });
});

it('is none where a file or what follows -- only looks like the switch', () => {
  for (const args of [[], ['a.lectern'], ['a.lectern', '--cli'], ['--', '--cli'], ['--client'], ['--toString']]) {
    expect(asked(...args)).toBeNull();
  }
});
