// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { useCommandHandlers } from '../ui/commands.ts';
import { click, get, type Mounted, mount, settle } from '../ui/testing/mount.tsx';
import { useView } from '../ui/view-store.ts';
import { FirstStart } from './first-start.tsx';

let start: Mounted;
let given: string[];
beforeEach(async () => {
  given = [];
  start = await mount(<FirstStart />, {
    'connection.useLocal': () => ({}) as ConnectionStatus,
    'project.createSample': () => ({}) as ProjectSummary,
    'app.finishOnboarding': () => null,
  });
  useCommandHandlers.setState({
    handlers: [{ id: 'project.import', run: () => given.push('project.import') }],
  });
});
afterEach(async () => {
  useCommandHandlers.setState({ handlers: [] });
  await start.unmount();
});

const asked = () => start.bridge.calls.map(({ channel }) => channel);

it('opens the sample with the local service in one click', async () => {
  await click('button', 'Start with the sample');
  expect(asked()).toEqual(['connection.useLocal', 'project.createSample', 'app.finishOnboarding']);
  expect(given).toEqual([]);
});

it('asks for a script once the local service is in use', async () => {
  await click('button', 'Start with a script…');
  expect(asked()).toEqual(['connection.useLocal', 'app.finishOnboarding']);
  expect(given).toEqual(['project.import']);
});

it('disables its buttons and says why while the local service starts', async () => {
  const { promise, resolve } = Promise.withResolvers<ConnectionStatus>();
  start.bridge.answer({ 'connection.useLocal': () => promise });
  await click('button', 'Start with the sample');
  const starting = get('button', 'Starting the local service…');
  expect(starting.disabled).toBe(true);
  expect(get('button', 'Start with a script…').disabled).toBe(true);
  await act(async () => resolve({} as ConnectionStatus));
  await settle();
  expect(get('button', 'Start with the sample').disabled).toBe(false);
});

it('opens the settings of voice packs', async () => {
  await click('button', 'Fetch a voice pack…');
  expect(asked()).toEqual(['connection.useLocal', 'app.finishOnboarding']);
  expect(useView.getState()).toMatchObject({ screen: 'settings', settingsPart: 'packs' });
});

it('sets up no service if none is wanted', async () => {
  await click('button', 'Go to the library without a service');
  expect(asked()).toEqual(['app.finishOnboarding']);
});
