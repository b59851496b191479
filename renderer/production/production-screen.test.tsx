// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { BatchRow, PlanPreview, RunSnapshot, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { failWith } from '../bridge/testing/fake-bridge.ts';
import { runCommand } from '../ui/commands.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { ProductionInspector } from './production-inspector.tsx';
import { ProductionScreen } from './production-screen.tsx';
import { useProductionView } from './production-view.tsx';
import { RunCommands } from './run-commands.ts';

const IDLE: RunSummary = {
  state: 'idle',
  isCancelled: false,
  runId: null,
  startedAt: null,
  finishedAt: null,
  lines: 0,
  rendered: 0,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  waiting: 0,
  inFlight: 0,
  characters: 0,
  charactersSent: 0,
  batches: 0,
  batchesInFlight: 0,
  extraTakes: 0,
  extraTakesRendered: 0,
  refused: 0,
  allSentAt: null,
  doneAt: null,
  wait: null,
  stopped: null,
  leftOut: null,
};
const RUNNING: RunSummary = { ...IDLE, state: 'running', runId: 1, lines: 120, rendered: 50, waiting: 70 };
const PLAN: PlanPreview = {
  lines: 20,
  characters: 1_000,
  batches: [],
  allSentAt: 1_000,
  doneAt: 2_000,
  reused: 0,
  inFlight: 0,
  inDoubt: 0,
  lost: 0,
  blocked: 0,
  approved: 0,
  missingAudio: 0,
  paidAgain: 0,
  overCap: 0,
  overCapLabel: '',
  replaced: 0,
  room: null,
  price: null,
  confirmPrice: null,
  bannedBy: [],
  plans: [],
  warnings: 0,
};
const ROW: BatchRow = {
  key: 'b1',
  number: 1,
  batchId: 1,
  leavesAt: 0,
  hasLeft: true,
  backAt: null,
  lines: 'Lines 1–50',
  lineCount: 50,
  characters: 900,
  cells: 'd'.repeat(50),
  state: 'done',
  failed: 0,
  webhook: null,
};
const ACCOUNT: ConnectionStatus = {
  id: 'c',
  name: 'Studio',
  kind: 'account',
  plan: 'growth',
  state: 'ready',
  failure: null,
};
const LOCAL: ConnectionStatus = { ...ACCOUNT, kind: 'local', plan: 'enterprise' };

const project = (origin: string, targets: readonly string[] = []) =>
  ({ id: 'p', path: '/p', connection: { origin, userId: 'u' }, settings: { targets } }) as unknown as ProjectSummary;

let snapshot: RunSnapshot;
let plan: PlanPreview;
let screen: Rendered;

beforeEach(async () => {
  snapshot = { run: IDLE, batches: [] };
  plan = PLAN;
  screen = await render(null, {
    'project.current': () => project('https://tts.example'),
    'connection.status': () => ACCOUNT,
    'connection.list': () => [],
    'production.snapshot': () => snapshot,
    'production.plan': () => plan,
    'production.budget': () => ({
      requests: { used: 1, limit: 10 },
      characters: { used: 100, limit: 87_500 },
      heldUntil: null,
    }),
    'production.doubts': () => [],
    'production.failed': () => [],
    'production.ledger': () => ({
      total: 40,
      auditions: 0,
      moneyCap: null,
      confirmPrice: null,
      spent: 0,
      retakes: 0,
      inDoubt: 0,
      lost: 0,
      thisRun: 0,
      cap: null,
      pricePerThousand: null,
      currency: 'EUR',
      runs: [],
    }),
    'production.log': () => [],
    'production.start': () => snapshot,
    'production.pause': () => snapshot.run,
    'production.resume': () => snapshot.run,
    'production.cancel': () => ({ ...snapshot.run, canceled: 70, step: 'cancel' }),
    'production.retryFailed': () => snapshot,
    'undo.undo': () => ({ redo: true }),
  });
});
afterEach(async () => {
  await screen.remove();
  useProductionView.setState(useProductionView.getInitialState());
});

