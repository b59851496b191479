import { openScriptFile, openTextFile } from '@lectern/manuscript';
import { quotationsOf } from '@lectern/manuscript/speakers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SampleFile, sampleBytes } from '../../../e2e/support/texts.ts';
import { proseToScript } from '../../../packages/manuscript/sections/prose-text.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { save, Workshop } from '../project/testing/test-project.ts';
import { unspentBudget } from '../scheduler/forecast.ts';
import { createProjectFromScript } from './background-work.ts';
import { type ImportContext, readPart, readScript } from './read-script.ts';

const SCRIPT = `# The Play

## Act One

ALGERNON: Did you hear?

LANE: No, sir.

## Act Two

ALGERNON: One.
LANE: Two.
CECILY: Three.

GWENDOLEN: Four.

Nobody in particular.
`;

const VOICES = ['Ann', 'Bob', 'Cora', 'Dan', 'Eve'].map((name, at) => ({
  id: `s3://${name}`,
  name,
  gender: at % 2 === 0 ? 'female' : 'male',
  language: 'English',
}));
const CIRCUMSTANCES: ImportContext = {
  voices: VOICES,
  outlook: unspentBudget({ requests: 1, characters: 50_000 }),
  pricePerThousand: 0.5,
  currency: 'EUR',
  now: 1_000,
};

const read = (text: string, choices?: ImportChoices) =>
  readScript(openTextFile(new TextEncoder().encode(text), 'play.txt'), {
    importId: 'import',
    importContext: CIRCUMSTANCES,
    choices,
  });

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

it('foretells the lines and roles that the project will have, what can’t be rendered included', () => {
  const { preview, settings } = read(SCRIPT);
  const project = workshop.create('Play.lectern', settings);
  save(project, SCRIPT);
  const chapters = project.script.chapterProgress();
  expect(preview.lines).toBe(chapters.reduce((sum, { lines }) => sum + lines, 0));
  expect(preview.chapters.map(({ lines }) => lines)).toEqual(chapters.map(({ lines }) => lines));
  const roles = project.cast.summaries().filter(({ lines }) => lines > 0);
  expect(new Map(preview.roles.map(({ name, lines }) => [name, lines]))).toEqual(
    new Map(roles.map(({ role, lines }) => [role.name, lines])),
  );
  expect(preview.roles.map(({ name }) => name)).toContain('CECILY');
  expect(preview.warnings).toHaveLength(1);
});

it('tells price, speaking time, the time that it takes to send, and the default cast as the project will have it', () => {
  const script = read(`${'ANNA: Yes indeed.\n\nBEN: No, never.\n\n'.repeat(60)}`);
  const { preview } = script;
  expect(preview).toMatchObject({
    lines: 120,
    characters: 1_260,
    seconds: 84,
    price: { amount: 0.63, currency: 'EUR' },
  });
  // Three batches of fifty lines, one a minute.
  expect(preview.sendingMs).toBeGreaterThanOrEqual(120_000);
  expect(preview.sendingMs).toBeLessThan(125_000);
  const connection = { origin: 'local', userId: 'u' };
  const order = { dir: workshop.path('Made.lectern'), name: 'Made', connection, voices: VOICES };
  const project = createProjectFromScript(script, order, workshop);
  const cast = project.cast.roles().map(({ name, voice }) => [name, VOICES.find(({ id }) => id === voice)?.name]);
  project.close();
  expect(preview.roles.map(({ name, voice }) => [name, voice])).toEqual(cast);
});

it('says why each role is one, and each other name may be one', () => {
  const text = '@Dr. Wu: One.\n\nANN: Two.\n\nANN: Three.\n\nNote: Four.\n\nIt rained.\n';
  const features = { form: 'colon', capitals: true, times: 2, share: 0.8 };
  expect(read(text).preview.roles).toMatchObject([
    { name: 'ANN', isRole: true, evidence: { score: expect.any(Number), features } },
    { name: 'NARRATOR', evidence: null },
    { name: 'Dr. Wu', isRole: true, evidence: { stated: 'role-mark' } },
    { name: 'Note', isRole: false, evidence: { features: { ...features, capitals: false, times: 1 } } },
  ]);
});

