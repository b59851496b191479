// A report holds no key, no user id, no path of this machine, no name and no words of a script, wherever they lie.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
beforeEach(() => {
  workshop = new StudioWorkshop();
});
afterEach(() => workshop.clear());

const NAME = 'Muffins at Midnight';
const WORDS = ['Did you hear what I was playing', 'polite to listen', 'Second Act', 'for your sake'];

/** A project with an account in use, and everything that is private written into both logs. */
async function planted() {
  const studio = await workshop.openWith(EXCERPT, NAME);
  const read = (name: string) => JSON.parse(readFileSync(join(workshop.home, 'service', name), 'utf8'));
  const { key, user } = read('account.json') as { key: string; user: string };
  await studio.ask('connection.add', {
    name: 'Aunt Augusta Studios',
    baseUrl: read('running.json').address,
    userId: user,
    key,
    budget: { plan: 'growth', limits: {}, sharePercent: 50 },
    pricePerThousand: 0.2,
    currency: 'EUR',
    webhookUrl: 'https://hooks.augusta.example/t0ken',
    inDoubtPolicy: 'ask',
    keyStorage: 'file',
  });
  const project = await studio.ask('project.current', {});
  const path = project?.path ?? '';
  const rows = [
    `the key ${key} of ${user}`,
    `${homedir()}/secret-notes.txt could not be read, nor ${path}/project.db, nor ${workshop.home}/x`,
    ...WORDS.map((words) => `the service said: ${words}`),
    `${NAME} of Aunt Augusta Studios`,
    'a plain row',
  ].map((message) => JSON.stringify({ time: '2026-11-22T00:00:00.000Z', level: 'error', message }));
  mkdirSync(join(workshop.home, 'logs'), { recursive: true });
  for (const log of ['logs/lectern.log', 'service/service.log']) {
    appendFileSync(join(workshop.home, log), `${rows.join('\n')}\n`);
  }
  const secrets = [
    key,
    user,
    path,
    workshop.folder,
    homedir(),
    NAME,
    'Aunt Augusta Studios',
    'augusta.example',
    ...WORDS,
  ];
  return { studio, secrets };
}

it('holds nothing that is private', async () => {
  const { studio, secrets } = await planted();
  const { text, words } = await studio.ask('report.make', {
    about: [{ name: 'version', value: '1.2.3' }],
    lineId: null,
  });
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  expect(words).toBeNull();
});

it('tells how things stand all the same', async () => {
  const { studio } = await planted();
  const { text } = await studio.ask('report.make', { about: [{ name: 'version', value: '1.2.3' }], lineId: null });
  expect(text).toContain('version: 1.2.3');
  expect(text).toContain('account, in use, ready, plan growth, share 50 %');
  expect(text).toMatch(/user us•••\S\S/);
  expect(text).toContain('lines: 6');
  expect(text).toContain('a plain row');
  expect(text).toContain('[a row that holds words of the script]');
  expect(text).toContain('[project]');
});

it('holds the words of one line where the producer wants that, and says which', async () => {
  const { studio, secrets } = await planted();
  const [chapter] = await studio.ask('project.chapters', {});
  const [, line] = await studio.ask('script.chapterBriefs', { chapterId: chapter?.id ?? null });
  const lineId = line?.id ?? 0;
  const { text, words } = await studio.ask('report.make', { about: [], lineId });
  expect(words).not.toBeNull();
  expect(text.endsWith(`put in by the producer\n${words}\n`)).toBe(true);
  const rest = text.replace(words ?? '', '');
  expect(secrets.filter((secret) => rest.includes(secret))).toEqual([]);
});
