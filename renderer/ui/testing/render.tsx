// Renders part of the window over a fake bridge and a fake clock, and finds and uses elements by their accessible names.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import type { EventName, EventOf } from '../../../shared/ipc/events.ts';
import { keepFresh } from '../../bridge/keep-fresh.ts';
import { type FakeAnswers, type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { forgetSteps, undoLatestStep } from '../undo-history.ts';
import { useView } from '../view-store.ts';
import { typeInto } from './type-into.ts';

/** Elements that have a role by their tag; all others need the `role` attribute. */
const SELECTORS: Readonly<Record<string, string>> = {
  button: 'button:not([role]), summary, [role="button"]',
  textbox: 'input:not([type]):not([role]), input[type="text"]:not([role]), input[type="url"], textarea',
  checkbox: 'input[type="checkbox"]:not([role])',
  switch: 'input[role="switch"]',
  radio: 'input[type="radio"]',
  searchbox: 'input[type="search"]',
  heading: 'h1, h2, h3, h4',
  combobox: 'select, [role="combobox"]',
  img: 'img, [role="img"]',
  list: 'ul, ol',
  listitem: 'li',
  row: 'tr, [role="row"]',
  article: 'article',
  region: 'section[aria-label]',
  progressbar: 'progress, [role="progressbar"]',
};

const FOCUSABLE = 'button, input, textarea, summary, [tabindex]';

/** Longer than any debounce of the window, and than `keepFresh` waits before it refetches. In milliseconds. */
const REST_MS = 300;
/** Rendering a reply may send further requests. */
const ROUNDS = 3;

interface Elements {
  readonly button: HTMLButtonElement;
  readonly textbox: HTMLInputElement;
  readonly searchbox: HTMLInputElement;
  readonly checkbox: HTMLInputElement;
  readonly switch: HTMLInputElement;
  readonly radio: HTMLInputElement;
}

type ElementOf<R extends string> = R extends keyof Elements ? Elements[R] : HTMLElement;
type Name = string | RegExp;

export class Rendered {
  readonly bridge: FakeBridge;
  readonly #draw: (content: ReactNode) => void;
  readonly #remove: () => Promise<void>;

  constructor(bridge: FakeBridge, draw: (content: ReactNode) => void, remove: () => Promise<void>) {
    this.bridge = bridge;
    this.#draw = draw;
    this.#remove = remove;
  }

  /** Replaces the rendered part of the window. */
  show(content: ReactNode): Promise<void> {
    return this.act(() => this.#draw(content));
  }

  /** The inputs of all requests on a channel, in order. */
  requests(channel: string): unknown[] {
    return this.bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input);
  }

  /** Sends an event of the studio. */
  emit<E extends EventName>(name: E, payload: EventOf<E>): Promise<void> {
    return this.act(() => this.bridge.emit(name, payload));
  }

  /** Advances the fake clock and renders what changes. */
  async advance(milliseconds: number): Promise<void> {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  }

  /** Waits for replies, debounced input and refetched queries. */
  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) await this.advance(REST_MS);
  }

  /** Runs work that re-renders, such as a change of a store. */
  async act(work: () => unknown): Promise<void> {
    await act(async () => {
      await work();
    });
    await this.settle();
  }

  /** Undoes the latest step, like the Undo command. */
  async undo(): Promise<void> {
    await this.act(async () => {
      if (!(await undoLatestStep())) throw new Error('there is nothing to undo');
    });
  }

  /** All elements with a role and a name, in document order. */
  all<R extends string>(role: R, name?: Name): ElementOf<R>[] {
    const elements = document.querySelectorAll<ElementOf<R>>(SELECTORS[role] ?? `[role="${role}"]`);
    return [...elements].filter((element) => hasName(element, name));
  }

  /** The only element with a role and a name. @throws Error if there is none, or more than one */
  get<R extends string>(role: R, name?: Name): ElementOf<R> {
    const [found, another] = this.all(role, name);
    if (found && !another) return found;
    const names = this.all(role).map(nameOf).join(' | ');
    throw new Error(`${another ? 'more than one' : 'no'} ${role} ${name ?? ''} among: ${names}`);
  }

  get text(): string {
    return document.body.textContent ?? '';
  }

  /** The text of each element that matches a selector. */
  texts(selector: string): string[] {
    return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  }

  /** The large figures of a screen by their labels. */
  figures(): Record<string, string> {
    return Object.fromEntries(
      [...document.querySelectorAll('dt')].map((term) => [
        term.textContent,
        term.parentElement?.querySelector('dd')?.textContent ?? '',
      ]),
    );
  }

  click(role: string, name?: Name): Promise<void> {
    return this.clickOn(this.get(role, name));
  }

  /** Clicks an element as a mouse does: it gets the focus, and nothing happens if it is disabled. */
  async clickOn(element: HTMLElement, modifiers: MouseEventInit = {}): Promise<void> {
    await this.act(() => {
      if (element.matches(':disabled')) return;
      if (element.matches(FOCUSABLE)) element.focus();
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
    });
  }

  /** Replaces the text of a field, which keeps the focus. */
  async fill(role: string, name: Name, text: string): Promise<void> {
    await typeInto(this.get(role, name) as HTMLInputElement, text);
    await this.settle();
  }

  /** Chooses an option of a select by its text. */
  async choose(name: Name, option: string): Promise<void> {
    const [field] = [...this.all('textbox', name), ...this.all('combobox', name)];
    if (!field) throw new Error(`no select ${name}`);
    if (field instanceof HTMLSelectElement) return this.#chooseNatively(field, option);
    await this.clickOn(field);
    // The options of closed selects stay in the document.
    const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
    const wanted = this.all('option', option).find((one) => list?.contains(one));
    if (!wanted) throw new Error(`no ${option} in: ${list?.textContent}`);
    await this.clickOn(wanted);
  }

  /** Opens a menu and chooses one of its items. */
  async chooseItem(menu: Name, item: Name): Promise<void> {
    await this.click('button', menu);
    await this.click('menuitem', item);
  }

  async #chooseNatively(select: HTMLSelectElement, text: string): Promise<void> {
    const option = [...select.options].find((one) => one.text === text);
    if (!option) throw new Error(`no ${text} in: ${select.textContent}`);
    await this.act(() => {
      select.value = option.value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }

  /** Presses a key on the focused element, with the browser's default action where no one prevents it. */
  async press(key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
    await act(async () => {
      if (target.dispatchEvent(event)) runDefaultAction(target, key);
    });
    await this.settle();
  }

  /** Submits the only form, even if its button is disabled. */
  async submit(): Promise<void> {
    const [form, another] = document.querySelectorAll('form');
    if (!form || another) throw new Error(another ? 'more than one form' : 'no form');
    await this.act(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  }

  /** Focuses an element and presses a key on it. */
  async pressOn(element: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
    await act(async () => element.focus());
    await this.press(key, modifiers);
  }

  /** The texts of the visible notices. */
  notices(): string[] {
    return [...document.querySelectorAll('.mantine-Notification-body')].map((body) => body.textContent ?? '');
  }

  remove(): Promise<void> {
    return this.#remove();
  }
}

/** The window's tests share a process: no test may see the state of another. */
function resetWindow(): void {
  useView.setState(useView.getInitialState(), true);
  forgetSteps();
  notifications.clean();
}

/** Renders part of the window in its initial state. Time passes only when the test advances it. */
export async function render(content: ReactNode, answers: FakeAnswers = {}): Promise<Rendered> {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // happy-dom has no layout: virtual lists render the rows that fit into this size.
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  // Autosizing textareas wait for fonts, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  // Not in happy-dom either; lazily loaded parts of the window wait for it.
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  resetWindow();
  const bridge = installFakeBridge(answers);
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } });
  const stopFreshness = keepFresh(client);
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main.appendChild(document.createElement('div')));
  const draw = (content: ReactNode) =>
    root.render(
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={client}>
          {content}
          <Notifications transitionDuration={0} />
        </QueryClientProvider>
      </MantineProvider>,
    );
  const rendered = new Rendered(bridge, draw, async () => {
    await act(async () => root.unmount());
    resetWindow();
    stopFreshness();
    client.clear();
    main.remove();
    bridge.remove();
    Reflect.deleteProperty(document, 'fonts');
    height.mockRestore();
    width.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  await rendered.show(content);
  return rendered;
}

function runDefaultAction(target: Element, key: string): void {
  if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click();
  else if (target instanceof HTMLInputElement && key === 'Enter') target.form?.requestSubmit();
  else if (target instanceof HTMLInputElement && key === ' ' && /checkbox|radio/.test(target.type)) target.click();
}

function hasName(element: Element, name: Name | undefined): boolean {
  if (name === undefined) return true;
  const own = nameOf(element);
  return typeof name === 'string' ? own === name : name.test(own);
}

const textOf = (element: Element | null): string => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** The accessible name, as far as these elements need it (accname 1.2). */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.map((id) => textOf(document.getElementById(id))).join(' ');
  if (labels.trim() !== '') return labels.trim();
  const own = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return textOf(own ?? element.closest('label') ?? element);
}
