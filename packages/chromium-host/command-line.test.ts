import { expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';

it('reads what Playwright gives', () => {
  const args = [
    '-r',
    '/a/loader.js',
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    '/app',
    '--user-data-dir=/u',
  ];
  const { preloads, switches, inspect, application } = parseCommandLine(args);
  expect({ preloads, inspect, application }).toEqual({
    preloads: ['/a/loader.js'],
    inspect: { host: '127.0.0.1', port: 0 },
    application: '/app',
  });
  expect([...switches]).toEqual([
    ['no-sandbox', ''],
    ['remote-debugging-port', '0'],
    ['user-data-dir', '/u'],
  ]);
});

it('takes the first argument as the application and leaves the others to it', () => {
  expect(parseCommandLine(['.', 'project.lectern']).application).toBe('.');
  expect(parseCommandLine(['--flag']).application).toBeNull();
});
