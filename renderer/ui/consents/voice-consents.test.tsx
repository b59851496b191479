// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VoiceConsent } from '../../../shared/model/consent.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../testing/render.tsx';
import { today } from './consent-dialogs.tsx';
import { ConsentNotice } from './voice-consents.tsx';

const IDENTITY = { origin: 'https://a.example', userId: 'u1', voice: 'ada' };
const ADA: VoiceConsent = {
  ...IDENTITY,
  name: 'Ada',
  state: 'missing',
  decision: null,
  roles: ['LANE'],
  lineIds: [1, 2],
};

let notice: Rendered;
beforeEach(async () => {
  notice = await render(<ConsentNotice voices={[ADA]} />, {
    'consent.decide': () => ({ step: 's' }),
    'consent.add': () => ({}) as never,
  });
});
afterEach(() => notice.remove());

const isDisabled = (name: string) => (notice.get('button', name) as HTMLButtonElement).disabled;

describe('voices without a valid consent', () => {
  it('are listed with the problem until a decision is recorded', async () => {
    expect(notice.get('alert').textContent).toContain(
      '“Ada” (2 lines): this computer has no record of the person’s consent.',
    );
    const decision = {
      ...IDENTITY,
      name: 'Ada',
      about: 'missing' as const,
      reason: 'Contract',
      decidedBy: 'Bo',
      decidedAt: 0,
    };
    await notice.show(<ConsentNotice voices={[{ ...ADA, decision }]} />);
    expect(notice.all('alert')).toEqual([]);
    expect(notice.get('note').textContent).toContain('decided by Bo on 1970-01-01. Reason: Contract');
    expect(notice.all('button')).toEqual([]);
  });

  it('are exported after a decision with a reason and a name, which can be undone', async () => {
    await notice.click('button', 'Export without consent…');
    expect(notice.get('dialog').textContent).toContain('2 lines are spoken by this voice');
    await notice.fill('textbox', 'Reason', 'Contract');
    expect(isDisabled('Record decision')).toBe(true);
    await notice.fill('textbox', 'Decided by', ' Bo ');
    await notice.click('button', 'Record decision');
    expect(notice.requests('consent.decide')).toEqual([
      { identity: IDENTITY, decision: { reason: 'Contract', decidedBy: 'Bo' } },
    ]);
    expect(notice.all('dialog')).toEqual([]);
    expect(notice.notices().at(-1)).toContain('Decision about “Ada” recorded');
  });

  it('get a consent, whose statement must be ticked again after its wording changes', async () => {
    await notice.click('button', 'Add consent…');
    await notice.fill('textbox', 'Speaker', 'Ada Lovelace');
    await notice.fill('textbox', 'Permitted use', 'Notes');
    await notice.click('checkbox');
    expect(isDisabled('Save consent')).toBe(false);
    await notice.fill('textbox', 'Permitted use', 'Letters');
    expect(isDisabled('Save consent')).toBe(true);
    await notice.click('checkbox');
    await notice.click('button', 'Save consent');
    const statement = `On ${today()}, Ada Lovelace agreed that the voice “Ada” may be used for this purpose: Letters`;
    const consent = { person: 'Ada Lovelace', purpose: 'Letters', givenOn: today(), validUntil: null };
    expect(notice.requests('consent.add')).toEqual([
      { identity: IDENTITY, voiceName: 'Ada', consent, statement, evidence: null },
    ]);
  });

  it('keep the dialog open if the decision can’t be saved', async () => {
    notice.bridge.answer({ 'consent.decide': () => failWith('consent.decide', { kind: 'not-found', what: 'voice' }) });
    await notice.click('button', 'Export without consent…');
    await notice.fill('textbox', 'Reason', 'Contract');
    await notice.fill('textbox', 'Decided by', 'Bo');
    await notice.click('button', 'Record decision');
    expect(notice.get('dialog').querySelector('[role=alert]')).not.toBeNull();
  });
});
