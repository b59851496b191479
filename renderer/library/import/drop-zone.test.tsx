// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeAnswers } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { importPreview } from '../testing/previews.ts';
import { DropZone } from './drop-zone.tsx';

const INVITATION = 'Drop a manuscript or script to preview the import';

let window: Rendered;
beforeEach(async () => {
  const answers: FakeAnswers = {
    'project.previewImport': ({ name }) => importPreview({ importId: `id of ${name}`, file: name }),
    'project.joinImports': () => importPreview({ importId: 'joined' }),
  };
  window = await render(
    <>
      <DropZone />
      <input aria-label="Search" />
      <p data-takes-files>Elsewhere</p>
    </>,
    answers,
  );
});
afterEach(() => window.remove());

interface Carried {
  readonly files?: readonly File[];
  /** Of the files, those that are folders. */
  readonly folders?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
}

/** What a drag, or the clipboard, carries. */
const transfer = ({ files = [], folders = [], texts = {} }: Carried) => ({
  types: files.length > 0 ? ['Files'] : Object.keys(texts),
  items: files.map((file) => ({
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: folders.includes(file.name) }),
  })),
  getData: (type: string) => texts[type] ?? '',
});

async function send(type: string, carried: Carried, on: Element = document.body): Promise<boolean> {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const data = transfer(carried);
  Object.assign(event, { dataTransfer: data, clipboardData: data, relatedTarget: null });
  await window.act(() => void on.dispatchEvent(event));
  return event.defaultPrevented;
}

const script = (name: string, words = `MARA: This is ${name}.\n`) => new File([words], name);
const read = () => window.requests('project.previewImport').map((input) => (input as { name: string }).name);
const shown = () => {
  const { dialog, importId, laterImports } = useView.getState();
  return dialog === 'import' ? [importId, ...laterImports] : [];
};

describe('files that are dropped on the window', () => {
  it('show an invitation while they are over it', async () => {
    await send('dragover', { files: [script('one.txt')] });
    expect(document.body.textContent).toContain(INVITATION);
    await send('dragleave', {});
    expect(document.body.textContent).not.toContain(INVITATION);
  });

  it('are read, and shown one after the other, in the order of their names', async () => {
    const files = ['one', 'two', 'three'].map((name) => script(`${name}.txt`));
    expect(await send('drop', { files })).toBe(true);
    expect(read()).toEqual(['one.txt', 'two.txt', 'three.txt']);
    expect(shown()).toEqual(['id of one.txt', 'id of three.txt', 'id of two.txt']);
  });

  it('with numbers in their names become one book, in that order', async () => {
    await send('drop', { files: [10, 2, 1].map((at) => script(`Storm ${at}.txt`)) });
    const importIds = [1, 2, 10].map((at) => `id of Storm ${at}.txt`);
    expect(window.requests('project.joinImports')).toEqual([{ importIds }]);
    expect(shown()).toEqual(['joined']);
    expect(useView.getState().importParts).toEqual(importIds);
  });

  it('are read without the folders among them, which are refused', async () => {
    await send('drop', { files: [script('Chapters'), script('storm.txt')], folders: ['Chapters'] });
    expect(window.notices()).toEqual([expect.stringMatching(/^“Chapters” can’t be imported/)]);
    expect(read()).toEqual(['storm.txt']);
  });

  it('are left to a part of the window that takes files itself', async () => {
    const elsewhere = document.querySelector('p') ?? document.body;
    expect(await send('drop', { files: [script('sample.wav')] }, elsewhere)).toBe(false);
    expect(read()).toEqual([]);
  });
});

describe('a text that is pasted', () => {
  const chapters = '<h1>One</h1><p>It rained.</p><h1>Two</h1><p>It poured.</p>';

  it('outside of a field is read as a document, with its headings', async () => {
    const texts = { 'text/html': chapters, 'text/plain': 'One It rained. Two It poured.' };
    expect(await send('paste', { texts })).toBe(true);
    const [{ bytes }] = window.requests('project.previewImport') as [{ bytes: Uint8Array }];
    expect(read()).toEqual(['Clipboard.html']);
    expect(new TextDecoder().decode(bytes)).toBe(chapters);
    expect(shown()).toEqual(['id of Clipboard.html']);
  });

  it('in a field goes into the field', async () => {
    const field = document.querySelector('input') ?? document.body;
    expect(await send('paste', { texts: { 'text/plain': 'MARA: Hello.' } }, field)).toBe(false);
    expect(read()).toEqual([]);
  });

  it('that is blank shows a notice', async () => {
    await send('paste', { texts: { 'text/plain': ' ' } });
    expect(window.notices()).toEqual(['The clipboard has no text.']);
    expect(read()).toEqual([]);
  });

  it('is ignored while a dialog is open', async () => {
    useView.setState({ dialog: 'new' });
    expect(await send('paste', { texts: { 'text/plain': 'MARA: Hello.' } })).toBe(false);
    expect(read()).toEqual([]);
  });
});
