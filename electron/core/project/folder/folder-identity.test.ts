// A folder that is moved on its drive keeps its database file; a copy has another one.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workshop } from '../testing/test-project.ts';

let workshop: Workshop;

beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const how = (name: string): object => {
  const project = workshop.open(name);
  const { moved, copied } = project.info();
  project.close();
  return { moved, copied };
};

it('tells a folder that was renamed from a copy, whether or not the original is still there', () => {
  workshop.create().close();
  cpSync(workshop.path(), workshop.path('Copy.lectern'), { recursive: true });
  expect(how('Copy.lectern')).toEqual({ moved: true, copied: true });
  renameSync(workshop.path(), workshop.path('Renamed.lectern'));
  expect(how('Renamed.lectern')).toEqual({ moved: true, copied: false });
  rmSync(workshop.path('Renamed.lectern'), { recursive: true });
  cpSync(workshop.path('Copy.lectern'), workshop.path('Second.lectern'), { recursive: true });
  expect(how('Second.lectern')).toEqual({ moved: true, copied: true });
});

it('takes a copy for the project once its place is confirmed, and the original stays what it was', () => {
  workshop.create().close();
  cpSync(workshop.path(), workshop.path('Copy.lectern'), { recursive: true });
  const copy = workshop.open('Copy.lectern');
  copy.confirmPlace();
  copy.close();
  expect(how('Copy.lectern')).toEqual({ moved: false, copied: false });
  expect(how('Play.lectern')).toEqual({ moved: false, copied: false });
});
