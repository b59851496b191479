import { expect, it } from 'vitest';
import { runText } from './limits.tsx';

it('says what a run may do on a plan', () => {
  expect(runText({ plan: 'growth', limits: {}, sharePercent: 100 })).toBe(
    'Per minute, a run sends up to 200 batches (up to 10,000 lines) and 350,000 characters, about 6.5 hours of speech. A 500,000-character book takes 1 minute to send.',
  );
  expect(runText({ plan: 'hacker', limits: {}, sharePercent: 50 })).toBe(
    'Per minute, a run sends up to 10 batches (up to 500 lines) and 17,500 characters, about 19 minutes of speech. A 500,000-character book takes 28 minutes to send.',
  );
});

it('goes by limits that were set by hand', () => {
  const limits = { batch: { requests: 1 } };
  expect(runText({ plan: 'growth', limits, sharePercent: 100 })).toBe(
    'A run sends up to 1 batch per minute (up to 50 lines).',
  );
  expect(runText({ plan: 'growth', limits: { batch: {} }, sharePercent: 100 })).toContain('No limits');
  expect(runText({ plan: 'growth', limits: { batch: { characters: 1_000_000 } }, sharePercent: 100 })).toContain(
    'is sent immediately',
  );
});
