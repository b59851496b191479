// @vitest-environment happy-dom
import { undo } from '@codemirror/commands';

import { EditorView } from '@codemirror/view';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { connectCommands, runCommand, useCommandHandlers } from '../ui/commands.ts';
import { ContextMenu } from '../ui/overlays/context-menu.tsx';
import { clearNotices, noticeTexts, pressInNotice, ShownNotices } from '../ui/testing/shown-notices.tsx';
import { typeInto } from '../ui/testing/type-into.ts';
import { forgetSteps, UndoFailure, undoLatestStep } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { useFind } from './find/find-fields.tsx';
import { ScriptScreen } from './script-screen.tsx';
import { type FakeScript, fakeScript } from './testing/fake-script.ts';

const ACT = `# The Morning-Room

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNON: I’m sorry for that, for your sake.

LANE: Yes, sir.

`;
const GARDEN = `# The Garden

CECILY: But I don’t like German, Lane is not German.

LANE: Indeed, miss.
`;
const BOOK = `${ACT}${GARDEN}`;
const INITIAL_VIEW = useView.getInitialState();

let script: FakeScript;
let bridge: FakeBridge;
let client: QueryClient;
let root: Root;
let box: HTMLElement;

/** Lets debounced work start, and pending requests be answered and rendered. */
async function settle(): Promise<void> {
  for (const milliseconds of [300, 1]) await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
/** happy-dom dispatches `selectionchange` in the middle of an editor update; browsers do it afterwards. */
const withhold = (event: Event) => event.stopImmediatePropagation();

const editor = (): EditorView => {
  const found = EditorView.findFromDOM(box);
  if (!found) throw new Error('there is no editor');
  return found;
};

async function draw(screen: ReactNode): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          {screen}
          <ShownNotices />
          <ContextMenu />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.addEventListener('selectionchange', withhold, true);
  useView.setState({ ...INITIAL_VIEW, screen: 'script' }, true);
  useCommandHandlers.setState({ handlers: [] });
  useFind.setState(useFind.getInitialState(), true);
  script = fakeScript([ACT, GARDEN]);
  bridge = installFakeBridge(script.answers);
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await draw(<ScriptScreen />);
});
afterEach(async () => {
  await clearNotices();
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  document.removeEventListener('selectionchange', withhold, true);
  forgetSteps();
  useView.setState(INITIAL_VIEW, true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether the editor has focus. */
const hasFocus = () => document.activeElement === editor().contentDOM;

const textOf = () => editor().state.doc.toString();

/** Selects these words, or puts the cursor after them. */
async function select(words: string, { cursor = false } = {}): Promise<void> {
  const from = textOf().indexOf(words);
  if (from < 0) throw new Error(`the text has no ${words}`);
  const to = from + words.length;
  await act(async () => editor().dispatch({ selection: { anchor: cursor ? to : from, head: to } }));
}

async function selectAll(): Promise<void> {
  await act(async () => editor().dispatch({ selection: { anchor: 0, head: textOf().length } }));
}

async function type(words: string): Promise<void> {
  await act(async () => editor().dispatch(editor().state.replaceSelection(words)));
  await settle();
}

async function give(command: Parameters<typeof runCommand>[0]): Promise<void> {
  await act(async () => runCommand(command));
  await settle();
}

async function undoInText(): Promise<void> {
  await act(async () => void undo(editor()));
  await settle();
}

it('runs a command whose key is pressed as soon as the editor gets focus', async () => {
  await draw(null);
  onTestFinished(connectCommands());
  const pressAtOnce = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches('.cm-content')) return;
    document.removeEventListener('focusin', pressAtOnce);
    const key = { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent('keydown', key));
  };
  document.addEventListener('focusin', pressAtOnce);
  await draw(<ScriptScreen />);
  expect(box.querySelector('search')).not.toBeNull();
});

it('shows in the gutter that an edited line is stale, and that undoing the edit makes it fresh again', async () => {
  const dots = () =>
    [...box.querySelectorAll('.script-dot')].map((dot) => dot.getAttribute('title')?.split(':')[0]).join(' ');
  expect(dots()).toBe('fresh fresh fresh fresh fresh');
  await select('for your sake.', { cursor: true });
  await type(' Really.');
  expect(dots()).toBe('fresh fresh fresh stale fresh');
  await undoInText();
  expect(dots()).toBe('fresh fresh fresh fresh fresh');
});

describe('grouping turns into dialogs', () => {
  it('joins two roles who speak in turn, and ungrouping separates them again', async () => {
    await selectAll();
    await give('script.group');
    expect(script.saved()).toContain('playing, Lane?\nLANE: I didn’t think it polite');
    expect(noticeTexts().at(-1)).toContain('Undo');
    await selectAll();
    await give('script.ungroup');
    expect(script.saved()).toBe(BOOK);
  });

  it('is one step of the text’s history', async () => {
    await selectAll();
    await give('script.group');
    await undoInText();
    expect(script.saved()).toBe(BOOK);
  });

  it('is undone by its notice', async () => {
    await selectAll();
    await give('script.group');
    await pressInNotice('Undo');
    await settle();
    expect(script.saved()).toBe(BOOK);
  });
});

describe('an audition', () => {
  const asked = () => bridge.calls.filter(({ channel }) => channel === 'audition.start').map(({ input }) => input);

  it('speaks the selection in the voice of its role', async () => {
    await select('your sake.');
    await give('script.audition');
    expect(asked()).toEqual([{ text: 'your sake.', role: 'ALGERNON', lineId: 103 }]);
  });

  it('speaks the line at the cursor when nothing is selected', async () => {
    await select('polite to', { cursor: true });
    await give('script.audition');
    expect(asked()).toEqual([{ text: 'I didn’t think it polite to listen, sir.', role: 'LANE', lineId: 102 }]);
  });
});

describe('find and replace', () => {
  const panel = (): HTMLElement => {
    const found = box.querySelector<HTMLElement>('search');
    if (!found) throw new Error('the panel is closed');
    return found;
  };
  const field = (label: string) => panel().querySelector(`[aria-label="${label}"]`) as HTMLInputElement;
  const button = (label: string) => {
    const all = [...panel().querySelectorAll<HTMLElement>('button')];
    const found = all.find((one) => one.textContent === label || one.getAttribute('aria-label') === label);
    if (!found) throw new Error(`there is no ${label}`);
    return found;
  };
  async function press(label: string): Promise<void> {
    await act(async () => button(label).click());
    await settle();
  }
  async function fill(label: string, text: string): Promise<void> {
    await typeInto(field(label), text);
    await settle();
  }
  const count = () => panel().querySelector('output')?.textContent;

  it('replaces in every chapter, and undoes all of it at once', async () => {
    await give('script.findAll');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Find');
    await fill('Find', 'LANE');
    expect(count()).toBe('5 found');
    await press('Match case');
    expect(count()).toBe('3 found');
    await fill('Replace with', 'MERRIMAN');
    await press('Replace 3 in script');
    expect(script.saved()).toContain('MERRIMAN: Indeed, miss.');
    expect(script.saved()).not.toContain('LANE');
    await pressInNotice('Undo all');
    await settle();
    expect(script.saved()).toBe(BOOK);
  });

  it('replaces in this chapter alone, and undoes it by the notice', async () => {
    await give('script.find');
    await fill('Find', 'Lane');
    await fill('Replace with', 'MERRIMAN');
    await press('Replace all');
    expect(script.saved()).toBe(ACT.replaceAll(/lane/gi, 'MERRIMAN') + GARDEN);
    expect(noticeTexts().at(-1)).toContain('Replaced 3 matches in this chapter.');
    await pressInNotice('Undo');
    await settle();
    expect(script.saved()).toBe(BOOK);
  });

  it('leaves what was typed since a replacement, and says where to undo it', async () => {
    await give('script.find');
    await fill('Find', 'polite');
    await fill('Replace with', 'proper');
    await press('Replace all');
    await select('Yes, sir.', { cursor: true });
    await type(' More.');
    await act(
      async () => void (await undoLatestStep().catch((failure) => expect(failure).toBeInstanceOf(UndoFailure))),
    );
    expect(script.saved()).toContain('proper');
    expect(script.saved()).toContain('Yes, sir. More.');
  });

  it('starts with the selected words, closes on Escape and returns focus to the editor', async () => {
    await select('polite');
    await give('script.find');
    expect(field('Find').value).toBe('polite');
    await act(async () =>
      field('Find').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
    );
    expect(box.querySelector('search')).toBeNull();
    expect(hasFocus()).toBe(true);
  });
});

describe('a chapter whose text is deleted', () => {
  it('is empty, says that undo restores it, and is restored', async () => {
    await selectAll();
    await type('');
    expect(script.saved()).toBe(GARDEN);
    expect(editor().contentDOM.textContent).toMatch(/^An empty chapter.*Undo to restore its text/);
    expect(useView.getState().emptied).toEqual([{ id: 1, title: 'The Morning-Room', at: 0 }]);
    await undoInText();
    expect(script.saved()).toBe(BOOK);
  });

  it('is still there to be restored after another chapter was open', async () => {
    await selectAll();
    await type('');
    await act(async () => useView.getState().chooseChapter(2));
    await settle();
    expect(textOf()).toBe(GARDEN);
    await act(async () => useView.getState().chooseChapter(1));
    await settle();
    expect(textOf()).toBe('');
    await undoInText();
    expect(script.saved()).toBe(BOOK);
  });
});

describe('the menu of a line', () => {
  const entries = () => [...document.querySelectorAll<HTMLButtonElement>('[role="menuitem"]')];
  const entry = (label: string) => {
    const found = entries().find(({ textContent }) => textContent?.startsWith(label));
    if (!found) throw new Error(`there is no ${label}`);
    return found;
  };

  beforeEach(async () => {
    await select('polite to', { cursor: true });
    await act(async () => editor().focus());
    await act(async () =>
      editor().contentDOM.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    await settle();
  });

  it('shows the keys of its commands, and disables what can’t be done', () => {
    expect(entry('Play this line').textContent).toContain('Ctrl L');
    expect(entry('Render this line').disabled).toBe(true);
    expect(entry('Cut').disabled).toBe(true);
    expect(entry('Find and replace').disabled).toBe(false);
  });

  it('opens find and replace, which gets focus', async () => {
    await act(async () => entry('Find and replace').click());
    await settle();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Find');
  });
});
