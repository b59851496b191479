// A letter that is set apart from the word that it begins is read with it.
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { book, item, page } from '../testing/made-epub.ts';
import { readEpub } from './epub.ts';
import { readHtmlFile } from './html-file.ts';

const text = (html: string): string => manuscriptText(readHtmlFile(Buffer.from(html), 'a.html'), 'prose').trimEnd();

describe('an initial in a block of its own', () => {
  it.each([
    ['<p>I</p><p>t was late.</p>', 'It was late.'],
    ['<div class="dropcap">I</div><p>t was late.</p>', 'It was late.'],
    ['<p class="initial"><span>T</span></p><p>he ship sailed.</p>', 'The ship sailed.'],
    ['<div><p>“T</p></div><p>he ship sails,” he said.</p>', '“The ship sails,” he said.'],
    ['<p>T</p><p>HE ship sailed.</p>', 'THE ship sailed.'],
    ['<p>I</p><p>T WAS late.</p>', 'IT WAS late.'],
    ['<p>A</p><p>ll was quiet.</p>', 'All was quiet.'],
    ['<p>A</p><p>nna came.</p>', 'Anna came.'],
    ['<p>I</p><p>was late.</p>', 'I was late.'],
    ['<p>I</p><p>’ve been late.</p>', 'I’ve been late.'],
    ['<p>A</p><p>boy came. The boy was late.</p>', 'A boy came. The boy was late.'],
    ['<p>O</p><p>nce there was a king.</p>', 'Once there was a king.'],
    ['<p>Q</p><p>uite so.</p>', 'Quite so.'],
    ['<div class="figcenter"><img src="i.png" alt="W"></div><p>ater ran.</p>', 'Water ran.'],
    ['<p>É</p><p>tienne vint.</p>', 'Étienne vint.'],
    ['<p>Y</p><p>onder it lay.</p>', 'Yonder it lay.'],
    ['<p>E</p><p>la nave va. Ma dove va la nave?</p>', 'E la nave va. Ma dove va la nave?'],
    ['<p><span class="dropcap">I</span> t was late.</p>', 'It was late.'],
    ['<p><span class="first-letter">T</span>\n<span class="small">he ship</span> sailed.</p>', 'The ship sailed.'],
    ['<p><span class="dropcap">I</span> was late.</p>', 'I was late.'],
    ['<p><span class="dropcap">I</span>t was late.</p>', 'It was late.'],
    ['<p><span class="dropcap">A</span> <i>boy</i> came.</p>', 'A boy came.'],
    ['<p>I</p><p>t was <em>never</em> late.</p>', 'It was never late.'],
  ])('%s', (html, expected) => {
    expect(text(html)).toBe(expected);
  });

  it.each([
    ['<p>I</p><p>The ship sailed.</p><p>II</p><p>It sank.</p>', '# I\n\nThe ship sailed.\n\n# II\n\nIt sank.'],
    ['<p>I</p><p>THE SHIP sailed.</p><p>II</p><p>IT sank.</p>', '# I\n\nTHE SHIP sailed.\n\n# II\n\nIT sank.'],
    ['<p>B</p><p>Nobody came.</p>', 'B\n\nNobody came.'],
    ['<p>H</p><p>O</p>', 'H\n\nO'],
  ])('is none in %s', (html, expected) => {
    expect(text(html)).toBe(expected);
  });

  it('is read with its word in an EPUB, and chapters begin where they did', () => {
    const pages = {
      'a.xhtml': page(
        '<h1>One</h1><p class="dropcap">I</p><p>t was late.</p><h1 id="b">Two</h1><p class="dropcap">A</p><p>fter that it rained.</p>',
      ),
    };
    const nav = item('One', 'text/a.xhtml') + item('Two', 'text/a.xhtml#b');
    expect(manuscriptText(readEpub(book({ pages, nav }), 'a.epub'), 'prose')).toBe(
      '## One\n\nIt was late.\n\n## Two\n\nAfter that it rained.\n',
    );
  });
});
