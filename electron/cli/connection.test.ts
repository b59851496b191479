import { describe, expect, it } from 'vitest';
import { connectionChoice } from './connection.ts';
import { CliError } from './exit.ts';

const account = { LECTERN_API_KEY: 'sk-a-key', LECTERN_USER_ID: 'anna' };
const home = { ...account, LECTERN_BASE_URL: 'https://api.example.com/v2' };

describe('the key in the environment', () => {
  it('goes to the address in the environment, or to one on the same server', () => {
    expect(connectionChoice(undefined, home)).toMatchObject({ baseUrl: new URL('https://api.example.com/v2') });
    expect(connectionChoice('https://API.example.com:443/v3', home)).toMatchObject({ key: 'sk-a-key' });
  });

  it('goes to the address of the option where the environment names none', () => {
    for (const environment of [account, { ...account, LECTERN_BASE_URL: '' }]) {
      expect(connectionChoice('https://api.example.org', environment)).toMatchObject({ key: 'sk-a-key' });
    }
  });

  it.each([
    'https://api.example.org',
    'http://api.example.com',
    'https://api.example.com:8443',
    'https://api.example.com.evil.example',
  ])('does not go to another server than the environment’s: %s', (address) => {
    expect(() => connectionChoice(address, home)).toThrow(CliError);
    expect(() => connectionChoice(address, home)).toThrow(
      /^LECTERN_API_KEY is the key for https:\/\/api\.example\.com \(LECTERN_BASE_URL\), so it was not sent to http/,
    );
  });
});
