import { describe, expect, it } from 'vitest';
import type { AsidePlaces, Block, Manuscript } from '../../../shared/model/manuscript.ts';
import { countAsides, countAsideWords, isReadByDefault, manuscriptText } from './manuscript-script.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const BOOK: Manuscript = {
  title: null,
  author: null,
  notices: [],
  sections: [
    {
      title: 'One',
      kind: 'chapter',
      blocks: [
        { kind: 'heading', level: 2, text: 'One' },
        paragraph('It rained.'),
        { kind: 'footnote', text: 'RAIN: as usual.' },
        { kind: 'caption', text: 'The rain.' },
        { kind: 'table', text: 'May · 3' },
        { kind: 'table', text: 'June · 4' },
        paragraph('It poured.'),
      ],
    },
    { title: 'Notes', kind: 'notes', blocks: [{ kind: 'footnote', text: '1. See above.' }] },
  ],
};
const text = (places: AsidePlaces, isRead = isReadByDefault) => manuscriptText(BOOK, 'script', isRead, places);

describe('what stands beside the text', () => {
  it('is left out, read in place, or read at the end of its section, each kind by itself', () => {
    expect(text({})).toBe('## One\n\nIt rained.\n\nIt poured.\n');
    expect(text({ notes: 'in-place', captions: 'at-end' })).toBe(
      '## One\n\nIt rained.\n\n\\RAIN: as usual.\n\nIt poured.\n\nThe rain.\n',
    );
    expect(text({ tables: 'at-end' })).toBe('## One\n\nIt rained.\n\nIt poured.\n\nMay · 3\n\nJune · 4\n');
  });

  it('is read where all of its section is notes and the section is read', () => {
    expect(text({}, ({ kind }) => kind === 'notes')).toBe('1. See above.\n');
  });

  it('is counted, a table once and a section of notes not at all', () => {
    expect(countAsides(BOOK)).toEqual({ notes: 1, captions: 1, tables: 1 });
    expect(Object.keys(countAsideWords(BOOK)).toSorted()).toEqual(['captions', 'notes', 'tables']);
  });
});
