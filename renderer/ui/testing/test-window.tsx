// Renders part of the window over a fake bridge, and simulates a user.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import type { EventName, EventOf } from '../../../shared/ipc/events.ts';
import { keepFresh } from '../../bridge/keep-fresh.ts';
import { type FakeAnswers, type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { forgetSteps, takeBack, useUndoHistory } from '../undo-history.ts';
import { useView } from '../view-store.ts';
import { typeInto } from './type-into.ts';

/** Longer than any debounce of the window, in milliseconds. */
const REST_MS = 300;
/** Rendering a reply may send further requests. */
const ROUNDS = 3;

/** Size of every element in pixels: happy-dom has no layout, and virtual lists render only visible rows. */
const SIZE = 1_000;

const accessibleName = (element: Element): string => {
  const labelled = element.getAttribute('aria-labelledby');
  const label = labelled
    ? labelled
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
    : element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent;
  return (element.getAttribute('aria-label') ?? (label || element.textContent) ?? '').trim();
};

const fits = (text: string, name: string | RegExp) => (typeof name === 'string' ? text === name : name.test(text));

const ROLES = {
  button: 'button',
  checkbox: 'input[type="checkbox"]',
  radio: 'input[type="radio"]',
  field: 'input:not([type="checkbox"]):not([type="radio"]), textarea',
  menuitem: '[role="menuitem"]',
} as const;

/** Uses fake timers and, like the real window, refetches queries on events. */
export class TestWindow {
  readonly bridge: FakeBridge;
  readonly #client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } });
  readonly #box: HTMLElement;
  readonly #stop: () => void;
  #root: Root;

  constructor(answers: FakeAnswers = {}) {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    for (const side of ['clientWidth', 'clientHeight'] as const) {
      vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(SIZE);
    }
    // Missing in happy-dom; Mantine's autosizing textarea needs it.
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
    this.bridge = installFakeBridge(answers);
    this.#stop = keepFresh(this.#client);
    this.#box = document.body.appendChild(document.createElement('main'));
    this.#root = createRoot(this.#box);
  }

  /** Renders a part of the window together with its notifications, and waits for its requests. */
  async show(part: ReactNode): Promise<void> {
    await act(async () =>
      this.#root.render(
        <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
          <QueryClientProvider client={this.#client}>
            {part}
            <Notifications />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    await this.settle();
  }

  /** Waits for pending requests and debounced input. */
  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) await act(() => vi.advanceTimersByTimeAsync(REST_MS));
  }

  async close(): Promise<void> {
    await act(async () => this.#root.unmount());
    this.#stop();
    this.#client.clear();
    this.#box.remove();
    this.bridge.remove();
    notifications.clean();
    forgetSteps();
    useView.setState(useView.getInitialState());
    Reflect.deleteProperty(document, 'fonts');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }

  /** Returns the elements that match a selector and have this accessible name. */
  all<T extends HTMLElement>(selector: string, name?: string | RegExp): T[] {
    const found = [...document.querySelectorAll<T>(selector)];
    return name === undefined ? found : found.filter((element) => fits(accessibleName(element), name));
  }

  /** Returns the only such element. @throws Error if there is none or more than one */
  one<T extends HTMLElement>(selector: string, name?: string | RegExp): T {
    const [first, ...others] = this.all<T>(selector, name);
    if (!first || others.length > 0) {
      const names = this.all(selector).map(accessibleName);
      throw new Error(`${first ? 'several' : 'no'} ${selector} called ${name}, of: ${names.join(' | ')}`);
    }
    return first;
  }

  button = (name: string | RegExp) => this.one<HTMLButtonElement>(ROLES.button, name);
  checkbox = (name: string | RegExp) => this.one<HTMLInputElement>(ROLES.checkbox, name);
  radio = (name: string | RegExp) => this.one<HTMLInputElement>(ROLES.radio, name);
  field = (name: string | RegExp) => this.one<HTMLInputElement>(ROLES.field, name);

  get text(): string {
    return document.body.textContent ?? '';
  }

  /** Returns the text of each element that matches a selector. */
  texts(selector: string): string[] {
    return this.all(selector).map(({ textContent }) => textContent ?? '');
  }

  /** Returns the large figures of a screen by their labels. */
  figures(): Record<string, string> {
    return Object.fromEntries(
      this.all('dt').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent ?? '']),
    );
  }

  async emit<E extends EventName>(name: E, payload: EventOf<E>): Promise<void> {
    await act(async () => this.bridge.emit(name, payload));
    await this.settle();
  }

  /** Changes something outside the rendered tree, such as a store. */
  async change(work: () => void): Promise<void> {
    await act(async () => work());
    await this.settle();
  }

  async click(element: HTMLElement, modifiers: MouseEventInit = {}): Promise<void> {
    await act(async () => {
      element.focus();
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
    });
    await this.settle();
  }

  /** Chooses an option of a `Select`. */
  async select(label: string | RegExp, option: string | RegExp): Promise<void> {
    await this.click(this.field(label));
    await this.click(this.one('[role="option"]', option));
  }

  /** Chooses an item of a menu. */
  async choose(menu: string | RegExp, item: string | RegExp): Promise<void> {
    await this.click(this.button(menu));
    await this.click(this.one(ROLES.menuitem, item));
  }

  async type(field: HTMLInputElement, text: string): Promise<void> {
    await typeInto(field, text);
    await this.settle();
  }

  /** Types into a field and moves the focus away. */
  async leave(field: HTMLInputElement, text: string): Promise<void> {
    await this.type(field, text);
    await act(async () => field.blur());
    await this.settle();
  }

  async press(element: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
    await act(async () => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));
    });
    await this.settle();
  }

  /** Undoes the latest step, like the Undo command. */
  async undo(): Promise<void> {
    const step = useUndoHistory.getState().done.at(-1);
    if (!step) throw new Error('there is nothing to undo');
    await act(() => takeBack(step));
    await this.settle();
  }

  /** Returns the inputs of all requests on a channel, in order. */
  asked(channel: string): unknown[] {
    return this.bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input);
  }
}
