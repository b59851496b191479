import { describe, expect, it } from 'vitest';
import type { ConsentDecision, ConsentRecord } from '../model/consent.ts';
import { consentState, consentsOf, decisionFor } from './consent-state.ts';

const NOON = new Date(2026, 10, 29, 12).getTime();
const ADA = { origin: 'https://a.example', userId: 'u1', voice: 'ada' };
const RECORD: ConsentRecord = {
  id: 'c1',
  person: 'Ada Lovelace',
  purpose: 'Notes',
  givenOn: '2026-01-02',
  validUntil: null,
  voice: 'ada',
  voiceName: 'Ada',
  statement: 'Ada agreed.',
  recordedAt: 0,
  sample: null,
  evidence: null,
  connection: { origin: ADA.origin, userId: ADA.userId, name: 'A' },
  voicesBefore: [],
  deletedAt: null,
  withdrawal: null,
};
const WITHDRAWN: ConsentRecord = { ...RECORD, withdrawal: { on: '2026-05-01', note: null, recordedAt: 1 } };

describe('the consent to a voice', () => {
  it('is missing without a record, and belongs to one account of one service', () => {
    expect(consentState([], NOON)).toBe('missing');
    expect(consentsOf([RECORD], ADA)).toEqual([RECORD]);
    expect(consentsOf([RECORD], { ...ADA, userId: 'u2' })).toEqual([]);
    expect(consentsOf([RECORD], { ...ADA, origin: 'https://b.example' })).toEqual([]);
    expect(consentsOf([{ ...RECORD, voice: null }], ADA)).toEqual([]);
  });

  it('is valid on its last day, and expired on the next', () => {
    expect(consentState([{ ...RECORD, validUntil: '2026-11-29' }], NOON)).toBe('valid');
    expect(consentState([{ ...RECORD, validUntil: '2026-11-28' }], NOON)).toBe('expired');
  });

  it('is withdrawn for good, unless the person consents again', () => {
    expect(consentState([WITHDRAWN], NOON)).toBe('withdrawn');
    expect(consentState([WITHDRAWN, RECORD], NOON)).toBe('valid');
    expect(consentState([RECORD, WITHDRAWN], NOON)).toBe('valid');
    expect(consentState([WITHDRAWN, { ...RECORD, validUntil: '2026-01-03' }], NOON)).toBe('expired');
  });
});

it('a decision applies to one voice in the state in which it was made', () => {
  const decision: ConsentDecision = {
    ...ADA,
    name: 'Ada',
    about: 'missing',
    reason: 'In a contract',
    decidedBy: 'Bo',
    decidedAt: 1,
  };
  expect(decisionFor([decision], ADA, 'missing')).toEqual(decision);
  expect(decisionFor([decision], ADA, 'withdrawn')).toBeNull();
  expect(decisionFor([decision], { ...ADA, voice: 'bea' }, 'missing')).toBeNull();
  expect(decisionFor([decision, { ...decision, decidedBy: 'Cy' }], ADA, 'missing')?.decidedBy).toBe('Cy');
});
