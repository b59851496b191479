import { expect, it } from 'vitest';
import { describeStartError } from './run.ts';

const failure = (facts: object, message = 'it failed'): Error => Object.assign(new Error(message), facts);

it.each([
  ['a port that is taken', failure({ code: 'EADDRINUSE', port: 8080 }), /^The port 8080 is used by another program: /],
  ['a port for the system', failure({ code: 'EACCES', syscall: 'listen', port: 80 }), /^The port 80 may not be used/],
  ['an address of another machine', failure({ code: 'EADDRNOTAVAIL', address: '10.9.9.9' }), /no address 10\.9\.9\.9/],
  [
    'a host that is none',
    failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '999.1.1.1' }),
    /^“999\.1\.1\.1” is not an address of this machine: /,
  ],
  [
    'an address that can’t be listened at',
    failure({ code: 'EINVAL', syscall: 'listen', address: '::' }),
    /^The service can’t listen at :: \(EINVAL\): /,
  ],
  ['a full drive', failure({ code: 'ENOSPC' }), /^The data folder \/data is on a drive that is full: make room/],
  ['a full drive, as SQLite says it', failure({ errcode: 13 }), /^The data folder \/data is on a drive that is full/],
  [
    'a damaged database',
    failure({ errcode: 26 }, 'no database'),
    /^The data folder \/data holds a damaged database \(no/,
  ],
  ['a folder that is read-only', failure({ errcode: 1032 }), /^The data folder \/data can’t be written/],
  ['a file in the way', failure({ code: 'ENOTDIR', path: '/data' }), /can’t be made or written at \/data \(ENOTDIR\)/],
  ['anything else', failure({}, 'It is late.'), /^It is late\.$/],
])('names %s', (_what, error, says) => {
  expect(describeStartError(error, '/data')).toMatch(says);
});