const open = () =>
  screen.show(
    <>
      <RunCommands />
      <ProductionScreen />
      <ProductionInspector />
    </>,
  );
const has = (name: string) => screen.all('button', name).length > 0;
const notices = () => screen.texts('[role="status"] p');
const dialogs = () => screen.all('dialog');

describe('a plan', () => {
  it('shows the cap and what it leaves out', async () => {
    plan = { ...PLAN, overCap: 42, overCapLabel: 'Lines 19–60', room: { characters: 36, by: 'money' } };
    await open();
    expect(screen.text).toContain('42 lines over the cap will be skipped (Lines 19–60)');
    expect(screen.figures()).toMatchObject({ 'characters left under cap': '36' });
  });

  it('shows the policy on synthetic voices of the stores that the book is for', async () => {
    screen.bridge.answer({ 'project.current': () => project('https://tts.example', ['acx']) });
    await open();
    expect(screen.texts('[aria-label="Store policies on synthetic voices"] li')).toEqual([
      expect.stringContaining('ACX accepts only human narration unless'),
    ]);
  });

  it('renders lines with missing audio again only if the producer says so', async () => {
    screen.bridge.answer({
      'production.plan': ({ renderMissing }) => ({
        ...PLAN,
        ...(renderMissing ? { lines: 2, paidAgain: 2 } : { lines: 0, missingAudio: 2 }),
      }),
    });
    await open();
    expect(screen.get('button', 'Render 0 lines').disabled).toBe(true);
    await screen.click('checkbox', 'Also re-render 2 lines with missing audio (charged again)');
    await screen.click('button', 'Render 2 lines');
    expect(screen.requests('production.start')).toMatchObject([{ renderMissing: true }]);
  });

  it('has lines whose approved take is stale, which is confirmed, unless the producer leaves them out', async () => {
    screen.bridge.answer({
      'production.plan': ({ replaceApproved }) => ({
        ...PLAN,
        ...(replaceApproved ? { lines: 7, replaced: 1 } : { lines: 6, approved: 1 }),
      }),
    });
    await open();
    const box = () => screen.get('checkbox', 'Render 1 line whose approved take is stale');
    expect([screen.all('button', 'Render 7 lines').length, box().checked]).toEqual([1, true]);
    await screen.click('button', 'Render 7 lines');
    expect(screen.requests('production.start')).toEqual([]);
    expect(screen.get('dialog').textContent).toContain('1 line has a stale approved take');
    await screen.click('button', 'Cancel');
    await screen.clickOn(box());
    await screen.click('button', 'Render 6 lines');
    expect(screen.requests('production.start')).toMatchObject([{ replaceApproved: false }]);
  });

  it('starts at once if its price is below the limit', async () => {
    plan = { ...PLAN, price: { amount: 0.2, currency: 'EUR' }, confirmPrice: 0.5 };
    await open();
    await screen.click('button', 'Render 20 lines');
    expect(dialogs()).toEqual([]);
    expect(screen.requests('production.start')).toMatchObject([{ confirmed: false }]);
  });

  it('needs confirmation if a planned store bans synthetic narration', async () => {
    plan = { ...PLAN, bannedBy: ['acx'] };
    const own = project('https://tts.example', ['acx']);
    screen.bridge.answer({ 'project.updateSettings': () => ({ ...own, step: null }) });
    await open();
    await screen.click('button', 'Render 20 lines');
    expect(screen.get('dialog').textContent).toContain('ACX accepts only human narration unless');
    expect(screen.requests('production.start')).toEqual([]);
    await screen.click('button', 'Render');
    expect(screen.requests('project.updateSettings')).toEqual([{ authorisedTargets: ['acx'] }]);
    expect(screen.requests('production.start')).toMatchObject([{ confirmed: true }]);
  });

  it('is confirmed before it starts if it costs more', async () => {
    plan = { ...PLAN, price: { amount: 10, currency: 'EUR' }, confirmPrice: 0.5 };
    await open();
    await screen.click('button', 'Render 20 lines');
    expect(screen.get('dialog').textContent).toContain('above 0.50 EUR');
    await screen.click('button', 'Cancel');
    expect(dialogs()).toEqual([]);
    expect(screen.requests('production.start')).toEqual([]);
    await screen.act(() => runCommand('run.start'));
    await screen.click('button', 'Render for 10.00 EUR');
    expect(screen.requests('production.start')).toMatchObject([{ confirmed: true }]);
  });

  it('is confirmed if the studio asks for it because the price has changed', async () => {
    screen.bridge.answer({
      'production.start': ({ confirmed }) =>
        confirmed ? snapshot : failWith('production.start', { kind: 'invalid', field: 'price', reason: 'unconfirmed' }),
    });
    await open();
    await screen.click('button', 'Render 20 lines');
    await screen.click('button', 'Render');
    expect(screen.requests('production.start')).toMatchObject([{ confirmed: false }, { confirmed: true }]);
  });
});

