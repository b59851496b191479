// Renders part of the window on a fake bridge, and finds elements by their accessible names.
import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { type FakeAnswers, type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { forgetSteps } from '../undo-history.ts';
import { useView } from '../view-store.ts';

export interface Mounted {
  readonly bridge: FakeBridge;
  /** Returns the inputs of all requests on a channel so far. */
  sent(channel: string): unknown[];
  /** Refetches a channel’s queries, as after a change in the studio. */
  refresh(channel: string): Promise<void>;
  unmount(): Promise<void>;
}

/** The window's tests share a process, so no state may leak into the next one. */
function forgetAll(): void {
  useView.setState(useView.getInitialState(), true);
  forgetSteps();
  notifications.clean();
}

export async function mount(node: ReactNode, answers: FakeAnswers = {}): Promise<Mounted> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  forgetAll();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  const bridge = installFakeBridge(answers);
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main.appendChild(document.createElement('div')));
  const client = new QueryClient();
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>{node}</QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
  return {
    bridge,
    async refresh(channel) {
      await act(() => client.invalidateQueries({ queryKey: [channel] }));
      await settle();
    },
    sent: (channel) => bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input),
    async unmount() {
      await act(async () => root.unmount());
      main.remove();
      bridge.remove();
      client.clear();
      forgetAll();
      vi.unstubAllGlobals();
    },
  };
}

/** Waits until pending replies are rendered, and the requests that follow from them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await act(async () => new Promise((resolve) => setTimeout(resolve)));
}

const text = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const ids = element.getAttribute('aria-labelledby');
  if (ids !== null)
    return ids
      .split(' ')
      .map((id) => text(document.getElementById(id)))
      .join(' ');
  if (element.id !== '') {
    const named = [...document.querySelectorAll('label')].find(({ htmlFor }) => htmlFor === element.id);
    if (named) return text(named);
  }
  return text(element.closest('label') ?? element);
}

const SELECTORS = {
  button: 'button',
  field: 'input:not([type=checkbox], [type=radio])',
  select: 'select',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  dialog: '[role=dialog]',
  alert: '[role=alert]',
  item: '[role=menuitem]',
  row: 'tr',
  option: '[role=option]',
  listItem: 'li',
} as const;

interface Elements {
  readonly button: HTMLButtonElement;
  readonly field: HTMLInputElement;
  readonly select: HTMLSelectElement;
  readonly checkbox: HTMLInputElement;
  readonly radio: HTMLInputElement;
}

type Kind = keyof typeof SELECTORS;
type ElementOf<K extends Kind> = K extends keyof Elements ? Elements[K] : HTMLElement;

const fits = (name: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Returns the elements of a kind whose accessible name is, or matches, `name`. */
export function all<K extends Kind>(kind: K, name: string | RegExp = /(?:)/): ElementOf<K>[] {
  return [...document.querySelectorAll<ElementOf<K>>(SELECTORS[kind])].filter((element) => fits(nameOf(element), name));
}

/** Returns the first of them. @throws Error if there is none */
export function get<K extends Kind>(kind: K, name: string | RegExp): ElementOf<K> {
  const [found] = all(kind, name);
  if (found) return found;
  const names = all(kind).map(nameOf);
  throw new Error(`there is no ${kind} ${String(name)}, only ${names.join(' | ') || 'none'}`);
}

export async function click(kind: Kind, name: string | RegExp): Promise<void> {
  await act(async () => get(kind, name).click());
  await settle();
}

/** Chooses an option of a native select by its value or text. */
export async function choose(name: string | RegExp, wanted: string): Promise<void> {
  const select = get('select', name);
  const option = [...select.options].find((one) => one.value === wanted || one.text === wanted);
  if (!option) throw new Error(`${String(name)} offers no ${wanted}`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, option.value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
}

/** Presses a key on the focused element, or focuses `on` first. */
export async function press(key: string, on?: HTMLElement, held: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    on?.focus();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
  });
  await settle();
}

export async function submit(): Promise<void> {
  await act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
  await settle();
}

/** Returns the texts of the notices at the edge of the window. */
export function notices(): string[] {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].map(({ title, message }) => wordsIn(title ?? message));
}

/** A notice with a button is an element with its text as a prop. */
function wordsIn(node: ReactNode): string {
  if (typeof node === 'object' && node !== null && 'props' in node) {
    const { props } = node as { readonly props: { readonly message?: string } };
    return props.message ?? '';
  }
  return String(node ?? '');
}
