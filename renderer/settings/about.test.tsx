// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { INITIAL_VIEW } from '../../shared/ipc/view-preferences.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { About, Report } from './about.tsx';

const INFO = {
  version: '1.2.3',
  platform: 'linux',
  host: 'electron',
  keychain: true,
  theme: 'dark',
} as ReplyOf<'app.info'>;

let settings: Rendered;
afterEach(async () => {
  await settings.remove();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('third-party licences', () => {
  it('are listed, with one licence text shown at a time', async () => {
    const packages = [
      { name: 'react', version: '19.3.1', licence: 'MIT', text: 'Permission is hereby granted' },
      { name: 'zod', version: '4.6.7', licence: 'MIT', text: 'Copyright (c) Colin McDonnell' },
    ];
    const fetchNotices = vi.fn(async () => new Response(JSON.stringify(packages)));
    vi.stubGlobal('fetch', fetchNotices);
    settings = await render(<About />, { 'app.info': () => INFO });
    expect(fetchNotices).toHaveBeenCalledWith('notices.json');
    const text = () => document.querySelector('main')?.textContent;
    expect(text()).toContain('GNU General Public License, version 3 or later');
    expect(text()).not.toContain('Permission');
    await settings.click('button', /^react 19/);
    expect(document.querySelector('pre')?.textContent).toBe('Permission is hereby granted');
    await settings.click('button', /^zod 4/);
    expect(document.querySelector('pre')?.textContent).toContain('Colin McDonnell');
  });
});

describe('a report', () => {
  const open = async (project: object | null, selectedLineId: number | null = null) => {
    settings = await render(null, {
      'app.info': () => INFO,
      'preferences.get': () => INITIAL_VIEW,
      'project.current': () => project as never,
      'report.make': ({ lineId }) => ({
        text: `## Application\nline ${lineId}`,
        words: lineId === null ? null : 'Did you hear what I was playing, Lane?',
      }),
    });
    useView.getState().selectLine(selectedLineId);
    await settings.show(<Report />);
  };
  const withWords = () => settings.get('checkbox', /^Include the selected/);
  const report = () => document.querySelector('pre')?.textContent;

  it('is shown before it is copied, and copied exactly as shown', async () => {
    let copied = '';
    // Browsers collect the copied text with an event.
    document.execCommand = () => {
      const event = new Event('copy');
      const clipboardData = { setData: (_: string, text: string) => (copied = text) };
      return document.dispatchEvent(Object.assign(event, { clipboardData }));
    };
    await open({ id: 'p', path: '/p' });
    expect(settings.all('button', 'Copy report')).toEqual([]);
    await settings.click('button', 'Create report');
    expect(settings.requests('report.make')).toEqual([
      { about: expect.arrayContaining([{ name: 'version', value: '1.2.3' }]), lineId: null },
    ]);
    await settings.click('button', 'Copy report');
    expect(copied).toBe('## Application\nline null');
    expect(report()).toBe(copied);
    expect(settings.notices()).toEqual(['Copied.']);
  });

  it('includes text of the selected line only on request, and shows it', async () => {
    await open({ id: 'p', path: '/p' }, 7);
    await settings.click('button', 'Create report');
    expect(settings.requests('report.make')).toMatchObject([{ lineId: null }]);
    withWords().focus();
    await settings.press(' ');
    expect(settings.requests('report.make')[1]).toMatchObject({ lineId: 7 });
    expect(document.querySelector('blockquote')?.textContent).toBe('Did you hear what I was playing, Lane?');
    expect(report()).toContain('line 7');
  });

  it('can’t include text if no line is selected', async () => {
    await open(null);
    expect(withWords().disabled).toBe(true);
  });
});
