// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HardWordsReply, RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { applyRuleChange } from '../../../shared/rules/cast/rule-changes.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { PronunciationPanel } from './pronunciation-panel.tsx';

type Word = HardWordsReply['words'][number];

const word = (kind: Word['kind'], text: string, more: Partial<Word> = {}): Word => ({
  kind,
  word: text,
  reason: kind === 'number' ? 'year' : 'capitals',
  count: 3,
  lineIds: [12, 14],
  role: 'LANE',
  before: 'I saw ',
  after: ' today.',
  readAs: null,
  label: 'First Act · line 1.2',
  ...more,
});

const WORDS = [
  word('name', 'Dunmore'),
  word('name', 'Tarnsby', { after: ' and left.' }),
  word('number', '1984', { readAs: 'nineteen eighty four' }),
];

const NO_LINES = { lines: 0, firstLineId: null };
const NO_EFFECT: RulesPreview = {
  ...{ changed: 0, turnStale: 0, comeBack: 0, characters: 0, price: null },
  ...{ examples: [], linesOfRules: [], changedAgain: [], overflows: [] },
  ...{ silenced: NO_LINES, prefixed: NO_LINES, tooLong: NO_LINES },
};

let fineWords: string[];
let rules: readonly PronunciationRule[];
let listed: () => HardWordsReply;
let panel: Rendered;

const answers = () => ({
  'project.current': () => ({ id: 'p', path: '/p', settings: { fineWords } }) as never,
  'project.roles': () => [],
  'pronunciation.rules': () => [...rules],
  'pronunciation.preview': () => NO_EFFECT,
  'pronunciation.hardWords': () => listed(),
  'pronunciation.setFine'({ words, fine }: { words: string[]; fine: boolean }) {
    fineWords = fine ? [...fineWords, ...words] : fineWords.filter((one) => !words.includes(one));
    return { step: '01' };
  },
  'pronunciation.change'({ change }: { change: Parameters<typeof applyRuleChange>[1] }) {
    rules = applyRuleChange(rules, change) ?? rules;
    return { step: '02', rules: [...rules] };
  },
  'audition.start': () => ({ auditionId: 'a', contentType: 'audio/mpeg', characters: 20 }),
});

async function open(): Promise<void> {
  panel = await render(<PronunciationPanel />, answers());
  await panel.click('radio', 'Hard words');
}

beforeEach(() => {
  fineWords = [];
  rules = [];
  listed = () => ({ words: WORDS, leftOut: 0 });
});
afterEach(() => panel.remove());

const names = () => panel.texts('[role="gridcell"] b');
const selected = () => document.querySelector('[role="row"][aria-selected="true"] b')?.textContent;
const focus = () => panel.act(() => panel.get('grid', 'Hard words').focus());
/** Tells the window that the project's settings have changed. */
const emitSummary = () => panel.emit('project-changed', { project: answers()['project.current']() });

describe('the table of hard words', () => {
  it('shows each word with how it is read, and filters by kind and text', async () => {
    await open();
    expect(names()).toEqual(['Dunmore', 'Tarnsby', '1984']);
    expect(panel.text).toContain('read as nineteen eighty four');
    expect(panel.text).toContain('0 of 3 checked');
    await panel.fill('searchbox', 'Search words and sentences', 'left');
    expect(names()).toEqual(['Tarnsby']);
    await panel.fill('searchbox', 'Search words and sentences', 'xyz');
    expect(panel.text).toContain('No matching words');
  });

  it('can be used with the keyboard alone: play, mark and leave', async () => {
    await open();
    await focus();
    await panel.press(' ');
    expect(panel.requests('audition.start')).toEqual([{ text: 'I saw Dunmore today.', role: 'LANE', lineId: 12 }]);
    await panel.press('f');
    expect(panel.requests('pronunciation.setFine')).toEqual([{ words: ['Dunmore'], fine: true }]);
    expect(selected()).toBe('Tarnsby');
    await emitSummary();
    expect(panel.text).toContain('1 of 3 checked');
    await panel.click('checkbox', 'Unchecked only');
    expect(names()).toEqual(['Tarnsby', '1984']);
  });

  it('a word is corrected in the rule editor, and the focus returns to the table', async () => {
    await open();
    await focus();
    await panel.press('Enter');
    expect(panel.get('textbox', 'Written').value).toBe('Dunmore');
    await panel.fill('textbox', 'Spoken', 'Dun-more');
    panel.get('textbox', 'Spoken').focus();
    await panel.press('Enter');
    expect(rules).toMatchObject([{ from: 'Dunmore', to: 'Dun-more', matchCase: true }]);
    expect(document.activeElement === panel.get('grid', 'Hard words')).toBe(true);
    expect(panel.text).toContain('1 of 3 checked');
    await panel.press('Enter');
    expect(panel.get('textbox', 'Spoken').value).toBe('Dun-more');
  });

  it('says that there are none, or why the script can’t be read', async () => {
    listed = () => ({ words: [], leftOut: 0 });
    await open();
    expect(panel.text).toContain('No hard words');
    await panel.remove();
    listed = () => {
      return failWith('pronunciation.hardWords', { kind: 'internal', id: 'x1' });
    };
    await open();
    expect(panel.all('alert')).toHaveLength(1);
  });
});
