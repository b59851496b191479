// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchRow, PlanPreview } from '../../shared/ipc/production-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import type { Webhook } from '../../shared/model/webhook.ts';
import { runCommand } from '../ui/commands.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { Board } from './board.tsx';
import { ProductionInspector } from './production-inspector.tsx';
import { ProductionScreen } from './production-screen.tsx';

const NONE = { reused: 0, inFlight: 0, inDoubt: 0, lost: 0, blocked: 0, approved: 0, missingAudio: 0, paidAgain: 0 };
const PLAN = {
  ...NONE,
  overCap: 0,
  overCapLabel: '',
  replaced: 0,
  room: null,
  price: null,
  confirmPrice: null,
  bannedBy: [],
  warnings: 0,
  lines: 6,
  characters: 120,
  batches: [],
  allSentAt: null,
  doneAt: null,
  plans: [],
} satisfies PlanPreview;

let production: Rendered;

/** Renders the plan of an account. @param webhookUrl the account’s own webhook */
async function open(webhookUrl: string | null): Promise<void> {
  production = await render(<ProductionScreen />, {
    'connection.status': () => ({ id: 'c', kind: 'account', state: 'ready' }) as never,
    'connection.list': () => [{ id: 'c', kind: 'account', webhookUrl }] as never,
    'project.current': () =>
      ({
        id: 'p',
        path: '/p',
        connection: { origin: 'https://tts.example', userId: 'anna' },
        settings: DEFAULT_PROJECT_SETTINGS,
      }) as never,
    'production.snapshot': () =>
      ({ run: { state: 'idle', failed: 0, lost: 0, inDoubt: 0, stopped: null }, batches: [] }) as never,
    'production.plan': () => PLAN,
    'production.start': () => null as never,
  });
}

const summary = () => production.all('button', /^Webhook: /)[0]?.textContent;
const isReady = () => !production.get('button', 'Render 6 lines').disabled;
const sent = () => production.requests('production.start') as { webhookUrl?: string | null }[];
/** Starts the run by its command, as the shortcut does. */
const start = () => production.act(() => void runCommand('run.start'));

describe('the webhook of a run', () => {
  afterEach(() => production.remove());

  it('defaults to the connection’s own, and shows only its host', async () => {
    await open('https://studio.example/done?token=secret');
    expect(summary()).toBe('Webhook: studio.example');
    expect(document.querySelector('main')?.textContent).not.toContain('secret');
    await start();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).not.toHaveProperty('webhookUrl');
  });

  it('can be turned off for this run', async () => {
    await open('https://studio.example/done');
    await production.click('radio', 'Off for this run');
    expect(summary()).toBe('Webhook: off for this run');
    await start();
    expect(sent()).toMatchObject([{ webhookUrl: null }]);
  });

  it('can be another absolute URL for this run', async () => {
    await open('https://studio.example/done');
    await production.click('radio', 'A different one for this run');
    await production.fill('textbox', 'Webhook address', 'no address');
    expect(isReady()).toBe(false);
    await start();
    expect(sent()).toEqual([]);
    await production.fill('textbox', 'Webhook address', 'http://127.0.0.1:7000/other');
    expect(isReady()).toBe(true);
    await start();
    expect(sent()).toMatchObject([{ webhookUrl: 'http://127.0.0.1:7000/other' }]);
  });

  it('is absent if the connection has none', async () => {
    await open(null);
    expect(production.all('radio', 'Off for this run')).toEqual([]);
    await start();
    expect(sent()[0]).not.toHaveProperty('webhookUrl');
  });
});

describe('the outcome of a webhook', () => {
  afterEach(() => production.remove());
  const batch = (number: number, webhook: Webhook): BatchRow => ({
    key: `b${number}`,
    number,
    batchId: number,
    leavesAt: 0,
    hasLeft: true,
    backAt: 0,
    lines: 'Act I 1–6',
    lineCount: 6,
    characters: 120,
    cells: 'dddddd',
    state: 'done',
    failed: 0,
    webhook,
  });
  const called = { host: 'studio.example', calledAt: 0 };
  const BATCHES = [
    batch(1, { ...called, state: 'answered', status: 204 }),
    batch(2, { ...called, state: 'failed', status: 500 }),
  ];

  it('is shown on the board and explained in the inspector', async () => {
    production = await render(
      <>
        <Board batches={BATCHES} label="Batches" />
        <ProductionInspector />
      </>,
      { 'production.snapshot': () => ({ run: { stopped: null }, batches: BATCHES }) as never },
    );
    const marks = production.all('img', /^Webhook /).map((mark) => mark.getAttribute('aria-label'));
    expect(marks).toEqual(['Webhook answered 204', 'Webhook failed: 500']);
    const said = document.querySelector('[aria-labelledby="webhooks"]')?.textContent ?? '';
    // Latest first.
    expect(said.indexOf('failed: 500')).toBeLessThan(said.indexOf('answered 204'));
    expect(said).toContain('Your results have arrived anyway.');
  });
});
