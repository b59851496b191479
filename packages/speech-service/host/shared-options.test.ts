import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from './options.ts';
import { parseSharedOptions } from './shared-options.ts';

const URL_OF_DATABASE = 'postgres://lectern:secret@db/lectern';
const parse = (...args: string[]) => parseSharedOptions(args, {});

describe('the options of a service on several machines', () => {
  test('have defaults', () => {
    expect(parse('serve', '--database', URL_OF_DATABASE, '--storage', 'audio')).toEqual({
      command: 'serve',
      options: {
        database: URL_OF_DATABASE,
        storage: resolve('audio'),
        log: 'info',
        json: false,
        help: false,
        speech: 'espeak',
        port: 0,
        host: '127.0.0.1',
        'keep-hours': 168,
        webhooks: 'loopback',
        'drain-seconds': 0,
        'health-host': '127.0.0.1',
      },
    });
    expect(parse('worker', '--database', URL_OF_DATABASE, '--storage', 'audio')).toMatchObject({
      options: { 'drain-seconds': 30 },
    });
  });

  test('take the database from the environment, so that its password needn’t be on the command line', () => {
    expect(parseSharedOptions(['migrate'], { LECTERN_DATABASE_URL: URL_OF_DATABASE })).toMatchObject({
      command: 'migrate',
      options: { database: URL_OF_DATABASE },
    });
  });

  test('make a public address the start of URLs', () => {
    const address = (given: string) =>
      parse('serve', '--database', URL_OF_DATABASE, '--storage', 'x', '--public-address', given);
    expect(address('https://Speech.example/')).toMatchObject({
      options: { 'public-address': 'https://speech.example' },
    });
    expect(address('http://speech.example:8080/tts/')).toMatchObject({
      options: { 'public-address': 'http://speech.example:8080/tts' },
    });
  });

  test.each([
    [[], 'Specify a command'],
    [['start'], 'Specify a command'],
    [['migrate'], '--database is missing'],
    [['migrate', '--database', 'mysql://db/x'], '--database is wrong: it must start with postgres://'],
    [['serve', '--database', URL_OF_DATABASE], '--storage is missing'],
    [['worker', '--storage', 'x'], '--database is missing'],
    [['worker', '--database', URL_OF_DATABASE, '--storage', 'x', '--port', '80'], "Unknown option '--port'"],
    [['serve', '--database', URL_OF_DATABASE, '--storage', 'x', '--port', '70000'], '--port is wrong'],
    [['serve', '--database', URL_OF_DATABASE, '--storage', 'x', '--public-address', 'speech'], '--public-address'],
    [['serve', '--database', URL_OF_DATABASE, '--storage', 'x', '--public-address', 'https://a/?b'], 'host or path'],
    [['serve', '--database', URL_OF_DATABASE, '--storage', 'x', '--drain-seconds', '-1'], '--drain-seconds'],
  ])('are refused if they are wrong: %s', (args, message) => {
    expect(() => parseSharedOptions(args, {})).toThrow(UsageError);
    expect(() => parseSharedOptions(args, {})).toThrow(message);
  });

  test('may ask for help', () => {
    expect(parse('--help')).toEqual({ command: 'help' });
    expect(parse('worker', '--help')).toEqual({ command: 'help' });
  });
});
