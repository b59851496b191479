// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { LineInspector } from './line-inspector.tsx';

const DETAIL: LineDetail = {
  id: 7,
  chapterNumber: 1,
  numberInChapter: 3,
  chapterId: 1,
  chapterTitle: 'Act I',
  status: 'fresh',
  characters: 9,
  speakers: [],
  turns: [{ role: 'LANE', text: 'Yes, sir.' }],
  parameters: [],
  payload: null,
  problem: null,
  warnings: [],
  directions: [],
  sounds: [],
  failure: null,
  whyStale: null,
  readAloud: null,
  webhook: { host: 'studio.example', state: 'answered', calledAt: Date.UTC(2026, 10, 22), status: 204 },
  heading: null,
  pause: { setSeconds: null, usual: null },
  previousLineId: null,
  nextLineId: null,
};

let inspector: Rendered;
afterEach(() => inspector.remove());

it('shows how the voice reads numbers and abbreviations', async () => {
  inspector = await render(null, {
    'line.detail': () => ({ ...DETAIL, readAloud: 'Number 5, sir.' }),
    'project.current': () => null,
    'project.roles': () => [],
    'voices.list': () => [],
  });
  useView.getState().selectLine(7);
  await inspector.show(<LineInspector />);
  expect(document.body.textContent).toContain('Read aloud as “Number 5, sir.”');
});

it('shows when the webhook of the selected line was called and its reply', async () => {
  inspector = await render(null, {
    'line.detail': () => DETAIL,
    'project.current': () => null,
    'project.roles': () => [],
    'voices.list': () => [],
  });
  useView.getState().selectLine(7);
  await inspector.show(<LineInspector />);
  expect(inspector.requests('line.detail')).toEqual([{ lineId: 7 }]);
  const webhook = document.querySelector('[aria-labelledby="line-webhook"]')?.textContent;
  expect(webhook).toContain('Webhook · answered 204');
  expect(webhook).toContain('studio.example was notified on');
});