describe('a run', () => {
  const rowsOf = (...states: BatchRow['state'][]) =>
    states.map((state, at): BatchRow => ({ ...ROW, key: `b${at}`, number: at + 1, state }));
  const rows = () => screen.texts('[aria-label="Batches of the run"] [role="row"][data-state]');

  it('can be paused', async () => {
    const wait = { cause: 'budget', until: 60_000, problem: null } as const;
    snapshot = { run: { ...RUNNING, wait }, batches: rowsOf('done', 'waits-for-budget') };
    await open();
    expect(rows()).toEqual([expect.stringContaining('done'), expect.stringContaining('waiting for minute limit')]);
    expect(notices()).toEqual([expect.stringContaining('This minute’s limit has been reached.')]);
    await screen.click('button', 'Pause');
    expect(screen.requests('production.pause')).toHaveLength(1);
  });

  it('shows how many lines wait while it is paused, and can be resumed', async () => {
    snapshot = { run: { ...RUNNING, state: 'paused' }, batches: [ROW] };
    await open();
    expect(notices()).toEqual([expect.stringMatching(/^Paused with 70 lines waiting\./)]);
    expect(has('Pause')).toBe(false);
    await screen.click('button', 'Resume');
    expect(screen.requests('production.resume')).toHaveLength(1);
  });

  it('needs confirmation to resume if a store that bans synthetic narration was added in the meantime', async () => {
    snapshot = { run: { ...RUNNING, state: 'paused' }, batches: [ROW] };
    const own = project('https://tts.example', ['acx']);
    let isAuthorised = false;
    screen.bridge.answer({
      'project.current': () => own,
      'project.updateSettings': () => {
        isAuthorised = true;
        return { ...own, step: null };
      },
      'production.resume': () =>
        isAuthorised
          ? snapshot.run
          : failWith('production.resume', { kind: 'invalid', field: 'target', reason: 'banned' }),
    });
    await open();
    await screen.click('button', 'Resume');
    expect(screen.get('dialog').textContent).toContain('ACX accepts only human narration unless');
    await screen.click('button', 'Confirm and resume');
    expect(screen.requests('project.updateSettings')).toEqual([{ authorisedTargets: ['acx'] }]);
    expect(screen.requests('production.resume')).toHaveLength(2);
    expect(dialogs()).toEqual([]);
  });

  it('can have its unsent lines cancelled, with undo', async () => {
    snapshot = { run: RUNNING, batches: [ROW] };
    await open();
    await screen.click('button', 'Cancel 70 unsent lines');
    expect(screen.requests('production.cancel')).toHaveLength(1);
    await screen.click('button', 'Undo');
    expect(screen.requests('undo.undo')).toEqual([{ step: 'cancel' }]);
  });

  it('explains that the service asked it to wait', async () => {
    const wait = { cause: 'rate-limited', until: 60_000, problem: null } as const;
    snapshot = { run: { ...RUNNING, refused: 4, wait }, batches: [{ ...ROW, state: 'sending' }] };
    await open();
    expect(notices()).toEqual([expect.stringContaining('The service asked Lectern to wait (429)')]);
    expect(screen.figures()).toMatchObject({ refused: '4' });
    expect(rows()).toEqual([expect.stringContaining('Lines 1–50')]);
  });

  it('explains that the service does not answer', async () => {
    const problem = {
      kind: 'connection',
      phase: 'not-sent',
      failure: 'refused-connection',
      origin: 'https://tts.example',
      code: 'ECONNREFUSED',
    } as const;
    const wait = { cause: 'unreachable', until: 60_000, problem } as const;
    snapshot = { run: { ...RUNNING, wait }, batches: [ROW] };
    await open();
    expect(notices()).toEqual([
      expect.stringMatching(/^The service isn’t responding\..* https:\/\/tts\.example.* Resuming at /),
    ]);
  });

  it('that reached the cap names what it leaves out, and leads to the field', async () => {
    const stopped = { kind: 'capped', by: 'characters' } as const;
    snapshot = { run: { ...RUNNING, state: 'paused', stopped, leftOut: 'Lines 51–120' }, batches: [ROW] };
    await open();
    expect(notices().at(-1)).toBe(
      'Sending more would exceed the project’s character cap. 70 lines are skipped: Lines 51–120. Raise the cap, then resume.',
    );
    await screen.click('button', 'Raise the cap');
    expect(document.activeElement).toBe(screen.get('textbox', 'Cap'));
  });

  it('marks batches that were sent again', async () => {
    snapshot = { run: RUNNING, batches: rowsOf('sent-again', 'done') };
    await open();
    expect(rows()[0]).toContain('resent');
  });
});

