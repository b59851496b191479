// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionEntry, ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { useView } from '../ui/view-store.ts';
import { isOtherService, ProjectNotices } from './project-notices.tsx';

const ACCOUNT = { id: 'c', name: 'Studio', baseUrl: 'https://tts.example.com/v1', userId: 'anna' } as ConnectionEntry;
const OWN = { origin: 'https://tts.example.com', userId: 'anna' };

let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  bridge = installFakeBridge();
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(() => {
  act(() => root.unmount());
  useView.setState(useView.getInitialState(), true);
  box.remove();
  bridge.remove();
  vi.unstubAllGlobals();
});

async function draw(change: Partial<ProjectSummary>, state: ConnectionStatus['state'] = 'ready'): Promise<void> {
  bridge.answer({
    'connection.status': () => ({ id: 'c', name: 'Studio', kind: 'account', plan: 'growth', state, failure: null }),
    'connection.list': () => [ACCOUNT],
  });
  const project = {
    connection: OWN,
    moved: false,
    away: null,
    readOnly: false,
    readOnlyBecause: null,
    notices: [],
    ...change,
  } as unknown as ProjectSummary;
  await act(async () => {
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <ProjectNotices project={project} />
        </QueryClientProvider>
      </MantineProvider>,
    );
  });
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
}

const buttons = () => [...box.querySelectorAll('button')].map(({ textContent }) => textContent);

describe('a project that is open', () => {
  it('has nothing to be told of it where all is well', async () => {
    await draw({});
    expect(box.querySelector('section')).toBeNull();
  });

  it('that was moved waits for one word', async () => {
    await draw({ moved: true });
    expect(buttons()).toEqual(['Confirm location']);
    await act(async () => box.querySelector('button')?.click());
    expect(bridge.calls.map(({ channel }) => channel)).toContain('project.confirmPlace');
  });

  it('whose folder was moved while it was open can be opened there, found or closed', async () => {
    await draw({ away: { foundAt: '/projects/Moved.lectern' }, moved: true });
    expect(box.textContent).toContain('was moved to /projects/Moved.lectern while it was open');
    expect(buttons()).toEqual(['Open it there', 'Find project…', 'Close project']);
    await draw({ away: { foundAt: null }, moved: true });
    expect(buttons()).toEqual(['Find project…', 'Close project']);
  });

  it('says what became of its lines and audio, until that is put away', async () => {
    const notices = [{ kind: 'doubtful', lines: 1 } as const, { kind: 'recovered', files: 2 } as const];
    await draw({ notices });
    expect([...box.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Lectern quit while sending 1 line, so it’s unclear whether the service received it.',
      '2 missing audio files were restored from an export.',
    ]);
    await act(async () => box.querySelector('button')?.click());
    expect(box.querySelector('section')).toBeNull();
    await draw({ notices: [...notices, { kind: 'repaired', lines: 3 }] });
    expect(box.querySelectorAll('p')).toHaveLength(3);
  });

  it('of another service says so at once, and can be given to the one in use', async () => {
    await draw({ connection: { origin: 'local', userId: 'own' } });
    expect(box.textContent).toContain('This project uses the local service');
    expect(buttons()).toEqual(['Switch to Studio']);
  });

  it('says nothing of another service as long as none answers', async () => {
    await draw({ connection: { origin: 'local', userId: 'own' } }, 'connecting');
    expect(box.querySelector('section')).toBeNull();
  });

  it('whose log is missing says what may be paid again, and goes on without it on one word', async () => {
    await draw({ readOnly: true, readOnlyBecause: 'log-missing' });
    expect(box.textContent).toMatch(/project\.db-wal.* is missing.*would be sent and charged again/);
    expect(buttons()).toEqual(['Continue without these changes', 'Reopen']);
    await act(async () => box.querySelector('button')?.click());
    expect(bridge.calls.map(({ channel }) => channel)).toContain('project.acceptMissingLog');
  });

  it('whose log is damaged says so, and goes on with what is left on one word', async () => {
    await draw({ readOnly: true, readOnlyBecause: 'log-damaged' });
    expect(box.textContent).toMatch(/project\.db-wal.* is damaged.*would be sent and charged again/);
    expect(buttons()).toEqual(['Continue without these changes', 'Reopen']);
    await act(async () => box.querySelector('button')?.click());
    expect(bridge.calls.map(({ channel }) => channel)).toContain('project.acceptMissingLog');
  });

  it('that is only read is not offered to another service', async () => {
    await draw({ connection: { origin: 'local', userId: 'own' }, readOnly: true, readOnlyBecause: 'in-use' });
    expect(box.textContent).toContain('This project uses the local service');
    expect(buttons()).toEqual(['Make a copy…', 'Reopen']);
    await act(async () => box.querySelectorAll('button')[0]?.click());
    expect(useView.getState().dialog).toBe('duplicate');
    await act(async () => box.querySelectorAll('button')[1]?.click());
    expect(bridge.calls.map(({ channel }) => channel)).toContain('project.reopen');
  });
});

it.each([
  ['the same account', OWN, ACCOUNT, false],
  ['another account of the same service', { ...OWN, userId: 'ben' }, ACCOUNT, true],
  ['another service', { ...OWN, origin: 'https://other.example' }, ACCOUNT, true],
  ['the local service against an account', { origin: 'local', userId: 'own' }, ACCOUNT, true],
  ['an account against the local service', OWN, { baseUrl: null, userId: 'own' }, true],
  ['the local service of another machine', { origin: 'local', userId: 'x' }, { baseUrl: null, userId: 'own' }, false],
])('%s is told apart', (_, own, used, isOther) => {
  expect(isOtherService(own, used)).toBe(isOther);
});
