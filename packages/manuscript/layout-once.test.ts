// The layout of a document is found once, however often the preview reads it with other choices.
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { applyChoices, joinScripts, openScriptFile, type ScriptSource } from './index.ts';
import { LaidOutText } from './layout/laid-out-text.ts';

const find = vi.spyOn(LaidOutText.prototype, 'find');
afterEach(() => find.mockClear());
afterAll(() => find.mockRestore());

const SPEECHES = [
  ['Mara', 'I *never* said that.'],
  ['Ivo', 'It was you.'],
  ['Mara', 'Oh?'],
  ['Ivo', 'Yes.'],
] as const;
const rows = (row: (name: string, words: string) => string): string =>
  SPEECHES.map(([name, words]) => row(name, words)).join('\n\n');
const page = (row: (name: string, words: string) => string): string =>
  `<h1>One</h1>${rows((name, words) => `<p>${row(name, words.replace(/\*(\w+)\*/, '<i>$1</i>'))}</p>`)}`;
const numbered = rows((name, words) => `${name}: ${words}`);

const SCRIPTS: readonly (readonly [file: string, content: string])[] = [
  ['dashes.txt', rows((name, words) => `${name} – ${words}`)],
  ['above.txt', rows((name, words) => `${name.toUpperCase()}\n${words}`)],
  ['numbered.txt', `Track 1\n\n${numbered}\n\nTrack 2\n\n${numbered}\n`],
  ['game.rpy', 'define e = Character("Eileen")\n\nlabel start:\n    e "Hello."\n    e "Bye."\n'],
  ['bold.md', rows((name, words) => `**${name}:** ${words}`)],
  ['numbered.md', `Track 1\n\n${numbered}\n\nTrack 2\n\n${numbered}\n`],
  ['dashes.html', page((name, words) => `<b>${name}</b> – ${words}`)],
  ['above.html', page((name, words) => `${name.toUpperCase()}<br>${words}`)],
  ['italics.rtf', `{\\rtf1 ${rows((name, words) => `${name}: ${words.replace(/\*(\w+)\*/, '{\\i $1}')}\\par`)}}`],
];

/** Reads a source as a preview does: as it stands, and after choices about roles, voices and emphasis. */
function preview(source: ScriptSource): void {
  for (const choices of [undefined, {}, { emphasis: false }, { emphasis: true }]) {
    const { document, kind } = source.as(source.detected, choices);
    for (const roles of [null, ['MARA'], []]) applyChoices(document, { kind, roles, merges: [] });
  }
}

it.each(SCRIPTS)('%s is laid out once', async (file, content) => {
  const source = await openScriptFile(Buffer.from(content), file);
  expect(source.detected).toBe('script');
  preview(source);
  expect(find).toHaveBeenCalledTimes(1);
});

it.each(SCRIPTS)('%s is laid out once, though it is read as prose, and as a script again', async (file, content) => {
  const source = await openScriptFile(Buffer.from(content), file);
  for (const kind of ['script', 'prose', 'script'] as const) source.as(kind);
  expect(find).toHaveBeenCalledTimes(1);
});

it('files that are joined are each laid out once', async () => {
  const sources = await Promise.all(SCRIPTS.map(([file, content]) => openScriptFile(Buffer.from(content), file)));
  const book = joinScripts(sources);
  preview(book);
  const { sections } = book.as('script');
  for (let leftOut = 0; leftOut < sections.length; leftOut += 1)
    book.as('script', { sections: sections.map((_, at) => at !== leftOut) });
  expect(find).toHaveBeenCalledTimes(SCRIPTS.length);
});

it('a screenplay that states its roles is not laid out', async () => {
  const source = await openScriptFile(Buffer.from('MARA\nThe lamp is out.\n\nIVO\nSo it is.\n'), 'play.fountain');
  preview(source);
  expect(find).not.toHaveBeenCalled();
});

const TOLD = 'It was the best of times, and it was the worst of them all, as she used to say of that year.\n\n';
const NOVEL = `# Chapter 1\n\n${TOLD.repeat(40)}`;

it.each(['novel.txt', 'novel.md'])('%s is laid out at most once', async (file) => {
  const source = await openScriptFile(Buffer.from(NOVEL), file);
  preview(source);
  expect(find.mock.calls.length).toBeLessThanOrEqual(1);
});

it('a novel is laid out at most once, though its producer takes it for a script', async () => {
  const source = await openScriptFile(Buffer.from(NOVEL), 'novel.txt');
  for (const kind of ['prose', 'script', 'prose', 'script'] as const) source.as(kind);
  expect(find.mock.calls.length).toBeLessThanOrEqual(1);
});