describe('the local service', () => {
  beforeEach(() => {
    screen.bridge.answer({
      'project.current': () => project(LOCAL_ORIGIN),
      'connection.status': () => LOCAL,
      'production.budget': () => ({
        requests: { used: 0, limit: null },
        characters: { used: 0, limit: null },
        heldUntil: null,
      }),
    });
  });
  const regions = () => screen.texts('section h2');

  it('shows no batches, budget, plans or webhook', async () => {
    plan = { ...PLAN, batches: [ROW], plans: [{ plan: 'growth', allSentAt: 1, current: false }] };
    await open();
    expect(screen.figures()).toHaveProperty('estimated time');
    expect(screen.texts('[aria-label="Planned batches"]')).toEqual([]);
    expect(regions()).toEqual(['Ledger']);
    expect(screen.text).not.toContain('Webhook: ');
  });

  it('shows them while it simulates a plan', async () => {
    plan = { ...PLAN, batches: [ROW], plans: [{ plan: 'startup', allSentAt: 1, current: true }] };
    screen.bridge.answer({
      'connection.status': () => ({ ...LOCAL, plan: 'startup' }),
      'production.budget': () => ({
        requests: { used: 0, limit: 10 },
        characters: { used: 0, limit: 87_500 },
        heldUntil: null,
      }),
    });
    await open();
    expect(screen.texts('[aria-label="Planned batches"]')).toHaveLength(1);
    expect(regions()).toEqual(['This minute', 'By plan', 'Ledger']);
  });

  it('shows a run as one bar with one way to stop it', async () => {
    snapshot = { run: { ...RUNNING, lines: 3_000 }, batches: [ROW] };
    await open();
    const bar = screen.get('progressbar', 'Progress');
    expect(bar.getAttribute('aria-valuetext')).toBe('50 of 3,000 lines rendered');
    expect(screen.texts('[aria-label="Batches of the run"]')).toEqual([]);
    expect([has('Pause'), has('Cancel 70 unsent lines')]).toEqual([false, false]);
    await screen.click('button', 'Stop');
    expect(screen.requests('production.cancel')).toHaveLength(1);
  });
});

