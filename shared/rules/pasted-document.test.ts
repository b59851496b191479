import { expect, it } from 'vitest';
import { pastedDocument } from './pasted-document.ts';

it.each([
  { name: 'plain text', html: '', text: 'MARA: Hello.', extension: 'txt' },
  {
    name: 'a page',
    html: '<meta charset="utf-8"><h1>One</h1><p>It rained.</p>',
    text: 'One\nIt rained.',
    extension: 'html',
  },
  { name: 'code', html: '<div><span style="color:red">MARA:</span> Hi</div>', text: 'MARA: Hi', extension: 'txt' },
  { name: 'cells', html: '<table><tr><td>MARA</td><td>Hi</td></tr></table>', text: 'MARA\tHi\n', extension: 'tsv' },
  { name: 'a page with a table', html: '<table><tr><td>Hi</td></tr></table>', text: 'Hi', extension: 'html' },
])('$name is read as $extension', ({ html, text, extension }) => {
  expect(pastedDocument({ html, text })).toEqual({ extension, text: extension === 'html' ? html : text });
});

it('is nothing without words', () => {
  expect(pastedDocument({ html: '<div></div>', text: ' \n' })).toBeNull();
});
