// @vitest-environment happy-dom

import { quotationsOf } from '@lectern/manuscript/speakers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proseToScript } from '../../../packages/manuscript/sections/prose-text.ts';
import { speakerRequests } from '../../../shared/ipc/speaker-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { decisionsOf, useSpeakerDecisions } from './speaker-decisions.ts';
import { SpeakersScreen } from './speakers-screen.tsx';

const FILE = 'bennet.txt';
const NOVEL = `Chapter 1

The Queen and Miss Bennet came in with Jane Bennet. It was late, and it rained.

“Off,” said the Queen. “Now.”

“No,” said Jane Bennet.

“Why?”

“Because I say so,” said Miss Bennet. Jane Bennet laughed.

They went home, and the day went by without any talk. The night came, and it rained again.

Nothing happened. The rain went on.

The clock struck. The rain went on.

“Who is there?”

“It is late,” said somebody.

Chapter 2

“Well,” said the Queen.
`;

const BOOK = speakerRequests['speakers.list'].output.parse(quotationsOf(proseToScript(NOVEL).text));
const wordsOf = (id: string) => {
  const found = BOOK.quotations.find((quotation) => quotation.id === id);
  return found && (BOOK.passages[found.passage] ?? '').slice(found.start, found.end);
};

const CHOICES: ImportChoices = {
  kind: 'prose',
  roles: null,
  merges: [],
  attribute: true,
  speakers: { said: { earlier: 'Ann' }, names: [{ from: 'Ann', into: 'Anna' }] },
};

let screen: Rendered;
let went: string[];
beforeEach(async () => {
  went = [];
  screen = await render(
    <SpeakersScreen importId="import-1" file={FILE} choices={CHOICES} back={() => void went.push('back')} />,
    { 'speakers.list': () => BOOK },
  );
});
afterEach(async () => {
  await screen.remove();
  useSpeakerDecisions.getState().forget(FILE);
});

const list = () => {
  const found = document.querySelector<HTMLElement>('[role=listbox]');
  if (!found) throw new Error('there is no list');
  return found;
};
const row = (words: string) => screen.get('option', new RegExp(words));
const selected = () => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? '';
const told = () => [...document.querySelectorAll('[role=status]')].at(-1)?.textContent;
const doubtful = () => Number(/(\d+) uncertain left/.exec(document.body.textContent ?? '')?.[1] ?? 0);
const field = () => screen.get('textbox', 'Find or add a role');
/** The decisions: the words, and who says them. */
const said = () => Object.entries(decisionsOf(FILE).said).map(([id, role]) => [wordsOf(id), role]);
const role = (name: string) => new RegExp(`^${name}, \\d+ quotation`);

