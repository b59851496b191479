// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { ModelSettingsEntry } from '../../../shared/ipc/model-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { type FakeAnswers, failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { importPreview } from '../testing/previews.ts';
import { ModelAttribution } from './model-attribution.tsx';
import { decisionsOf, useSpeakerDecisions } from './speaker-decisions.ts';

const ELSEWHERE = 'https://model.example';
const CHOICES: ImportChoices = { kind: 'prose', roles: null, merges: [], attribute: true };

let asking: Rendered;
let went: string[];
afterEach(async () => {
  await asking.remove();
  useSpeakerDecisions.getState().forget('novel.txt');
});

const plan = (change: Partial<ReplyOf<'model.plan'>> = {}): ReplyOf<'model.plan'> => ({
  origin: ELSEWHERE,
  model: 'large',
  isLocal: false,
  hasConsent: false,
  quotations: 3,
  requests: 3,
  answered: 0,
  characters: 900,
  tokens: { input: 300, output: 60 },
  cost: null,
  currency: 'USD',
  mostCost: null,
  ...change,
});

async function show(answers: FakeAnswers): Promise<void> {
  went = [];
  asking = await render(
    <ModelAttribution
      importId="import-1"
      file="novel.txt"
      choices={CHOICES}
      back={() => void went.push('back')}
      confirm={() => void went.push('confirm')}
    />,
    {
      'model.cancel': () => null,
      'model.setConsent': ({ hasConsent }) => ({ hasConsent }) as ModelSettingsEntry,
      ...answers,
    },
  );
}

const sentences = () => asking.all('listitem').map(({ textContent }) => textContent);

describe('asking a language model', () => {
  it('on another machine sends nothing without consent, which can be withdrawn', async () => {
    await show({ 'model.plan': () => plan() });
    expect(sentences().join(' ')).toContain(`will be sent to ${ELSEWHERE}`);
    const consent = () => asking.get('checkbox', `Allow sending parts of books to ${ELSEWHERE}`);
    const send = () => asking.get('button', 'Send 3 requests');
    expect([consent().checked, send().disabled]).toEqual([false, true]);
    await asking.click('checkbox', /Allow sending/);
    expect(asking.requests('model.setConsent')).toEqual([{ origin: ELSEWHERE, hasConsent: true }]);
    expect([consent().checked, send().disabled]).toEqual([true, false]);
    await asking.click('checkbox', /Allow sending/);
    expect([consent().checked, send().disabled]).toEqual([false, true]);
    send().click();
    expect(asking.requests('model.ask')).toEqual([]);
  });

  it('on this computer needs no consent, and shows the cost', async () => {
    const local = { origin: 'http://localhost:1', isLocal: true, cost: 0.001, currency: 'EUR' };
    await show({ 'model.plan': () => plan(local) });
    expect(sentences().join(' ')).toMatch(/will be sent to http:\/\/localhost:1, on this computer, in 3 requests/);
    expect(sentences().join(' ')).toContain('This will cost about 0.00');
    expect(asking.all('checkbox')).toEqual([]);
    expect(asking.get('button', 'Send 3 requests').disabled).toBe(false);
  });

  it('keeps the answers, reports on them and leads to the quotations', async () => {
    const told = { q1: { speaker: 'Tom', confidence: 0.9 } } as unknown as ReplyOf<'model.ask'>['told'];
    const report: ReplyOf<'model.ask'>['report'] = {
      end: 'done',
      quotations: 3,
      answered: 3,
      unusable: 0,
      unasked: 0,
      sent: 3,
      kept: 0,
      failed: 0,
      tokens: { input: 300, output: 60 },
      isEstimated: false,
      cost: null,
      currency: 'USD',
      failure: null,
    };
    await show({
      'model.plan': () => plan({ hasConsent: true }),
      'model.ask': () => ({ told, report }),
      'project.importPreview': () => importPreview({ speech: { quotations: 5, doubtful: 1, lost: 0 } }),
    });
    await asking.click('button', 'Send 3 requests');
    const speakers = { said: {}, names: [] };
    expect(asking.requests('model.ask')).toEqual([
      { importId: 'import-1', origin: ELSEWHERE, choices: { ...CHOICES, speakers } },
    ]);
    expect(sentences().join(' ')).toContain('The model answered 3 quotations of 3.');
    expect(decisionsOf('novel.txt').told).toEqual(told);
    expect(document.querySelector('[role=status]')?.textContent).toBe('1 quotation is still uncertain.');
    await asking.click('button', 'Confirm who speaks…');
    expect(went).toEqual(['confirm']);
  });

  it('links to the settings if none is set up', async () => {
    const notSetUp = { kind: 'model', failure: { kind: 'not-set-up' } } as const;
    await show({ 'model.plan': () => failWith('model.plan', notSetUp as never) });
    expect(document.body.textContent).toContain('No language model is set up.');
    await asking.click('button', 'Open settings');
    expect(useView.getState()).toMatchObject({ screen: 'settings', settingsPart: 'model', dialog: null });
  });

  it('is cancelled when the dialog closes', async () => {
    await show({ 'model.plan': () => plan() });
    expect(asking.requests('model.cancel')).toEqual([]);
    await asking.click('button', 'Cancel');
    expect(went).toEqual(['back']);
    await asking.remove();
    expect(asking.requests('model.cancel')).toEqual([{}]);
  });
});