it('is recomputed for each choice: other roles, one spelling, or prose', () => {
  const text = 'ANNABEL: One.\n\nANNABELL: Two.\n\nNOTE: Three.\n\nANNABEL: Four.\n';
  expect(read(text).preview.roles).toMatchObject([
    { name: 'ANNABEL', lines: 2, isRole: true, like: null },
    { name: 'ANNABELL', lines: 1, isRole: true, like: 'ANNABEL' },
    { name: 'NOTE', lines: 1, isRole: true },
  ]);
  const merges = [{ from: 'ANNABELL', into: 'ANNABEL' }];
  const chosen = read(text, { kind: 'script', roles: ['ANNABEL'], merges });
  expect(chosen.preview.roles).toMatchObject([
    { name: 'ANNABEL', lines: 3, isRole: true },
    { name: 'NARRATOR', lines: 1, isFixed: true },
    { name: 'NOTE', lines: 1, isRole: false, voice: null },
  ]);
  const prose = read(text, { kind: 'prose', roles: null, merges: [] });
  expect(prose.preview).toMatchObject({ kind: 'prose', lines: 4 });
  expect(prose.preview.roles.filter(({ isRole }) => isRole)).toMatchObject([{ name: 'NARRATOR', lines: 4 }]);
  expect(prose.settings).toMatchObject({ roleMarks: 'confirmed', confirmedRoles: [] });
});

it('offers names in ordinary case with their counts, and takes those that repeat', () => {
  const told = 'It rains.\n\n'.repeat(20);
  const { preview, settings } = read(`${told}Mara: Hello.\n\nTom: Who?\n\nMara: Me.\n\nLANE: Yes.\n`);
  expect(preview.roles.map(({ name, lines, isRole }) => [name, lines, isRole])).toEqual([
    ['NARRATOR', 21, true],
    ['Mara', 2, true],
    ['LANE', 1, true],
    ['Tom', 1, false],
  ]);
  expect(settings).toMatchObject({ roleMarks: 'capitals', confirmedRoles: ['Mara'] });
});

it('takes all names where most paragraphs begin with one, and leaves out who was unticked', () => {
  const text = '**Mara:** Hello.\n\nTom: Who?\n\n**MARA**: Me.\n\nLANE: Yes.\n';
  const roles = (choices?: ImportChoices) =>
    read(text, choices).preview.roles.map(({ name, lines, isRole }) => [name, lines, isRole]);
  expect(roles()).toEqual([
    ['MARA', 2, true],
    ['TOM', 1, true],
    ['LANE', 1, true],
  ]);
  expect(roles({ kind: 'script', roles: ['MARA', 'LANE'], merges: [] })).toEqual([
    ['MARA', 2, true],
    ['NARRATOR', 1, true],
    ['LANE', 1, true],
    ['TOM', 1, false],
  ]);
});

it('warns of what will not do as it stands', () => {
  const text = `ANNA: He said \uFFFD\uFFFD\u200B it.\n\nANNA: BEN: that was it, BEN: yes.\nBEN: No.\n\n${'Word '.repeat(900)}.\n`;
  const { warnings } = read(text).preview;
  expect(warnings).toEqual([
    { kind: 'odd-characters', characters: 2, codes: ['U+FFFD'] },
    { kind: 'prefix-in-words', dialogs: 1 },
    { kind: 'cut', paragraphs: 1, limit: 2_000 },
  ]);
});

it('gives quotations of a novel to those who say them, where that is chosen', () => {
  const novel =
    'CHAPTER I\n\n“Come in,” said Tom. “Sit down.”\n\n“Thank you,” Ann replied. She looked at Tom.\n\nTom: a portrait.\n';
  const plain = read(novel, { kind: 'prose', roles: null, merges: [] });
  expect(plain.preview.roles.map(({ name }) => name)).toEqual(['NARRATOR']);
  const { preview, paragraphs, settings } = read(novel, { kind: 'prose', roles: null, merges: [], attribute: true });
  expect(settings.confirmedRoles).toEqual(['Tom', 'Ann']);
  expect(preview.roles.map(({ name, lines }) => [name, lines])).toEqual([
    ['NARRATOR', 4],
    ['Tom', 2],
    ['Ann', 1],
  ]);
  const turns = paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.turns));
  expect(turns.at(-1)).toEqual({ role: null, text: 'Tom: a portrait.' });
  const merged = read(novel, { kind: 'prose', roles: [], merges: [], attribute: true });
  expect(merged.settings.confirmedRoles).toEqual(['Tom', 'Ann']);
});