describe('the speakers of a book', () => {
  it('start at the first doubtful quotation, with the number left', () => {
    expect(doubtful()).toBe(BOOK.quotations.filter(({ isDoubtful }) => isDoubtful).length);
    expect(selected()).not.toBe('');
    expect(document.activeElement).toBe(list());
  });

  it('are requested without earlier decisions, which are applied here', () => {
    const speakers = { said: {}, names: [] };
    expect(screen.requests('speakers.list')).toEqual([{ importId: 'import-1', choices: { ...CHOICES, speakers } }]);
  });

  it('can be given a new name, with undo and redo', async () => {
    await screen.click('option', /Who is there/);
    const before = doubtful();
    await screen.fill('textbox', 'Find or add a role', 'Old porter');
    await screen.click('button', 'Add “Old porter”');
    expect(told()).toBe('1 quotation: Old porter.');
    expect(said()).toEqual([['“Who is there?”', 'Old porter']]);
    expect(row('Who is there').textContent).toContain('Old porter');
    expect(doubtful()).toBe(before - 1);
    await screen.click('button', 'Undo');
    expect(said()).toEqual([]);
    expect(row('Who is there').textContent).not.toContain('Old porter');
    await screen.click('button', 'Redo');
    expect(said()).toEqual([['“Who is there?”', 'Old porter']]);
  });

  it('can be set for everything the text attributes to one name', async () => {
    await screen.click('radio', /^All \(/);
    await screen.click('option', /described nearby.*“Off,”/);
    await screen.click('radio', 'All attributed to “Queen” in the text (3 quotations)');
    await screen.click('button', role('Jane Bennet'));
    expect(told()).toBe('3 quotations: Jane Bennet.');
    expect(said()).toEqual(['“Off,”', '“Now.”', '“Well,”'].map((words) => [words, 'Jane Bennet']));
    await screen.click('button', 'Undo');
    expect(row('“Well,”').textContent).toContain('Queen');
  });

  it('are merged when two names may be one person', async () => {
    expect(document.body.textContent).toContain(
      'Miss Bennet (1 quotation) may be the same as Jane Bennet. The surnames match, and the titles and first names don’t conflict.',
    );
    await screen.click('button', 'Merge');
    expect(screen.all('button', role('Miss Bennet'))).toEqual([]);
    expect(decisionsOf(FILE).names).toEqual([{ from: 'Miss Bennet', into: 'Jane Bennet' }]);
  });

  it('can be renamed, after showing how many quotations that changes', async () => {
    await screen.click('button', 'Rename Queen');
    const name = screen.get('textbox', 'New name');
    expect(name.value).toBe('Queen');
    await screen.fill('textbox', 'New name', 'Jane Bennet');
    expect(document.body.textContent).toContain('5 quotations move to Jane Bennet, and the roles are merged.');
    await screen.fill('textbox', 'New name', 'The Red Queen');
    expect(document.body.textContent).toContain('5 quotations change.');
    await screen.click('button', 'Rename');
    expect(told()).toBe('Queen is now The Red Queen.');
    expect(decisionsOf(FILE).names).toEqual([{ from: 'Queen', into: 'The Red Queen' }]);
    expect(screen.all('button', role('The Red Queen'))).toHaveLength(1);
  });

  it('refuse a name that no role can have', async () => {
    await screen.fill('textbox', 'Find or add a role', 'Who: me');
    expect(document.body.textContent).toContain('Invalid name.');
    expect(screen.all('button', /^Add/)).toEqual([]);
  });

  it('keep decisions when the screen closes', async () => {
    await screen.pressOn(list(), '0');
    await screen.click('button', 'Done');
    expect(went).toEqual(['back']);
    expect(Object.values(decisionsOf(FILE).said)).toEqual([null]);
  });
});

describe('the keys of the list', () => {
  it('choose a role by its number, the narrator, or the guess', async () => {
    const [first] = screen.all('button', /, \d+ quotation/);
    const name = first?.getAttribute('aria-label')?.split(',')[0] ?? '';
    await screen.pressOn(list(), '1');
    expect(told()).toContain(`${name}.`);
    await screen.press('0');
    expect(told()).toContain('Narrator.');
    expect(document.activeElement).toBe(list());
    const guess = /.*(?=\?)/.exec(selected())?.[0];
    await screen.press('Enter');
    expect(said().map(([, who]) => who)).toEqual([name, null, guess ?? null]);
  });

  it('move to the next quotation and back', async () => {
    await screen.pressOn(list(), 'f');
    const first = selected();
    await screen.press('j');
    expect(selected()).not.toBe(first);
    await screen.press('k');
    expect(selected()).toBe(first);
  });

  it('undo with U and Ctrl+Z, and redo with Ctrl+Shift+Z', async () => {
    await screen.pressOn(list(), '0');
    await screen.press('u');
    expect(said()).toEqual([]);
    await screen.pressOn(list(), 'Z', { ctrlKey: true, shiftKey: true });
    expect(said()).toHaveLength(1);
    await screen.pressOn(list(), 'z', { ctrlKey: true });
    expect(said()).toEqual([]);
  });

  it('return to the list after Escape and after a new name', async () => {
    await screen.pressOn(field(), 'Escape');
    expect(document.activeElement).toBe(list());
    await screen.press('n');
    await screen.fill('textbox', 'Find or add a role', 'A voice');
    await screen.pressOn(field(), 'Enter');
    expect(told()).toContain('A voice.');
    expect(document.activeElement).toBe(list());
  });

  it('find a role by part of its name', async () => {
    await screen.pressOn(list(), 'r');
    await screen.fill('textbox', 'Find or add a role', 'quee');
    await screen.pressOn(field(), 'Enter');
    expect(told()).toContain('Queen.');
  });

  it('widen what a choice applies to', async () => {
    await screen.pressOn(list(), 'f');
    await screen.click('option', /described nearby.*“Off,”/);
    const scope = () => screen.all('radio', /^(?:This|All attributed|All likely)/).find(({ checked }) => checked);
    const before = scope();
    await screen.pressOn(list(), 'a');
    expect(scope()).not.toBe(before);
  });
});
