// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { useCommandHandlers } from '../ui/commands.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { FirstStart } from './first-start.tsx';

let start: Rendered;
let given: string[];
beforeEach(async () => {
  given = [];
  start = await render(<FirstStart />, {
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
  await start.remove();
});

const asked = () => start.bridge.calls.map(({ channel }) => channel);

it('opens the sample with the local service in one click', async () => {
  await start.click('button', 'Start with the sample');
  expect(asked()).toEqual(['connection.useLocal', 'project.createSample', 'app.finishOnboarding']);
  expect(given).toEqual([]);
});

it('asks for a script once the local service is in use', async () => {
  await start.click('button', 'Start with a script…');
  expect(asked()).toEqual(['connection.useLocal', 'app.finishOnboarding']);
  expect(given).toEqual(['project.import']);
});

it('disables its buttons and says why while the local service starts', async () => {
  const { promise, resolve } = Promise.withResolvers<ConnectionStatus>();
  start.bridge.answer({ 'connection.useLocal': () => promise });
  await start.click('button', 'Start with the sample');
  const starting = start.get('button', 'Starting the local service…');
  expect(starting.disabled).toBe(true);
  expect(start.get('button', 'Start with a script…').disabled).toBe(true);
  await start.act(() => resolve({} as ConnectionStatus));
  expect(start.get('button', 'Start with the sample').disabled).toBe(false);
});

it('opens the settings of voice packs', async () => {
  await start.click('button', 'Download a voice pack…');
  expect(asked()).toEqual(['connection.useLocal', 'app.finishOnboarding']);
  expect(useView.getState()).toMatchObject({ screen: 'settings', settingsPart: 'packs' });
});

it('sets up no service if none is wanted', async () => {
  await start.click('button', 'Continue without a service');
  expect(asked()).toEqual(['app.finishOnboarding']);
});
