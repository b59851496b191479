import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exposureWarning, parseHostOptions, UsageError } from './options.ts';

const of = (...args: string[]) => parseHostOptions(['--data', 'folder', ...args]);

describe('the options of the service', () => {
  test('have defaults', () => {
    expect(of()).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      json: false,
      attached: false,
      speech: 'espeak',
      log: 'info',
      'speed-factor': 0,
      'keep-hours': 168,
      webhooks: 'loopback',
    });
    expect(of()['speech-config']).toBeUndefined();
    expect(of().data).toBe(resolve('folder'));
    expect(of()['log-file']).toBeUndefined();
    expect(of().plan).toBeUndefined();
  });

  test('must include the data folder, unless help is requested', () => {
    expect(() => parseHostOptions([])).toThrow('--data is missing');
    expect(() => parseHostOptions(['--attached'])).toThrow(UsageError);
    expect(parseHostOptions(['--help']).help).toBe(true);
  });

  test('can include a log file', () => {
    expect(of('--log-file', 'service.log')['log-file']).toBe(resolve('service.log'));
  });

  test('are parsed', () => {
    expect(
      of('--port', '8080', '--plan', 'growth', '--data', 'x', '--json', '--attached', '--speech', 'silent'),
    ).toMatchObject({ port: 8080, plan: 'growth', data: resolve('x'), json: true, attached: true, speech: 'silent' });
  });

  test('can configure jobs, voices, results and webhooks', () => {
    const given = ['--speed-factor', '0.25', '--speech-config', 'voices.json', '--keep-hours=1.5', '--webhooks', 'any'];
    expect(of(...given)).toMatchObject({
      'speed-factor': 0.25,
      'speech-config': resolve('voices.json'),
      'keep-hours': 1.5,
      webhooks: 'any',
    });
  });

  const wrong: [string[], RegExp][] = [
    [['--port', '70000'], /^--port is wrong: it must be a whole number from 0 to 65535\.$/],
    [['--plan', 'gold'], /^--plan is wrong: it must be one of hacker, startup, growth, enterprise\.$/],
    [['--speed-factor', 'fast'], /^--speed-factor is wrong: it must be a number, 0 or more\.$/],
    [['--speed-factor=-1'], /^--speed-factor is wrong/],
    [['--speed-factor', ''], /^--speed-factor is wrong/],
    [['--speed-factor', '1e3'], /^--speed-factor is wrong/],
    [['--speed-factor', 'Infinity'], /^--speed-factor is wrong/],
    [['--keep-hours', '0'], /^--keep-hours is wrong: it must be a number above 0\.$/],
    [['--webhooks', 'all'], /^--webhooks is wrong: it must be one of loopback, any, none\.$/],
    [['--host', ''], /^--host is wrong: it is empty\.$/],
    [['--speech-config', ''], /^--speech-config is wrong: it is empty\.$/],
    [['--grace-ms', 'x'], /^--grace-ms is wrong: it must be a number of milliseconds/],
  ];
  for (const [args, says] of wrong) {
    test(`${args.join(' ')} is rejected with the reason`, () => expect(() => of(...args)).toThrow(says));
  }

  for (const wrong of [
    ['--port', '70000'],
    ['--port', 'x'],
    ['--plan', 'gold'],
    ['--nonsense'],
    ['stray'],
    ['--speech', 'loud'],
  ]) {
    test(`${wrong.join(' ')} is a usage error`, () => expect(() => of(...wrong)).toThrow(UsageError));
  }
});

test('listening on other than loopback addresses causes a warning about missing TLS', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'studio.local', '::ffff:10.0.0.1']) {
    expect(exposureWarning(host)).toContain('no TLS');
    expect(exposureWarning(host)).toContain(host);
  }
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST']) {
    expect(exposureWarning(host)).toBeUndefined();
  }
});
