import { PassThrough } from 'node:stream';
import { openScriptFile } from '@lectern/manuscript';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../shared/rules/script-text.ts';
import { initialSettings } from '../core/import/new-project.ts';
import { importReport, printOmissions, printPlan, readWithOptions } from './import-plan.ts';
import { createOutput } from './output.ts';

const BOOK = `<h1>One</h1><p>It rained.<a href="#n" role="doc-noteref">1</a> It <span class="pagenum">12</span>poured.</p>
  <aside role="doc-footnote" id="n">A note.</aside><img src="a.png"/>
  <section role="doc-bibliography"><h2>Of rain</h2><p>Rain, 1999.</p></section><h1>Two</h1><p>It stopped.</p>`;

async function told(places: Parameters<typeof printOmissions>[1]): Promise<string[]> {
  const imported = (await openScriptFile(Buffer.from(BOOK), 'book.html')).as('prose', places);
  const notes = new PassThrough();
  printOmissions(imported, places, createOutput(new PassThrough(), notes, null));
  return String(notes.read()).trim().split('\n');
}

describe('an import on the command line', () => {
  it('says what of a document is not in the script', async () => {
    const rows = await told({});
    expect(rows).toContain('left out: 1 section (Of rain); use "--sections" to read them');
    expect(rows).toContain('1 note, left out (2 words: “A note.”)');
    expect(rows).toContain('left out: 1 page number');
    expect(rows).toContain('left out: 1 picture');
  });

  it('says where the first of what is left out is', async () => {
    const imported = (await openScriptFile(Buffer.from('MARA\nHi.\n\n[[Louder.]]\n\n= Plan.\n'), 'a.fountain')).as(
      'script',
    );
    const notes = new PassThrough();
    printOmissions(imported, {}, createOutput(new PassThrough(), notes, null));
    expect(String(notes.read())).toBe('left out: 2 comments (2 words: “Louder.”) (first: row 4)\n');
  });

  it('says so in JSON, with what was assumed of the text', async () => {
    const imported = (await openScriptFile(Buffer.from(BOOK), 'book.html')).as('prose', {});
    expect(importReport(imported)).toMatchObject({
      sections: [
        { number: 1, read: true },
        { title: 'Of rain', read: false, words: 3, sample: 'Of rain Rain, 1999.' },
        { title: 'Two', read: true },
      ],
      asides: { notes: 1 },
      aside_words: { notes: { words: 2, sample: 'A note.' } },
      left_out: expect.arrayContaining([
        { kind: 'pictures', count: 1 },
        { kind: 'page-numbers', count: 1 },
      ]),
    });
    const text = (await openScriptFile(Buffer.from('It rained.\xff\n', 'latin1'), 'book.txt')).as('prose', {});
    expect(importReport(text).notices).toEqual([expect.objectContaining({ kind: expect.any(String) })]);
  });

  it('says why each role is one', async () => {
    const play = 'Mara – The lamp is out.\n\nTom – Again?\n\nMara – Again.\n\nTom – Oh.\n\nIt rained.\n';
    const imported = (await openScriptFile(Buffer.from(play), 'play.txt')).as('script');
    const settings = initialSettings(imported);
    const [rows, object] = [false, true].map((json) => {
      const results = new PassThrough();
      const output = createOutput(results, new PassThrough(), null);
      printPlan(imported, parseScript(imported.document, settings), settings, { json, output, places: {} });
      return String(results.read());
    });
    expect(rows).toContain('MARA: 2 lines; evidence: a name before a dash or similar sign, 2 times (score 0.77)\n');
    expect(rows).toMatch(/^NARRATOR: 1 line$/m);
    const { roles } = JSON.parse(object ?? '');
    expect(roles).toContainEqual({
      name: 'MARA',
      lines: 2,
      characters: 22,
      evidence: { score: 0.77, features: { form: 'dash', capitals: false, times: 2, share: 0.8 } },
    });
    expect(roles).toContainEqual({ name: 'NARRATOR', lines: 1, characters: 10 });
  });

  it('says why a section begins at a paragraph that the document does not mark as a heading', async () => {
    const page = '<p>Chapter 1</p><p>It rained.</p><p>Chapter 2</p><p>It stopped.</p>';
    const imported = (await openScriptFile(Buffer.from(page), 'book.html')).as('prose');
    const settings = initialSettings(imported);
    const results = new PassThrough();
    const output = createOutput(results, new PassThrough(), null);
    printPlan(imported, parseScript(imported.document, settings), settings, { json: false, output, places: {} });
    expect(String(results.read())).toContain('read: Chapter 1; evidence: reads like a heading, 2 times (score 0.85)\n');
    const [first] = importReport(imported).sections;
    expect(first?.evidence).toEqual({ score: 0.85, features: { sign: 'words', times: 2 } });
  });

  it('says nothing of notes that are read', async () => {
    expect((await told({ notes: 'at-end' })).join('\n')).not.toContain('1 note,');
  });
});

describe('the kind of a project on the command line', () => {
  const EPISODE = '# Podcast\n\nHello.\n\nAd break 1\n\nAnd back.\n\nAd break 1\n\nBye.\n';
  const plan = async (options: Parameters<typeof readWithOptions>[0], json = false) => {
    const source = await openScriptFile(Buffer.from(EPISODE), 'tide.txt');
    const imported = readWithOptions(options, source, source.detected, 'tide.txt');
    const settings = initialSettings(imported);
    const out = new PassThrough();
    const output = createOutput(out, new PassThrough(), null);
    printPlan(imported, parseScript(imported.document, settings), settings, { json, output, places: {} });
    return String(out.read()).trim();
  };

  it('is printed with its evidence and the production notes', async () => {
    const rows = (await plan({})).split('\n');
    expect(rows[0]).toMatch(/^1 chapter, 1 role, 3 lines/);
    expect(rows).toContain('kind: Podcast. Suggested: Podcast, because of “Podcast”, “Ad break 1” (2×).');
    expect(rows).toContain('production note 2, not spoken: “Ad break 1”, in “Podcast”, after “And back.”');
    expect(JSON.parse(await plan({}, true))).toMatchObject({
      production: { kind: 'podcast', suggested: 'podcast', evidence: expect.any(Array) },
      production_notes: [
        { number: 1, words: 'Ad break 1', spoken: false, chapter: 'Podcast', after: 'Hello.' },
        { number: 2, words: 'Ad break 1', spoken: false, chapter: 'Podcast', after: 'And back.' },
      ],
    });
  });

  it('can be chosen, and production notes can be spoken by number', async () => {
    expect(await plan({ kind: 'audiobook' })).toMatch(/^1 chapter, 1 role, 6 lines/);
    const spoken = await plan({ speakNotes: [{ from: 2, to: 2 }] });
    expect(spoken).toMatch(/^1 chapter, 1 role, 4 lines/);
    expect(spoken).toContain('production note 2, spoken: “Ad break 1”');
    await expect(plan({ speakNotes: [{ from: 3, to: 3 }] })).rejects.toThrow('tide.txt has 2 production notes');
  });
});
