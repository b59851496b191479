import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readHtmlFile } from './html-file.ts';

const script = (html: string): string =>
  manuscriptText(readHtmlFile(Buffer.from(`<body>${html}</body>`), 'play.html'), 'script', () => true);
const SPEECHES = [
  ['Ada', 'Who is there?'],
  ['Tom', 'Only me.'],
  ['Ben', 'And I.'],
] as const;
const play = (speech: (name: string, words: string) => string): string =>
  script(SPEECHES.map(([name, words]) => speech(name, words)).join(''));
const WRITTEN = 'ADA: Who is there?\n\nTOM: Only me.\n\nBEN: And I.\n';

describe('a play that marks who speaks', () => {
  it.each([
    ['paragraphs', (name: string, words: string) => `<p class="speaker">${name}.</p><p>${words}</p>`],
    [
      'words in the same paragraph',
      (name: string, words: string) => `<p><span class="speaker">${name}:</span> ${words}</p>`,
    ],
    [
      'words in front of a block',
      (name: string, words: string) => `<div class="sp"><b class="speaker">${name}</b><p>${words}</p></div>`,
    ],
    ['types', (name: string, words: string) => `<p epub:type="z3998:persona">${name}</p><p>${words}</p>`],
  ])('as %s has its roles, though some speak once', (_, speech) => {
    expect(play(speech)).toBe(WRITTEN);
  });

  it('has directions behind names, and all that is in the element of a speech', () => {
    expect(
      script(
        '<div class="sp"><p class="speaker">Ada (aside).</p><p class="l">Who comes,</p><p class="l">so late?</p></div><p class="stage">Rain.</p><div class="sp"><span class="speaker">Tom.</span> <span class="stage">(entering)</span><p>Only me.</p></div><p>The end.</p>',
      ),
    ).toBe('ADA: (aside) Who comes,\n\nADA: so late?\n\n(Rain.)\n\nTOM: (entering) Only me.\n\nThe end.\n');
  });

  it('is none where one element is called so, and a name without words is read', () => {
    expect(script('<p class="speaker">A talk by Ada</p><p>It rained.</p>')).toBe('A talk by Ada\n\nIt rained.\n');
    expect(script('<p class="speaker">Ada</p><p>Yes.</p><p class="speaker">Tom</p><h2>Two</h2><p>It rained.</p>')).toBe(
      'ADA: Yes.\n\nTom\n\n## Two\n\nIt rained.\n',
    );
  });
});
