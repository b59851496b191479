import { expect, it } from 'vitest';
import { GroupCommit } from './take-downloader.ts';

it('commits what comes together in one go, in order, and what comes later in another', async () => {
  const commits: number[][] = [];
  const group = new GroupCommit<number>((items) => void commits.push([...items]));
  await Promise.all([group.add(1), group.add(2), group.add(3)]);
  await group.add(4);
  expect(commits).toEqual([[1, 2, 3], [4]]);
});

it('tells everyone in a group that failed, and goes on', async () => {
  const group = new GroupCommit<number>((items) => {
    if (items.includes(1)) throw new Error('disk full');
  });
  const results = await Promise.allSettled([group.add(1), group.add(2)]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  await expect(group.add(3)).resolves.toBeUndefined();
});
