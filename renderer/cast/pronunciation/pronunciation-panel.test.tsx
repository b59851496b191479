// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { LineDetail } from '../../../shared/ipc/script-requests.ts';
import { applyRuleChange, type RuleChange, type Rules } from '../../../shared/rules/cast/rule-changes.ts';
import { type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { usePlayer } from '../../ui/sound/player-store.ts';
import { clearNotices, noticeTexts, pressInNotice, ShownNotices } from '../../ui/testing/shown-notices.tsx';
import { typeInto } from '../../ui/testing/type-into.ts';
import { forgetSteps } from '../../ui/undo-history.ts';
import { useView } from '../../ui/view-store.ts';
import { PronunciationPanel } from './pronunciation-panel.tsx';
import { EMPTY_RULE } from './rule-rows.tsx';

const rule = (from: string, to: string) => ({ ...EMPTY_RULE, from, to });
const EXAMPLE: RulesPreview['examples'][number] = {
  lineId: 12,
  label: 'First Act · line 1.2',
  role: 'ALGERNON',
  before: [{ text: 'Lane', marked: true }],
  after: [{ text: 'Layn', marked: true }],
  turns: 'stale',
  silent: false,
  overflows: false,
};
const NO_LINES = { lines: 0, firstLineId: null };
const NOTHING: RulesPreview = {
  changed: 0,
  turnStale: 0,
  comeBack: 0,
  characters: 0,
  price: null,
  examples: [],
  linesOfRules: [],
  changedAgain: [],
  silenced: NO_LINES,
  prefixed: NO_LINES,
  tooLong: NO_LINES,
  overflows: [],
};
const INITIAL_VIEW = useView.getInitialState();
const INITIAL_PLAYER = usePlayer.getInitialState();

/** The saved rules, and what they were before each undo step. */
let saved: Rules;
let before: Map<string, Rules>;
let preview: RulesPreview;
let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;

/** Lets pending requests be answered and rendered. */
const pass = (milliseconds = 1) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Lets debounced requests start as well. */
async function settle(): Promise<void> {
  await pass(300);
  await pass();
}

const savedRules = () => saved.map(({ from, to }) => `${from} → ${to}`);
const asked = (channel: string) => bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input);
const list = () => box.querySelector<HTMLElement>('[role="listbox"]');
const chosen = () => box.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? '';

function field(label: string): HTMLInputElement {
  const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const input = found && box.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
  if (!input) throw new Error(`there is no ${label}`);
  return input;
}
function button(label: string): HTMLElement {
  const all = [...box.querySelectorAll<HTMLElement>('button')];
  const found = all.find((one) => one.textContent === label || one.getAttribute('aria-label') === label);
  if (!found) throw new Error(`there is no ${label}`);
  return found;
}
async function press(label: string): Promise<void> {
  await act(async () => button(label).click());
  await pass();
}
async function key(target: Element | null, name: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })),
  );
  await pass();
}
async function fill(from: string, to: string): Promise<void> {
  await typeInto(field('Written'), from);
  await typeInto(field('Spoken'), to);
  await settle();
}

