import { expect, it } from 'vitest';
import type { AskStudio } from '../ipc/shell-handlers.ts';
import { createScriptOpener } from './open-scripts.ts';

function setUp() {
  const told: unknown[] = [];
  const { promise: listening, resolve: listens } = Promise.withResolvers<void>();
  const ask = (async (_name: string, { path }: { readonly path: string }) => {
    told.push(`read ${path}`);
    if (path.endsWith('bad.txt')) return { ok: false, error: { kind: 'import', file: 'bad.txt', problem: 'empty' } };
    return { ok: true, value: { importId: `of ${path}` } };
  }) as unknown as AskStudio;
  const show = createScriptOpener({
    ask,
    listening,
    show: (found) => void told.push(found),
    tell: (error) => void told.push(error.kind),
  });
  return { told, listens, show };
}

it('waits for the page, and shows the first with the others behind it', async () => {
  const { told, listens, show } = setUp();
  const shown = show(['/a.txt', '/b.txt']);
  await Promise.resolve();
  expect(told).toEqual([]);
  listens();
  await shown;
  expect(told).toEqual(['read /a.txt', 'read /b.txt', { importId: 'of /a.txt', later: ['of /b.txt'] }]);
});

it('tells of one that can’t be read, and shows the others', async () => {
  const { told, listens, show } = setUp();
  listens();
  await show(['/bad.txt', '/b.txt']);
  await show(['/bad.txt']);
  expect(told).toEqual([
    'read /bad.txt',
    'import',
    'read /b.txt',
    { importId: 'of /b.txt', later: [] },
    'read /bad.txt',
    'import',
  ]);
});
