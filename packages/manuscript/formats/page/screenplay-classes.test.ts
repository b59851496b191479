import { expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readHtmlFile } from './html-file.ts';

const script = (html: string): string =>
  manuscriptText(readHtmlFile(Buffer.from(`<body>${html}</body>`), 'film.html'), 'script');
const WRITTEN = '## INT. HALL\n\nRain.\n\nADA: (softly) Who is there?\n\nTOM: Only me.\n\nHe sits.\n\n(CUT TO:)\n';

it.each([
  [
    'paragraphs',
    '<p class="sceneheading">INT. HALL</p><p class="action">Rain.</p><p class="character">Ada (V.O.)</p><p class="parenthetical">(softly)</p><p class="dialog">Who is there?</p><p class="character">Tom</p><p class="dialog">Only me.</p><p class="action">He sits.</p><p class="transition">CUT TO:</p>',
  ],
  [
    'headings in blocks of dialogue',
    '<h3 class="scene-heading">INT. HALL</h3><p>Rain.</p><div class="dialogue"><h4>ADA (V.O.)</h4><p class="parenthetical">(softly)</p><p>Who is there?</p></div><div class="dialogue"><h4>TOM</h4><p>Only me.</p></div><p>He sits.</p><h2 class="transition">CUT TO:</h2>',
  ],
])('reads the classes of a screenplay, in %s', (_, html) => {
  expect(script(html)).toBe(WRITTEN);
});

it('reads a page with such a class for something else as it is', () => {
  expect(script('<p class="dialogue">“Yes,” she said.</p><p>It rained.</p>')).toBe('“Yes,” she said.\n\nIt rained.\n');
  expect(script('<div class="transition"><p>It rained.</p></div><p class="character">Ada</p><p>She waits.</p>')).toBe(
    'It rained.\n\nAda\n\nShe waits.\n',
  );
});

it('reads a novel with a paragraph about a character as a novel', () => {
  const page =
    '<p class="character">Ada Roper, a tall woman, came in.</p><p class="dialogue">“Who is there?” she asked.</p>';
  expect(script(page)).toBe('Ada Roper, a tall woman, came in.\n\n“Who is there?” she asked.\n');
});
