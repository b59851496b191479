import { describe, expect, it } from 'vitest';
import { type BridgeError, REFUSED_VALUES, refusedValueSchema } from '../../../shared/ipc/envelope.ts';
import { FILE_TYPES } from '../../../shared/model/file-types.ts';
import { backupName } from '../../../shared/rules/backup-names.ts';
import { describeError } from './errors.ts';

const ERRORS: readonly BridgeError[] = [
  { kind: 'malformed-request', fields: ['text'] },
  { kind: 'forbidden' },
  { kind: 'no-project' },
  { kind: 'not-found', what: 'take' },
  { kind: 'project', problem: { kind: 'in-use', path: '/a/b.lectern' } },
  { kind: 'import', file: 'a.pdf', problem: 'binary' },
  { kind: 'import', file: 'a.doc', problem: 'wrong-file', type: 'word-97' },
  { kind: 'recording', problem: { kind: 'language', language: 'galician' } },
  { kind: 'service', failure: { kind: 'unauthorized', status: 401, message: null, errorId: null } },
  {
    kind: 'model',
    failure: { kind: 'refused', status: 400, message: 'Bad.', origin: 'https://model.example' },
  },
  { kind: 'local-service', problem: { kind: 'no-answer' } },
  { kind: 'key-needed', connectionId: 'c', connectionName: 'Studio' },
  { kind: 'keychain-unavailable' },
  { kind: 'other-connection', projectOrigin: 'local', connectedOrigin: 'https://tts.example.com' },
  { kind: 'no-connection' },
  { kind: 'stale-document' },
  { kind: 'invalid', field: 'note', reason: 'long-note' },
  { kind: 'busy', what: 'run' },
  { kind: 'export', problem: { kind: 'read-only', path: '/out', because: 'drive' } },
  { kind: 'data-folder', problem: { kind: 'key-file', path: '/data/keys', code: 'EROFS' } },
  { kind: 'cancelled' },
  { kind: 'studio-gone' },
  { kind: 'internal', id: 'e-17' },
];

describe('the words for an error', () => {
  it.each(ERRORS)('say what happened and what to do: $kind', (error) => {
    const { title, detail } = describeError(error);
    expect(title).toMatch(/^[A-Z“].{5,60}[^.]$/);
    expect(detail).toMatch(/\S/);
    expect(`${title} ${detail}`).not.toMatch(/undefined|null|\[object/);
  });

  it('name the place', () => {
    expect(describeError({ kind: 'project', problem: { kind: 'in-use', path: '/a/b.lectern' } }).detail).toContain(
      '/a/b.lectern',
    );
    expect(describeError({ kind: 'import', file: 'a.pdf', problem: 'binary' }).title).toContain('a.pdf');
    expect(describeError({ kind: 'internal', id: 'e-17' }).detail).toContain('e-17');
  });

  it('name the type of a file that isn’t a manuscript, and what to do', () => {
    expect(describeError({ kind: 'import', file: 'a.docx', problem: 'wrong-file', type: 'word-97' })).toEqual({
      title: '“a.docx” can’t be imported',
      detail: 'It’s an old Word document (.doc). Lectern can’t open it. In Word, save it as .docx.',
    });
    for (const type of FILE_TYPES) {
      const { detail } = describeError({ kind: 'import', file: 'a', problem: 'wrong-file', type });
      expect(detail).toMatch(/^It’s an? .+\. [A-Z].+\.$/);
    }
  });

  it('name the format of a newer project', () => {
    const problem = { kind: 'newer', path: '/a', version: 999, supported: 12 } as const;
    const { title, detail } = describeError({ kind: 'project', problem });
    expect(title).toBe('This project needs a newer Lectern');
    expect(detail).toContain('format 999');
  });

  it('offer to try again when there is room on the disk', () => {
    expect(describeError({ kind: 'project', problem: { kind: 'disk-full', path: '/a' } })).toMatchObject({
      title: 'The disk is full',
      detail: 'There’s no space left for /a. Free some space, then try again.',
      action: 'retry',
    });
  });

  it('name the backup of a damaged project, or that there is none', () => {
    const damaged = (backup: string | null) =>
      describeError({ kind: 'project', problem: { kind: 'damaged', path: '/a', damage: { kind: 'empty' }, backup } })
        .detail;
    expect(damaged('/a/backups/1.db')).toContain('/a/backups/1.db');
    expect(damaged(null)).toContain('no backup');
  });

  it('offer to restore a backup, with its day and hour', () => {
    const words = (backup: string | null) =>
      describeError({ kind: 'project', problem: { kind: 'damaged', path: '/a', damage: { kind: 'empty' }, backup } });
    const at = new Date(2026, 10, 21, 9, 5).getTime();
    expect(words(`/a/backups/${backupName(at, 2)}`)).toMatchObject({
      action: 'restore-backup',
      actionLabel: 'Restore the backup from 21 Nov 2026, 09:05',
    });
    expect(words(null).action).toBeUndefined();
  });

  it('quote what the database said', () => {
    const damage = { kind: 'sqlite', message: 'file is not a database' } as const;
    const problem = { kind: 'damaged', path: '/a', damage, backup: null } as const;
    expect(describeError({ kind: 'project', problem }).detail).toContain(
      'can’t be read: file is not a database. Nothing was changed.',
    );
  });

  it('call the local service by its name', () => {
    const { detail } = describeError({
      kind: 'other-connection',
      projectOrigin: 'local',
      connectedOrigin: 'https://tts.example.com',
    });
    expect(detail).toContain('sent to the local service, but you’re now connected to https://tts.example.com');
  });
});

const EVERY = REFUSED_VALUES.flatMap(({ field, reasons }) =>
  reasons.map((reason) =>
    refusedValueSchema.parse({ kind: 'invalid', field, reason, problem: { kind: 'unknown-field', field: 'x' } }),
  ),
);

describe('the words for a value that was not taken', () => {
  it('are there for everything that is refused', () => {
    expect(EVERY.length).toBeGreaterThan(20);
    expect(new Set(EVERY.map(({ field }) => field))).toContain('place');
  });

  it.each(EVERY)('name no field and no reason by its code: $field, $reason', (value) => {
    const { title, detail } = describeError(value);
    expect(title).toMatch(/^[A-Z].{12,60}[^.]$/);
    expect(title).not.toBe('This can’t be taken');
    expect(detail).toMatch(/^[A-Z].*\.$/);
    for (const code of [value.field, value.reason].filter((name) => /[-A-Z]/.test(name))) {
      expect(`${title} ${detail}`).not.toContain(code);
    }
    expect(detail).not.toContain(`${value.field}: `);
  });

  it('say what is wrong with a template as the rules say it', () => {
    const value = { kind: 'invalid', field: 'template', reason: 'unusable', problem: { kind: 'empty' } } as const;
    expect(describeError(value).detail).toBe('The name template is empty. Add at least one field, such as {line}.');
  });
});