it('uses the speakers that the producer chose, by the names they gave them', () => {
  const novel = 'CHAPTER I\n\n“Off,” said the Queen. “Now.”\n\nThe clock struck.\n\n“Who is there?”\n';
  const choices: ImportChoices = { kind: 'prose', roles: null, merges: [], attribute: true };
  const found = quotationsOf(proseToScript(novel).text).quotations;
  const said = { [found.at(-1)?.id ?? '']: 'Old porter' };
  const speakers = { said, names: [{ from: 'Queen', into: 'The Red Queen' }] };
  const { preview, settings, paragraphs } = read(novel, { ...choices, speakers });
  expect(preview.speech).toEqual({ quotations: 3, doubtful: 0, lost: 0 });
  expect(settings.confirmedRoles).toEqual(['The Red Queen', 'Old porter']);
  const turns = paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.turns));
  expect(turns).toEqual([
    { role: null, text: 'CHAPTER I' },
    { role: 'The Red Queen', text: '“Off,”' },
    { role: null, text: 'said the Queen.' },
    { role: 'The Red Queen', text: '“Now.”' },
    { role: null, text: 'The clock struck.' },
    { role: 'Old porter', text: '“Who is there?”' },
  ]);
});

describe('a published book', () => {
  const preview = async (file: SampleFile) =>
    readScript(await openScriptFile(sampleBytes(file), file), { importId: 'import', importContext: CIRCUMSTANCES })
      .preview;
  const roles = ({ roles: found }: Awaited<ReturnType<typeof preview>>) => found.filter(({ isRole }) => isRole).length;

  it('has chapters, a price and a sending time, without its licence', async () => {
    const alice = await preview('alice.txt');
    expect(alice.chapters).toHaveLength(12);
    expect(alice.notices.map(({ kind }) => kind)).toContain('licence');
    expect(alice.price?.amount).toBeCloseTo((alice.characters / 1_000) * 0.5, 2);
    expect(alice.characters).toBeGreaterThan(140_000);
    expect(alice.seconds / 3_600).toBeCloseTo(2.6, 0);
    expect(alice.sendingMs).toBeGreaterThan(60_000);
  });

  it('does not mistake capitals before a colon for roles in a novel', async () => {
    const novel = await preview('war-and-peace.txt');
    expect(novel.kind).toBe('prose');
    expect(novel.chapters.length).toBeGreaterThan(300);
    expect(roles(novel)).toBe(1);
  });

  it('has sections and roles if it is a play in an EPUB', async () => {
    const play = await preview('earnest.epub');
    expect(play.sections.length).toBeGreaterThan(1);
    expect(roles(play)).toBeGreaterThan(1);
  });
});

describe('the text of a part', () => {
  const source = () => openTextFile(new TextEncoder().encode(SCRIPT), 'play.txt');
  const choices: ImportChoices = { kind: 'script', roles: null, merges: [] };

  it('is shown as it will be read, with its roles', () => {
    const { paragraphs, isCut } = readPart(source(), { importId: 'i', choices, part: { of: 'chapter', index: 0 } });
    expect(isCut).toBe(false);
    expect(paragraphs.map(({ turns }) => turns.map(({ role, text }) => `${role}: ${text}`).join())).toEqual(
      expect.arrayContaining(['NARRATOR: Act One', 'ALGERNON: Did you hear?', 'LANE: No, sir.']),
    );
  });

  it('marks unspoken text, and stops after about 2,000 characters', () => {
    const long = `# Podcast\n\nAd break 1\n\n${'The tide is late again. '.repeat(60)}\n\n${'It rained. '.repeat(80)}\n\nMore.\n`;
    const opened = openTextFile(new TextEncoder().encode(long), 'tide.txt');
    const { paragraphs, isCut } = readPart(opened, { importId: 'i', choices, part: { of: 'chapter', index: 0 } });
    expect(paragraphs.map(({ kind, isSpoken }) => [kind, isSpoken])).toEqual([
      ['heading', false],
      ['direction', false],
      ['speech', true],
      ['speech', true],
    ]);
    expect(isCut).toBe(true);
  });
});
