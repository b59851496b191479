import { expect, it } from 'vitest';
import { describeStartError } from './run.ts';

const failure = (facts: object, message = 'it failed'): Error => Object.assign(new Error(message), facts);

it.each([
  ['a port that is in use', failure({ code: 'EADDRINUSE', port: 8080 }), /^The port 8080 is already in use: /],
  ['a privileged port', failure({ code: 'EACCES', syscall: 'listen', port: 80 }), /isn’t allowed to use the port 80: /],
  ['another machine’s address', failure({ code: 'EADDRNOTAVAIL', address: '10.9.9.9' }), /the address 10\.9\.9\.9: /],
  [
    'an invalid host',
    failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '999.1.1.1' }),
    /^“999\.1\.1\.1” is not an address of this machine: /,
  ],
  [
    'an address that the service can’t listen on',
    failure({ code: 'EINVAL', syscall: 'listen', address: '::' }),
    /^The service can’t listen on :: \(EINVAL\): /,
  ],
  ['a full drive', failure({ code: 'ENOSPC' }), /^The data folder \/data is on a full drive: free up space/],
  ['a full drive, reported by SQLite', failure({ errcode: 13 }), /^The data folder \/data is on a full drive/],
  [
    'a damaged database',
    failure({ errcode: 26 }, 'no database'),
    /^The data folder \/data contains a damaged database \(no/,
  ],
  ['a folder that is read-only', failure({ errcode: 1032 }), /^The data folder \/data isn’t writable/],
  ['a file in the way', failure({ code: 'ENOTDIR', path: '/data' }), /created or written at \/data \(ENOTDIR\)/],
  ['anything else', failure({}, 'It is late.'), /^It is late\.$/],
])('explains %s', (_what, error, says) => {
  expect(describeStartError(error, '/data')).toMatch(says);
});
