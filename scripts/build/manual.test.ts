import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ManualText } from '../../shared/model/manual.ts';
import { readManualPage } from './manual.ts';

describe('a page of the manual', () => {
  it('is read with its title, sentences, lists, tables and pictures', () => {
    const { page, pictures } = readManualPage(
      '# Casting & more\n\nPress **Hear**, or `A < B`: see [Review](review.md).\n\n- *one*\n\n| a |\n|---|\n| b |\n\n![Roles](../images/x.png)\n',
      'page.md',
    );
    expect(page).toEqual({
      title: 'Casting & more',
      blocks: [
        {
          kind: 'paragraph',
          text: [
            { kind: 'text', text: 'Press ' },
            { kind: 'strong', inside: [{ kind: 'text', text: 'Hear' }] },
            { kind: 'text', text: ', or ' },
            { kind: 'code', text: 'A < B' },
            { kind: 'text', text: ': see ' },
            { kind: 'link', page: 'review', inside: [{ kind: 'text', text: 'Review' }] },
            { kind: 'text', text: '.' },
          ],
        },
        {
          kind: 'list',
          ordered: false,
          items: [[{ kind: 'emphasis', inside: [{ kind: 'text', text: 'one' }] }]],
        },
        { kind: 'table', head: [[{ kind: 'text', text: 'a' }]], rows: [[[{ kind: 'text', text: 'b' }]]] },
        { kind: 'picture', source: '0', says: 'Roles' },
      ],
    });
    expect(pictures).toEqual(['../images/x.png']);
  });

  it.each([
    ['markup', '# A\n\n<b>x</b>\n'],
    ['an address of the web', '# A\n\n[x](https://example.com)\n'],
    ['no title', 'Words.\n'],
  ])('is refused with %s', (_what, markdown) => {
    expect(() => readManualPage(markdown, 'page.md')).toThrow('page.md');
  });
});

describe('the manual', () => {
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'manual');
  const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
  const linksIn = (value: unknown): string[] =>
    value && typeof value === 'object'
      ? [
          ...((value as ManualText).kind === 'link' ? [(value as ManualText & { page: string }).page] : []),
          ...Object.values(value).flatMap(linksIn),
        ]
      : [];

  it.each(names)('leads to pages and pictures that are there: %s', (name) => {
    const { page, pictures } = readManualPage(readFileSync(join(folder, `${name}.md`), 'utf8'), `${name}.md`);
    for (const link of linksIn(page)) expect(names).toContain(link);
    for (const picture of pictures) expect(existsSync(join(folder, picture)), picture).toBe(true);
  });
});