/** Opens the panel of a project with these rules. */
async function open(rules: Rules): Promise<void> {
  saved = rules;
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <PronunciationPanel />
          <ShownNotices />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  before = new Map();
  preview = NOTHING;
  bridge = installFakeBridge({
    'pronunciation.rules': () => [...saved],
    'pronunciation.change'({ change }: { change: RuleChange }) {
      const step = `step ${before.size}`;
      before.set(step, saved);
      saved = applyRuleChange(saved, change) ?? saved;
      return { step, rules: [...saved] };
    },
    'pronunciation.preview': () => preview,
    'undo.undo'({ step }) {
      saved = before.get(step) ?? saved;
      return { redo: true };
    },
    'project.roles': () => [],
    'line.detail': () => ({ chapterId: 7 }) as LineDetail,
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});

afterEach(async () => {
  await clearNotices();
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  forgetSteps();
  useView.setState(INITIAL_VIEW, true);
  usePlayer.setState(INITIAL_PLAYER, true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a rule that is typed', () => {
  it('shows what saving it would do, and is saved when that is asked for', async () => {
    await open([]);
    expect(box.textContent).toContain('No rules yet');
    preview = { ...NOTHING, changed: 3, turnStale: 3, characters: 60, examples: [EXAMPLE], linesOfRules: [3] };
    await fill('lane', 'Layn');
    expect(asked('pronunciation.preview').at(-1)).toEqual({ rules: [rule('lane', 'Layn')] });
    expect(box.querySelector('[role="status"]')?.textContent).toBe('Saving will change 3 lines: 3 become stale.');
    expect(box.textContent).toContain('Cost to render');
    expect(box.querySelector('li del')?.textContent).toBe('Lane');
    expect(box.querySelector('li ins')?.textContent).toBe('Layn');
    expect(savedRules()).toEqual([]);
    await press('Add rule');
    expect(savedRules()).toEqual(['lane → Layn']);
  });

  it('says which lines would have their takes back', async () => {
    await open([rule('lane', 'Layn')]);
    preview = { ...NOTHING, changed: 3, comeBack: 3, linesOfRules: [3] };
    await typeInto(field('Spoken'), 'Lane');
    await settle();
    expect(box.querySelector('[role="status"]')?.textContent).toBe(
      'Saving will change 3 lines: 3 get their takes back.',
    );
  });

  it('is dropped by Revert', async () => {
    await open([rule('lane', 'Layn')]);
    await typeInto(field('Spoken'), 'Lane');
    await press('Revert');
    expect(field('Spoken').value).toBe('Layn');
    expect(asked('pronunciation.change')).toEqual([]);
  });

  it('warns of other rules, of names that mark who speaks, and of lines with nothing left to speak', async () => {
    const form = () => box.querySelector('form')?.textContent;
    preview = { ...NOTHING, linesOfRules: [3, 3], changedAgain: [{ earlier: 0, later: 1, lines: 3 }] };
    await open([rule('Lane', 'Mister Lane'), rule('Mister', 'Sir')]);
    expect(form()).toContain('Rule 2, “Mister” → “Sir”, changes its result again in 3 lines.');
    await key(list(), 'ArrowDown');
    expect(form()).toContain('It changes the result of rule 1, “Lane” → “Mister Lane”, in 3 lines.');
    preview = { ...NOTHING, linesOfRules: [3, 3, 0], silenced: { lines: 1, firstLineId: 12 } };
    await press('New rule');
    await fill('ALGERNON:', '');
    expect(form()).toContain('Role names before a colon are never changed');
    const alert = [...box.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
    expect(alert).toEqual([expect.stringContaining('1 line would have nothing left to speak.')]);
  });
});

describe('by keyboard alone', () => {
  /** The field whose text was selected last. Browsers focus it then; happy-dom doesn't. */
  let selected: unknown;
  const isSelected = (input: HTMLInputElement) => selected === input;

  beforeEach(() => {
    vi.spyOn(HTMLInputElement.prototype, 'select').mockImplementation(function select(this: HTMLInputElement) {
      selected = this;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('rules are added by Enter', async () => {
    await open([]);
    for (const [from, to] of [
      ['Ernest', 'Urnest'],
      ['sir', 'sah'],
    ] as const) {
      await press('New rule');
      expect(isSelected(field('Written'))).toBe(true);
      await fill(from, to);
      await key(field('Spoken'), 'Enter');
    }
    expect(savedRules()).toEqual(['Ernest → Urnest', 'sir → sah']);
  });

  it('rules are chosen, moved and deleted in the list', async () => {
    await open([rule('Ernest', 'Urnest'), rule('sir', 'sah'), rule('Lane', 'Layn')]);
    await key(list(), 'End');
    expect(chosen()).toContain('Lane');
    await key(list(), 'ArrowUp', { altKey: true });
    await key(list(), 'ArrowUp', { altKey: true });
    expect(savedRules()).toEqual(['Lane → Layn', 'Ernest → Urnest', 'sir → sah']);
    expect(chosen()).toContain('Lane');
    await key(list(), 'ArrowDown', { altKey: true });
    expect(savedRules()).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
    await key(list(), 'Home');
    await key(list(), 'Delete');
    expect(savedRules()).toEqual(['Lane → Layn', 'sir → sah']);
    await pressInNotice('Undo');
    await settle();
    expect(savedRules()).toEqual(['Ernest → Urnest', 'Lane → Layn', 'sir → sah']);
  });

  it('Enter edits the chosen rule, and Escape goes back to the list', async () => {
    await open([rule('Ernest', 'Urnest'), rule('sir', 'sah')]);
    await key(list(), 'Enter');
    expect(isSelected(field('Written'))).toBe(true);
    await typeInto(field('Written'), 'Earnest');
    await key(field('Written'), 'Escape');
    expect(document.activeElement === list()).toBe(true);
    expect(field('Written').value).toBe('Ernest');
    expect(asked('pronunciation.change')).toEqual([]);
  });
});

describe('a line that changes', () => {
  const second = { ...EXAMPLE, lineId: 14, label: 'First Act · line 1.4' };

  beforeEach(async () => {
    preview = { ...NOTHING, changed: 2, turnStale: 2, examples: [EXAMPLE, second], linesOfRules: [2] };
    bridge.answer({
      'pronunciation.audition': () => ({ auditionId: 'a', contentType: 'audio/mpeg', characters: 9 }),
    });
    await open([]);
    await fill('Lane', 'Elaine Lane');
  });

  it('is heard as it would be spoken, before the rule is saved', async () => {
    await press('Preview First Act · line 1.4 with this rule');
    expect(asked('pronunciation.audition')).toEqual([{ lineId: 14, rules: [rule('Lane', 'Elaine Lane')] }]);
    expect(usePlayer.getState().track).toMatchObject({ source: { kind: 'audition', auditionId: 'a' } });
    expect(savedRules()).toEqual([]);
  });

  it('is reached by the arrow keys, and shown in the script', async () => {
    const jump = (label: string) => button(label);
    jump(EXAMPLE.label).focus();
    await key(jump(EXAMPLE.label), 'ArrowDown');
    expect(document.activeElement === jump(second.label)).toBe(true);
    await press(second.label);
    expect(useView.getState()).toMatchObject({ screen: 'script', chapterId: 7, selectedLineId: 14 });
  });
});

describe('a table of rules', () => {
  it('is imported, and says which row was left out', async () => {
    await open([]);
    const rules = [rule('Ernest', 'Urnest'), rule('sir', 'sah')];
    bridge.answer({
      'pronunciation.readTable': () => ({ rules, refused: [{ row: 5, reason: 'no-words' }], noColumns: false }),
    });
    const input = box.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('there is no field for a file');
    const file = new File(['from,to\n'], 'rules.csv', { type: 'text/csv' });
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
    await settle();
    expect(asked('pronunciation.readTable')).toEqual([{ text: 'from,to\n' }]);
    expect(savedRules()).toEqual(['Ernest → Urnest', 'sir → sah']);
    expect(noticeTexts()).toContain('Skipped 1 row in rules.csv. Row 5: “from” is empty.');
  });

  it('is exported to a file that is chosen', async () => {
    await open([rule('Ernest', 'Urnest')]);
    bridge.answer({
      'pronunciation.table': () => ({ text: 'from,to\nErnest,Urnest\n' }),
      'dialog.saveText': () => ({ path: '/tmp/rules.csv' }),
    });
    await press('Export…');
    expect(asked('dialog.saveText')).toEqual([
      { name: expect.stringContaining('.csv'), text: 'from,to\nErnest,Urnest\n' },
    ]);
    expect(noticeTexts()).toContain('Rules saved to /tmp/rules.csv.');
  });
});
