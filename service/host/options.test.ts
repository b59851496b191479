import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostOptions, UsageError } from './options.ts';

const of = (...args: string[]) => hostOptions(args, { LECTERN_HOME: '/somewhere' });

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
    expect(of().data).toBe(join(resolve('/somewhere'), 'service'));
    expect(of().plan).toBeUndefined();
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
