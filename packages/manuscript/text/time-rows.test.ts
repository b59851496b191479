import { expect, it } from 'vitest';
import { importTextFile } from './text-file.ts';
import { withoutTimes } from './time-rows.ts';

const read = (text: string) => importTextFile(Buffer.from(text), 'talk.txt');

it.each([
  ['alone', '0:00\nwelcome to harbour talk\n0:04\ntoday we talk about the light\n0:09\nit was a quiet life'],
  ['with hours', '00:00:00\nWelcome to it.\n\n00:00:04\nToday we talk.\n\n01:00:09\nIt was quiet.'],
  ['as ranges', '[00:00 - 00:04]\nWelcome to it.\n[00:04 - 00:09]\nToday we talk.\n[00:09 - 00:12]\nIt was quiet.'],
])('leaves out times %s, and reports them', (_, text) => {
  expect(read(text).text).not.toMatch(/\d/);
  expect(read(text).notices).toContainEqual({ kind: 'times', rows: 3 });
});

it.each([
  ['spoken', 'ADA: When?\n7:45\n\nTOM: And?\n8:15\n\nADA: Last?\n9:30'],
  ['headings', '6:00\n\nTom woke up.\n\n7:45\n\nHe went out.\n\n9:30\n\nHe came back.'],
  ['few', 'At the station:\n9:15\nHe waited.\nShe came.'],
  ['in any order', '9:15\nHe waited.\n8:10\nShe waited.\n10:00\nThey met.'],
  ['among many rows', `9:15\n9:30\n9:45\n${'He waited.\n'.repeat(20)}`],
])('keeps times that are %s', (_, text) => {
  expect(withoutTimes(text)).toEqual({ text, notices: [] });
});

it('keeps those beside names as directions', () => {
  expect(read('Ada Roper  00:00\nWelcome.\n\nTom Wu  00:04\nThanks.\n\nAda Roper  00:09\nSo.').text).toContain(
    'ADA ROPER: (00:00) Welcome.',
  );
});
