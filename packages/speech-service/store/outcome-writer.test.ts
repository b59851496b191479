import { expect, test } from 'vitest';
import { OutcomeWriter } from './outcome-writer.ts';

test('what ends in one turn is written in one transaction, in order', async () => {
  const written: string[] = [];
  const ends = new OutcomeWriter({
    inTransaction: (work) => {
      written.push('begin');
      return work();
    },
  });
  const end = (name: string) => ends.write(() => void written.push(name));
  await Promise.all([end('a'), end('b')]);
  await end('c');
  expect(written).toEqual(['begin', 'a', 'b', 'begin', 'c']);
});

test('one that can’t be written holds up no other', async () => {
  const ends = new OutcomeWriter({ inTransaction: (work) => work() });
  const written: string[] = [];
  const results = await Promise.allSettled([
    ends.write(() => void written.push('a')),
    ends.write(() => {
      throw new Error('full');
    }),
    ends.write(() => void written.push('c')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written).toContain('c');
});
