// @vitest-environment happy-dom
import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { act, useDeferredValue, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BridgeFailure } from '../../bridge/ask.ts';
import { numberOrKnown, useFieldDraft } from './use-field-draft.ts';

type Options = Pick<Parameters<typeof useFieldDraft<string, number>>[0], 'resaves' | 'dropsFailed'>;

/** The saves, in order; the test answers each. */
let sent: (PromiseWithResolvers<void> & { readonly value: number })[];
/** All that was shown, in order. */
let shown: string[];
let field: ReturnType<typeof useFieldDraft<string, number>>;
let value: number;
let options: Options;
let root: Root;
let box: HTMLElement;

/** Its value comes by a deferred rendering, as from a list that is drawn later than what is typed. */
function Field({ given }: { readonly given: number }) {
  field = useFieldDraft<string, number>({
    ...options,
    value: useDeferredValue(given),
    read: (text, known) => (text === 'wrong' ? undefined : numberOrKnown(text, known)),
    save(next) {
      const answer = Promise.withResolvers<void>();
      sent.push({ ...answer, value: next });
      return answer.promise;
    },
  });
  const text = field.draft ?? String(field.value);
  useEffect(() => {
    if (shown.at(-1) !== text) shown.push(text);
  }, [text]);
  return null;
}

const draw = () => act(async () => root.render(<Field given={value} />));

/** Another value arrives. */
async function arrive(next: number): Promise<void> {
  value = next;
  await draw();
}
const type = (text: string) => act(async () => field.type(text));
const save = () => act(async () => field.save());

async function enter(text: string): Promise<void> {
  await type(text);
  await save();
}

/** A save is answered as soon as its value is there, in one go. */
async function answer(at: number): Promise<void> {
  await act(async () => {
    const { value: saved, resolve } = sent[at] ?? never();
    value = saved;
    root.render(<Field given={value} />);
    resolve();
    await vi.advanceTimersByTimeAsync(1);
  });
}

async function fail(at: number): Promise<void> {
  const { reject } = sent[at] ?? never();
  await act(async () => {
    reject(new BridgeFailure('project.updateSettings', { kind: 'forbidden' }));
    await vi.advanceTimersByTimeAsync(1);
  });
}

function never(): never {
  throw new Error('nothing was sent');
}

const values = () => sent.map((one) => one.value);
const now = () => shown.at(-1);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sent = [];
  shown = [];
  options = {};
  value = 1;
  box = document.createElement('div');
  root = createRoot(box);
  await draw();
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what is typed', () => {
  it('is shown until the value is there, without the old one between', async () => {
    await enter('2');
    await answer(0);
    expect(shown).toEqual(['1', '2']);
    await arrive(3);
    expect(now()).toBe('3');
  });

  it('is shown until those who show a reply are told of the value', async () => {
    const tasks: (() => void)[] = [];
    notifyManager.setScheduler((task) => void tasks.push(task));
    onTestFinished(() => notifyManager.setScheduler(defaultScheduler));
    await enter('2');
    notifyManager.schedule(() => root.render(<Field given={2} />));
    await act(async () => sent[0]?.resolve());
    for (const task of tasks) await act(async () => task());
    expect(shown).toEqual(['1', '2']);
    await act(async () => root.render(<Field given={3} />));
    expect(now()).toBe('3');
  });

  it('is sent once, however often it is to be saved', async () => {
    await enter('2');
    await save();
    await enter('2.0');
    expect(values()).toEqual([2]);
    await answer(0);
    await save();
    expect(values()).toEqual([2]);
    expect(now()).toBe('2');
  });

  it('is sent as it was typed last in the same event', async () => {
    await act(async () => {
      field.type('30');
      field.type('20');
      field.save();
    });
    expect(values()).toEqual([20]);
  });

  it('is sent where it is the old value again, and the one before is not answered yet', async () => {
    await enter('2');
    await enter('1');
    expect(values()).toEqual([2, 1]);
    await answer(0);
    expect(now()).toBe('1');
    await answer(1);
    expect(shown).toEqual(['1', '2', '1']);
    await save();
    expect(values()).toEqual([2, 1]);
  });

  it('stays where a value arrives, from its own save or from elsewhere', async () => {
    await enter('2');
    await type('25');
    await arrive(7);
    expect(now()).toBe('25');
    await answer(0);
    expect(now()).toBe('25');
    await save();
    expect(values()).toEqual([2, 25]);
  });

  it('stays where it is wrong, and is not sent', async () => {
    await enter('wrong');
    await arrive(2);
    expect(now()).toBe('wrong');
    expect(values()).toEqual([]);
  });

  it('is put away where it is the value, or nothing', async () => {
    await enter('1.0');
    expect(now()).toBe('1');
    await enter('');
    expect(now()).toBe('1');
    expect(values()).toEqual([]);
  });

  it('is put away when it is dropped, for what was sent last', async () => {
    await type('2');
    await act(async () => field.drop());
    expect(now()).toBe('1');
    await enter('3');
    await type('4');
    await act(async () => field.drop());
    expect(now()).toBe('3');
    await answer(0);
    expect(now()).toBe('3');
    expect(values()).toEqual([3]);
  });

  it('is sent all the same where the value means something else now, and still only once', async () => {
    options = { resaves: true };
    await draw();
    await enter('1');
    await save();
    expect(values()).toEqual([1]);
  });
});

describe('what could not be saved', () => {
  it('stays, and is sent again when it is saved again', async () => {
    await enter('2');
    await fail(0);
    expect(now()).toBe('2');
    await save();
    expect(values()).toEqual([2, 2]);
    await answer(1);
    expect(now()).toBe('2');
  });

  it('is put away where it must not look as if it held, unless something else was typed since', async () => {
    options = { dropsFailed: true };
    await draw();
    await enter('2');
    await fail(0);
    expect(now()).toBe('1');
    await enter('3');
    await type('35');
    await fail(1);
    expect(now()).toBe('35');
  });

  it('ends nothing that was sent after it', async () => {
    options = { dropsFailed: true };
    await draw();
    await enter('2');
    await enter('3');
    await fail(0);
    expect(now()).toBe('3');
    await save();
    expect(values()).toEqual([2, 3]);
  });
});

it('reads a number, or what is known where none is typed', () => {
  expect(['', '.', '2', '2.50', 3].map((draft) => numberOrKnown(draft, null))).toEqual([null, null, 2, 2.5, 3]);
});
