import { expect, it } from 'vitest';
import { LatestQuestion } from './latest-question.ts';

it('is asked while no other one is answered, and else waits for it; those in between are not asked', async () => {
  const latest = new LatestQuestion<string>();
  const asked: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const ask = (name: string) =>
    latest.ask(() => {
      asked.push(name);
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      return gate.promise;
    });
  const first = ask('first');
  const between = ask('between');
  const last = ask('last');
  await expect(between).rejects.toMatchObject({ error: { kind: 'cancelled' } });
  expect(asked).toEqual(['first']);
  gates.get('first')?.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await Promise.resolve();
  gates.get('last')?.resolve('answer');
  expect(await last).toBe('answer');
  expect(asked).toEqual(['first', 'last']);
});