describe('batches in doubt or lost', () => {
  type Doubt = ReplyOf<'production.doubts'>[number];
  const DOUBT: Doubt = {
    kind: 'in-doubt',
    causes: [],
    batchId: 8,
    number: 1,
    sentAt: 0,
    lines: 50,
    label: 'Lines 1–50',
    characters: 900,
    reason: null,
  };
  let doubts: Doubt[];

  beforeEach(() => {
    doubts = [DOUBT];
    screen.bridge.answer({
      'production.doubts': () => doubts,
      'production.decideDoubt': ({ batchId }) => {
        doubts = doubts.filter((one) => one.batchId !== batchId);
        snapshot = { ...snapshot, run: { ...snapshot.run, inDoubt: snapshot.run.inDoubt + 1 } };
        queueMicrotask(() => screen.bridge.emit('run-changed', { ...snapshot, replaceAll: true }));
        return { step: 'left-out', doubts };
      },
    });
  });
  const articles = () => screen.texts('article');

  it('warn about paying twice, and are sent again on request', async () => {
    await open();
    expect(articles()).toEqual([expect.stringContaining('If you resend it, you may be charged twice.')]);
    await screen.click('button', 'Resend');
    expect(screen.requests('production.decideDoubt')).toEqual([{ batchId: 8, decision: 'send-again' }]);
    expect(articles()).toEqual([]);
  });

  it('are left out on request, with undo', async () => {
    await open();
    await screen.click('button', 'Skip');
    expect(screen.requests('production.decideDoubt')).toEqual([{ batchId: 8, decision: 'leave-out' }]);
    expect(articles()).toEqual([]);
    await screen.click('button', 'Undo');
    expect(screen.requests('undo.undo')).toEqual([{ step: 'left-out' }]);
  });

  it('say why lines are lost', async () => {
    doubts = [{ ...DOUBT, kind: 'lost', causes: ['audio-gone'], lines: 2 }];
    await open();
    expect(articles()).toEqual([expect.stringContaining('2 of its lines won’t come back.')]);
    expect(articles()[0]).toContain('The service created the audio but no longer has the file.');
    expect(screen.texts('section h2')).toContain('Lost');
  });
});

describe('failed lines', () => {
  it('are listed with the reason, link to the script and can be retried', async () => {
    snapshot = { run: { ...IDLE, state: 'finished', failed: 1 }, batches: [ROW] };
    screen.bridge.answer({
      'production.failed': () => [
        {
          lineId: 7,
          label: 'Line 7',
          excerpt: 'This is line 7',
          failure: { kind: 'failed-by-service', message: 'The voice lost its breath.' },
        },
      ],
    });
    await open();
    expect(screen.texts('[aria-labelledby="failures"] li')).toEqual([
      'Line 7: This is line 7The voice lost its breath.',
    ]);
    await screen.click('button', /^Retry \d+ failed lines?$/);
    expect(screen.requests('production.retryFailed')).toEqual([{}]);
    await screen.click('button', /^Line 7/);
    expect(useView.getState()).toMatchObject({ screen: 'script', selectedLineId: 7 });
  });
});

const ENTRY = {
  batch: null,
  line: null,
  lines: null,
  problem: null,
  doubt: null,
  loss: null,
  failure: null,
  stop: null,
} as const;

describe('the log of a run', () => {
  it('explains batches that were sent again because of the connection’s setting', async () => {
    screen.bridge.answer({
      'production.log': () => [
        { ...ENTRY, at: 1, kind: 'sent-again', batch: 1, lines: 20 },
        { ...ENTRY, at: 2, kind: 'waiting', problem: { kind: 'rate-limited', status: 429, message: null } },
      ],
    });
    await open();
    const log = document.querySelector<HTMLDetailsElement>('details:has(summary.label)');
    if (!log) throw new Error('there is no log');
    expect(log.querySelectorAll('li')).toHaveLength(0);
    await screen.act(() => {
      log.open = true;
      log.dispatchEvent(new Event('toggle'));
    });
    expect(screen.texts('details ol li')).toEqual([
      expect.stringContaining('too many requests or characters this minute (429)'),
      expect.stringContaining('Batch 1 resent (20 lines), as set for the connection'),
    ]);
  });
});
