// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeBridge, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { useView } from '../../ui/view-store.ts';
import { importPreview } from '../testing/previews.ts';
import { importFiles } from './import-files.ts';

let bridge: FakeBridge;
beforeEach(() => {
  bridge = installFakeBridge({
    'project.previewImport': ({ name }) => importPreview({ importId: name }),
    'project.joinImports': () => importPreview({ importId: 'book' }),
  });
});
afterEach(() => {
  useView.setState(useView.getInitialState(), true);
  bridge.remove();
});

const filesOf = (...names: readonly string[]): File[] => names.map((name) => new File(['Hello.'], name));

it('shows files in the order of their names, in which they can be joined', async () => {
  await importFiles(filesOf('Storm.txt', 'Calm 10.txt', 'Calm 2.txt'), new QueryClient());
  expect(useView.getState()).toMatchObject({ importId: 'Calm 2.txt', laterImports: ['Calm 10.txt', 'Storm.txt'] });
});

it('joins numbered files at once, in the order of their numbers', async () => {
  await importFiles(filesOf('Storm 10.txt', 'Storm 2.txt'), new QueryClient());
  const joined = bridge.calls.filter(({ channel }) => channel === 'project.joinImports');
  expect(joined.map(({ input }) => input)).toEqual([{ importIds: ['Storm 2.txt', 'Storm 10.txt'] }]);
});
