import { expect, it } from 'vitest';
import { openTextFile, type ScriptSource } from './import-script.ts';
import { joinScripts } from './joined-script.ts';

const text = (name: string, words: string): ScriptSource => openTextFile(new TextEncoder().encode(words), name);

it('makes one book of several files, a part for each', () => {
  const book = joinScripts([
    text('Storm 1.txt', 'MARA: The storm is coming.\n'),
    text('Storm 2.txt', '# The Second Day\n\nIVO: It is here.\n'),
  ]);
  expect(book.detected).toBe('script');
  expect(book.as('script')).toMatchObject({
    text: '## Storm 1\n\nMARA: The storm is coming.\n\n# The Second Day\n\nIVO: It is here.\n',
    path: 'Storm 1, Storm 2',
    name: 'Storm',
    title: null,
    sections: [
      { title: 'Storm 1', kind: 'chapter', isRead: true },
      { title: 'Storm 2', kind: 'chapter', isRead: true },
    ],
  });
  const second = book.as('script', { sections: [false, true] });
  expect(second.text).toBe('# The Second Day\n\nIVO: It is here.\n');
  expect(second.sections.map(({ isRead }) => isRead)).toEqual([false, true]);
  expect(() => book.as('script', { sections: [false, false] })).toThrow('document-empty');
});

it('is prose where all of its parts are', () => {
  const chapter = (number: number) =>
    `Chapter ${number}\n\nIt rained all day.\n\nChapter ${number + 1}\n\nIt poured.\n`;
  const book = joinScripts([text('One.txt', chapter(1)), text('Two.txt', chapter(3))]);
  expect(book.detected).toBe('prose');
  expect(book.as('prose').text.match(/^#.*$/gm)).toEqual([
    '## Chapter 1',
    '## Chapter 2',
    '## Chapter 3',
    '## Chapter 4',
  ]);
});
