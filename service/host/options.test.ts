import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostOptions, UsageError } from './options.ts';

const of = (...args: string[]) => hostOptions(['--data', 'folder', ...args]);

describe('what the service is started with', () => {
  test('has defaults', () => {
    expect(of()).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      json: false,
      attached: false,
      speech: 'espeak',
      log: 'info',
    });
    expect(of().data).toBe(resolve('folder'));
    expect(of()['log-file']).toBeUndefined();
    expect(of().plan).toBeUndefined();
  });

  test('must say where its data is kept, unless help is asked for', () => {
    expect(() => hostOptions([])).toThrow('--data is missing');
    expect(() => hostOptions(['--attached'])).toThrow(UsageError);
    expect(hostOptions(['--help']).help).toBe(true);
  });

  test('may name a file for its log', () => {
    expect(of('--log-file', 'service.log')['log-file']).toBe(resolve('service.log'));
  });

  test('is taken as given', () => {
    expect(
      of('--port', '8080', '--plan', 'growth', '--data', 'x', '--json', '--attached', '--speech', 'silent'),
    ).toMatchObject({ port: 8080, plan: 'growth', data: resolve('x'), json: true, attached: true, speech: 'silent' });
  });

  for (const wrong of [
    ['--port', '70000'],
    ['--port', 'x'],
    ['--plan', 'gold'],
    ['--nonsense'],
    ['stray'],
    ['--speech', 'loud'],
  ]) {
    test(`${wrong.join(' ')} is wrong use`, () => expect(() => of(...wrong)).toThrow(UsageError));
  }
});
