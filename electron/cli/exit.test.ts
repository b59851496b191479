import { expect, it } from 'vitest';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { CliError, sentenceFor } from './exit.ts';

it('says on one row what a service or a folder would turn or break', () => {
  expect(sentenceFor(new CliError('It said: \x1b[2Jno\u202eon\r\nlectern: Done.'))).toBe(
    'It said: noon lectern: Done.',
  );
  const path = '/a\nlectern: Done.\u202e';
  expect(sentenceFor(new ProjectError({ kind: 'not-found', path }))).toMatch(
    /^There is no project at \/a lectern: Done\.\. Check/,
  );
});

it.each([
  [{ code: 'ENOENT', syscall: 'uv_cwd' }, /^The current folder was deleted: /],
  [{ code: 'ENOENT', syscall: 'open', path: '/a/b' }, /^\/a\/b doesn’t exist: /],
  [{ code: 'EISDIR', syscall: 'open', path: '/a' }, /^\/a is a folder: /],
  [{ code: 'ELOOP', syscall: 'open', path: '/a' }, /^\/a can’t be used \(ELOOP\): /],
])('says in a sentence what the system refuses: %o', (facts, says) => {
  expect(sentenceFor(Object.assign(new Error('raw: it failed'), facts))).toMatch(says);
});

it('keeps the rows of a defect, and nothing else of it that moves the cursor', () => {
  const error = new Error('boom \x1b[2J');
  error.stack = 'Error: boom \x1b[2J\n    at a\x07 (b)';
  expect(sentenceFor(error)).toMatch(/Please report this:\nError: boom \n {4}at a \(b\)$/);
});
