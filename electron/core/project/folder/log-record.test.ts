// The log is only looked at: asking how far it has got must not copy it into the database file.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workshop } from '../testing/test-project.ts';
import { framesInLog } from './log-record.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

it('counts the frames of a log, and copies none of them', () => {
  const project = workshop.create();
  project.rename('First');
  const path = `${project.dir}/project.db`;
  const before = statSync(path).mtimeMs;
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    const frames = framesInLog(reader);
    project.rename('Second');
    expect(framesInLog(reader)).toBeGreaterThan(frames);
    expect(reader.prepare('PRAGMA wal_checkpoint(NOOP)').get()).toMatchObject({ busy: 0, checkpointed: 0 });
  } finally {
    reader.close();
  }
  expect(statSync(path).mtimeMs).toBe(before);
});
