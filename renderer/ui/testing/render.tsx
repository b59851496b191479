// Renders part of the window over a fake bridge and a fake clock, and finds and uses elements by their accessible names.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { keepFresh } from '../../bridge/keep-fresh.ts';
import { type FakeAnswers, type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { forgetSteps } from '../undo-history.ts';
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
  list: 'ul, ol',
  listitem: 'li',
  article: 'article',
  region: 'section[aria-label]',
  progressbar: 'progress',
};

const FOCUSABLE = 'button, input, textarea, summary, [tabindex]';

/** Milliseconds of the fake clock after which stale queries have been refetched (`keepFresh`). */
const REFETCH_MS = 300;

type Name = string | RegExp;

export class Rendered {
  readonly bridge: FakeBridge;
  readonly #remove: () => Promise<void>;

  constructor(bridge: FakeBridge, remove: () => Promise<void>) {
    this.bridge = bridge;
    this.#remove = remove;
  }

  /** The inputs of all requests on a channel, in order. */
  requests(channel: string): unknown[] {
    return this.bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input);
  }

  /** Lets replies arrive and renders them. @param ms to advance the fake clock by */
  settle(ms = 20): Promise<unknown> {
    return act(() => vi.advanceTimersByTimeAsync(ms));
  }

  /** Lets queries that an event made stale be refetched. */
  refetch(): Promise<unknown> {
    return this.settle(REFETCH_MS);
  }

  /** Runs work that re-renders, such as a change of a store. */
  async act(work: () => void): Promise<void> {
    await act(async () => work());
    await this.settle();
  }

  /** All elements with a role and a name, in document order. */
  all(role: string, name?: Name): HTMLElement[] {
    const elements = document.querySelectorAll<HTMLElement>(SELECTORS[role] ?? `[role="${role}"]`);
    return [...elements].filter((element) => hasName(element, name));
  }

  /** The only element with a role and a name. @throws Error if there is none, or more than one */
  get(role: string, name?: Name): HTMLElement {
    const [found, another] = this.all(role, name);
    if (found && !another) return found;
    const names = this.all(role).map(nameOf).join(' | ');
    throw new Error(`${another ? 'more than one' : 'no'} ${role} ${name ?? ''} among: ${names}`);
  }

  click(role: string, name?: Name): Promise<void> {
    return this.#clickOn(this.get(role, name));
  }

  /** Replaces the text of a field, which keeps the focus. */
  async fill(role: string, name: Name, text: string): Promise<void> {
    await typeInto(this.get(role, name) as HTMLInputElement, text);
    await this.settle();
  }

  /** Opens a select and picks one of its options. */
  async choose(name: Name, option: string): Promise<void> {
    const [field] = [...this.all('textbox', name), ...this.all('combobox', name)];
    if (!field) throw new Error(`no select ${name}`);
    await this.#clickOn(field);
    // The options of closed selects stay in the document.
    const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
    const wanted = this.all('option', option).find((one) => list?.contains(one));
    if (!wanted) throw new Error(`no ${option} in: ${list?.textContent}`);
    await this.#clickOn(wanted);
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

  /** The texts of the visible notices. */
  notices(): string[] {
    return [...document.querySelectorAll('.mantine-Notification-body')].map((body) => body.textContent ?? '');
  }

  remove(): Promise<void> {
    return this.#remove();
  }

  async #clickOn(element: HTMLElement): Promise<void> {
    await this.act(() => {
      if (element.matches(FOCUSABLE)) element.focus();
      element.click();
    });
  }
}

/** Renders part of the window. Time passes only when the test advances it. */
export async function render(content: ReactNode, answers: FakeAnswers): Promise<Rendered> {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // happy-dom has no layout: virtual lists render the rows that fit into this size.
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  // Autosizing textareas wait for fonts, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  notifications.clean();
  const bridge = installFakeBridge(answers);
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } });
  const stopFreshness = keepFresh(client);
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main.appendChild(document.createElement('div')));
  const rendered = new Rendered(bridge, async () => {
    await act(async () => root.unmount());
    notifications.clean();
    forgetSteps();
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
  await rendered.act(() =>
    root.render(
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={client}>
          {content}
          <Notifications transitionDuration={0} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
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

/** The accessible name, as far as these elements need it (accname 1.2). */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  if (labels.trim() !== '') return labels.trim();
  const own = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return (own ?? element.closest('label') ?? element).textContent?.trim() ?? '';
}
