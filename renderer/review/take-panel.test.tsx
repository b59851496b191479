// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeInto } from '../ui/testing/type-into.ts';
import { GainField } from './take-panel.tsx';

let root: Root;
let box: HTMLElement;
let saved: number[];

function Saving() {
  const [gainDb, setGainDb] = useState(0);
  return (
    <GainField
      gainDb={gainDb}
      onGain={async (value) => {
        saved.push(value);
        setGainDb(value);
      }}
    />
  );
}

const field = (): HTMLInputElement => {
  const found = box.querySelector('input');
  if (!found) throw new Error('there is no field');
  return found;
};

const type = (text: string) => typeInto(field(), text);
const leave = () => act(async () => field().blur());

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  saved = [];
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <MantineProvider>
        <Saving />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

describe('the gain of a take', () => {
  it('is saved where it is back before the other one is answered', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const onGain = (value: number) => {
      saved.push(value);
      return never;
    };
    await act(async () =>
      root.render(
        <MantineProvider>
          <GainField gainDb={0} onGain={onGain} />
        </MantineProvider>,
      ),
    );
    await type('-6');
    await type('0');
    expect(saved).toEqual([-6, 0]);
  });

  it('is saved as it is typed', async () => {
    await type('-6.5');
    expect(saved).toEqual([-6.5]);
    await leave();
    expect(field().value).toBe('-6.5 dB');
  });

  it('is never saved beyond its bounds, and is the bound when the field is left', async () => {
    await type('30');
    expect(saved).toEqual([]);
    await leave();
    expect(saved).toEqual([24]);
    expect(field().value).toBe('24 dB');
  });

  it('is back in a field that was emptied and left', async () => {
    await type('-3');
    await type('');
    await leave();
    expect(saved).toEqual([-3]);
    expect(field().value).toBe('-3 dB');
  });
});
