import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { editDocument } from '../testing/test-script.ts';
import type { LoadedDocument } from './document-replies.ts';

const ONE = '## Act One\n\nALGERNON: Did you hear what I was playing, Lane?\n\nLANE: I did not listen, sir.\n\n';
const TWO = '## Act Two\n\nA garden at the Manor House.\n\nMISS PRISM: Cecily!\n';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, ONE + TWO);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const chapter = (title: string): number | null =>
  project.script.chapters().find((one) => one.title === title)?.id ?? null;
const open = (title: string): LoadedDocument => project.script.documents.open(chapter(title));

const editorOf = (document: LoadedDocument) => editDocument(project, document);
const lines = () => project.lines.states().map(({ id, text, state }) => ({ id, text, state }));
const idOf = (text: string) => lines().find((line) => line.text === text)?.id;

describe('which line is which, while a document is edited', () => {
  const deaf = 'I did not listen, sir.';
  const hear = 'Did you hear what I was playing, Lane?';

  it('a paragraph in front of which one is typed stays itself', () => {
    const [id, editor] = [idOf(deaf), editorOf(open('Act One'))];
    editor.type(editor.text.indexOf('LANE: I'), 'ALGERNON: Well?');
    editor.type(editor.text.indexOf('LANE: I'), '\n\n');
    expect(idOf(deaf)).toBe(id);
    expect(lines().find((line) => line.text === deaf)?.state).toBe('fresh');
  });

  it('so does one that never was rendered, with what its line sets', () => {
    const editor = editorOf(open('Act One'));
    editor.replace(deaf, 'I was away.');
    const id = idOf('I was away.') ?? 0;
    project.lines.setOverride(id, { speed: 1.5 });
    editor.type(editor.text.indexOf('LANE: I'), 'ALGERNON: Well?\n\n');
    expect(idOf('I was away.')).toBe(id);
    expect(project.lines.states({ ids: [id] })).toMatchObject([{ override: { speed: 1.5 } }]);
  });

  it('a paragraph that is cut here and pasted there takes its take along', () => {
    const [id, editor] = [idOf(hear), editorOf(open('Act One'))];
    const words = `ALGERNON: ${hear}\n\n`;
    editor.replace(words, '');
    editor.edit(editor.text.length, editor.text.length, words);
    expect(lines()[2]).toMatchObject({ id, text: hear, state: 'fresh' });
    editor.replace(words, '');
    const other = editorOf(open('Act Two'));
    other.edit(other.text.length, other.text.length, `\n${words}`);
    expect(idOf(hear)).toBe(id);
  });

  it('two that say nearly the same and change places stay themselves', () => {
    const editor = editorOf(open('Act One'));
    editor.replace(deaf, `${hear} I ask.`);
    castAll(project);
    giveTakes(project);
    const before = lines();
    const [first, second] = [`ALGERNON: ${hear}`, `LANE: ${hear} I ask.`];
    editor.replace(`${first}\n\n${second}`, `${second}\n\n${first}`);
    expect(lines().slice(1, 3)).toEqual([before[2], before[1]]);
  });

  it('of two that say the same, the one goes that was deleted', () => {
    const editor = editorOf(open('Act One'));
    editor.replace('\n\nLANE', `\n\nALGERNON: ${hear}\n\nLANE`);
    const twins = lines().filter(({ text }) => text === hear);
    expect(twins.map(({ state }) => state)).toEqual(['fresh', 'unrendered']);
    editor.replace(`ALGERNON: ${hear}\n\n`, '');
    expect(idOf(hear)).toBe(twins[1]?.id);
    const heading = '## Act One\n\n'.length;
    editor.edit(heading, heading, `ALGERNON: ${hear}\n\n`);
    expect(lines().filter(({ text }) => text === hear)).toEqual(twins);
  });
});
