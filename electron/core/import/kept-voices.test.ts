import { quotationsOf } from '@lectern/manuscript/speakers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { NO_CHOICES } from '../../../shared/model/speaker-choices.ts';
import { openProject } from '../project/project-folder.ts';
import { Workshop } from '../project/testing/test-project.ts';
import { BackgroundWork } from './background-work.ts';
import type { ImportContext } from './read-script.ts';

const NOVEL = `The lamp had gone out, and the two sat in the dark.

“Who is there?” asked Harold. He rose. “Come in,” said Harold.

“Only me,” answered Nora. “The wind took my hat,” she added. “It was a new hat,” said Nora.

“Sit by the fire,” said Harold.

“I knew it would blow,” a voice put in.

“You always know,” said Nora.

“Somebody must,” the voice went on.
`;

const VOICES = ['Ann', 'Bob', 'Cora', 'Dan', 'Eve', 'Fred'].map((name, at) => ({
  id: `s3://${name}`,
  name,
  gender: at % 2 === 0 ? 'female' : 'male',
  language: 'English',
}));
const context = (voices = VOICES): ImportContext => ({
  voices,
  outlook: null,
  pricePerThousand: null,
  currency: 'EUR',
  now: 1_000,
});
const BOOK: ImportChoices = { kind: 'prose', roles: null, merges: [], attribute: true };

let workshop: Workshop;
let work: BackgroundWork;
beforeEach(() => {
  workshop = new Workshop();
  work = new BackgroundWork({ clock: workshop.clock, random: workshop.random });
});
afterEach(() => workshop.clear());

const read = (): Promise<unknown> =>
  work.perform({
    kind: 'read-bytes',
    importId: 'novel',
    name: 'novel.txt',
    bytes: new TextEncoder().encode(NOVEL),
    importContext: context(),
  });
const preview = async (choices: ImportChoices, voices = VOICES): Promise<ImportPreview> => {
  const reply = await work.perform({ kind: 'preview', importId: 'novel', choices, importContext: context(voices) });
  if (reply === null || !('roles' in reply)) throw new Error('no preview');
  return reply;
};
const castOf = ({ roles }: ImportPreview) =>
  Object.fromEntries(roles.flatMap(({ name, isRole, voice }) => (isRole ? [[name, voice]] : [])));
/** Gives both quotations of the voice to a new role, which comes before the others in the cast. */
const confirmed = (role: string): ImportChoices => {
  const { quotations, passages } = quotationsOf(NOVEL);
  const said = quotations.filter(({ passage }) => / voice /.test(passages[passage] ?? ''));
  return { ...BOOK, speakers: { ...NO_CHOICES, said: Object.fromEntries(said.map(({ id }) => [id, role])) } };
};

it('keeps the voices that the producer has seen when speakers are confirmed, and reports the new ones', async () => {
  await read();
  const before = await preview(BOOK);
  expect(Object.keys(castOf(before)).sort()).toEqual(['Harold', 'NARRATOR', 'Nora']);
  const after = await preview(confirmed('Abel'));
  expect(castOf(after)).toMatchObject(castOf(before));
  expect(after.castChanges).toEqual([{ role: 'Abel', from: null, to: castOf(after).Abel }]);
  expect(castOf(await preview(BOOK))).toEqual(castOf(before));
});

it('keeps a role’s voice when the role is renamed or merged into a new name', async () => {
  await read();
  const before = castOf(await preview(BOOK));
  const renamed = await preview({ ...BOOK, speakers: { ...NO_CHOICES, names: [{ from: 'Nora', into: 'Norah' }] } });
  expect(castOf(renamed).Norah).toBe(before.Nora);
  expect(renamed.castChanges).toEqual([]);
});

it('reports a voice that is no longer available, and keeps the others', async () => {
  await read();
  const before = castOf(await preview(BOOK));
  const left = VOICES.filter(({ name }) => name !== before.Nora);
  const after = await preview({ ...BOOK, offered: [] }, left);
  expect(after.castChanges).toEqual([{ role: 'Nora', from: before.Nora, to: castOf(after).Nora }]);
  expect(castOf(after).Harold).toBe(before.Harold);
});

it('does not report a voice that the producer has chosen', async () => {
  await read();
  await preview(BOOK);
  const after = await preview({ ...BOOK, voices: [{ role: 'Nora', voice: 's3://Eve' }] });
  expect([castOf(after).Nora, after.castChanges]).toEqual(['Eve', []]);
});

it('creates the project with the voices of the preview', async () => {
  await read();
  await preview(BOOK);
  const choices = confirmed('Abel');
  const shown = await preview(choices);
  const dir = workshop.path('Novel.lectern');
  const connection = { origin: 'http://127.0.0.1:1', userId: 'user', name: 'test' };
  await work.perform({ kind: 'make', importId: 'novel', choices, dir, name: 'Novel', connection, voices: VOICES });
  const project = openProject(dir, { mode: 'read', clock: workshop.clock, random: workshop.random });
  const voices = new Map(VOICES.map(({ id, name }) => [id, name]));
  const cast = Object.fromEntries(project.cast.roles().map(({ name, voice }) => [name, voices.get(voice ?? '')]));
  project.close();
  expect(cast).toEqual(castOf(shown));
});
