// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PAUSE_PRESETS } from '../../shared/model/pauses.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { BridgeFailure } from '../bridge/ask.ts';
import { typeInto } from '../ui/testing/type-into.ts';
import { PausesSetting } from './pauses.tsx';

const USUAL = PAUSE_PRESETS.audiobook;

let root: Root;
let box: HTMLElement;
let saves: (PromiseWithResolvers<void> & { readonly pauses: ProjectSettings['pauses'] })[];

const field = (at: number): HTMLInputElement => {
  const found = [...box.querySelectorAll<HTMLInputElement>('input[type="text"], input[inputmode]')][at];
  if (!found) throw new Error(`there is no field ${at}`);
  return found;
};

async function set(at: number, text: string): Promise<void> {
  await typeInto(field(at), text);
  await act(async () => field(at).blur());
}

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  saves = [];
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  const onChange = (pauses: ProjectSettings['pauses']) => {
    const answer = Promise.withResolvers<void>();
    saves.push({ ...answer, pauses });
    return answer.promise;
  };
  await act(async () =>
    root.render(
      <MantineProvider>
        <PausesSetting pauses={USUAL} followPunctuation={true} onChange={onChange} />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

it('keeps two pauses that are set before either is saved', async () => {
  await set(0, '1.1');
  await set(1, '2.2');
  const last = Object.values(saves.at(-1)?.pauses ?? {});
  expect(saves).toHaveLength(2);
  expect(last).toContain(1.1);
  expect(last).toContain(2.2);
});

it('leaves out a pause that could not be saved', async () => {
  await set(0, '1.1');
  await act(async () => saves[0]?.reject(new BridgeFailure('project.updateSettings', { kind: 'studio-gone' })));
  await set(1, '2.2');
  const last = Object.values(saves.at(-1)?.pauses ?? {});
  expect(last).not.toContain(1.1);
  expect(last).toContain(2.2);
});
