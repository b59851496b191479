import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TextUnit } from '../../../../shared/model/export/export-target.ts';
import { TARGETS } from '../../../../shared/rules/export/export-targets.ts';
import type { Project } from '../../project/project.ts';
import { Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { HEAD_SECONDS, narratedProject, WORD_SECONDS } from '../testing/narrated-projects.ts';
import { readEpubFile, textOfPage } from '../testing/read-epub.ts';
import { NOTES_SCRIPT, notesEpub, OLD_SCRIPT, oldEpub, PLAY_SCRIPT, playEpub } from '../testing/sample-epubs.ts';
import { Scribe } from '../testing/scribe.ts';
import { portsWith } from '../testing/timed-texts.ts';
import { exportUnmeasured, WHOLE } from '../testing/write-plans.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const PORTS = portsWith(measuredAs({ headSilenceSeconds: HEAD_SECONDS, tailSilenceSeconds: 0.075 }));

async function exported(
  project: Project,
  target: 'epub' | 'lpf',
  {
    by = 'words',
    epub,
    mastering,
  }: { readonly by?: TextUnit; readonly epub?: Uint8Array; readonly mastering?: Scribe } = {},
) {
  const outDir = workshop.path('out');
  const audio = { ...WHOLE, target: 'chapters', untitled: 'Opening' } as const;
  const result = await exportUnmeasured(project, { ...WHOLE, target, audio, by, epub }, outDir, {
    ...PORTS,
    ...(mastering && { mastering }),
  });
  const [name = ''] = result.names;
  return { ...result, name, bytes: name === '' ? new Uint8Array(0) : readFileSync(join(outDir, name)) };
}

const lettersIn = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** The clips of each audio file cover it without gaps; returns its length. */
function coveredSeconds(
  clips: readonly { readonly audio: string; readonly begin: number; readonly end: number }[],
): number[] {
  return [...Map.groupBy(clips, ({ audio }) => audio).values()].map((own) => {
    let last = 0;
    for (const { begin, end } of own) {
      expect(begin).toBe(last);
      expect(end).toBeGreaterThan(begin);
      last = end;
    }
    return last;
  });
}

const BOOKS = [
  ['a play in tables', playEpub, PLAY_SCRIPT],
  ['an EPUB 2 in German', oldEpub, OLD_SCRIPT],
  ['a Japanese book with notes and ruby', notesEpub, NOTES_SCRIPT],
] as const;

describe.each(BOOKS)('the read-along of %s', (_, bookOf, script) => {
  it('has every spoken word, at its time, and the text of the book', async () => {
    const project = await narratedProject(workshop, script);
    const { bytes, verdict } = await exported(project, 'epub', { epub: bookOf() });
    const made = readEpubFile(bytes);
    expect(verdict).toMatchObject({ kind: 'complete' });
    const spoken = project.lines.states().map(({ turns }) => turns.map(({ text }) => text).join(' '));
    expect(lettersIn(made.clips.map(({ text }) => text).join(''))).toBe(lettersIn(spoken.join('')));
    for (const seconds of coveredSeconds(made.clips)) expect(seconds).toBeGreaterThan(1);
    const source = unzipSync(bookOf());
    for (const [path, content] of Object.entries(source)) {
      if (!/\.xhtml$/.test(path)) continue;
      const original = new TextDecoder(
        /iso-8859-1/.test(Buffer.from(content).toString('latin1')) ? 'latin1' : 'utf-8',
      ).decode(content);
      expect(textOfPage(made.text(path)), path).toBe(textOfPage(original));
    }
  });

  it('can highlight lines instead of words', async () => {
    const project = await narratedProject(workshop, script);
    const words = readEpubFile((await exported(project, 'epub', { epub: bookOf() })).bytes);
    const lines = readEpubFile((await exported(project, 'epub', { epub: bookOf(), by: 'lines' })).bytes);
    expect(lines.clips.length).toBeLessThan(words.clips.length / 2);
    expect(coveredSeconds(lines.clips)).toEqual(coveredSeconds(words.clips));
  });
});

describe('a read-along EPUB', () => {
  it('starts each clip with its word', async () => {
    const project = await narratedProject(workshop, OLD_SCRIPT);
    const { clips } = readEpubFile((await exported(project, 'epub', { epub: oldEpub() })).bytes);
    const first = (TARGETS.chapters.goal?.headSeconds ?? 0) + HEAD_SECONDS;
    expect(clips.slice(0, 3)).toMatchObject([
      { text: 'Erstes', begin: 0, end: expect.closeTo(first + WORD_SECONDS, 2) },
      { text: 'Kapitel', begin: expect.closeTo(first + WORD_SECONDS, 2) },
      { text: 'In' },
    ]);
  });

  it('is upgraded from EPUB 2, with a table of contents and the metadata of EPUB 3', async () => {
    const project = await narratedProject(workshop, OLD_SCRIPT);
    const { bytes, notices } = await exported(project, 'epub', { epub: oldEpub() });
    const made = readEpubFile(bytes);
    expect(notices).toContainEqual({ kind: 'epub-upgraded' });
    expect(made.packageSource).toContain('version="3.0"');
    expect(made.packageSource).toMatch(/<meta refines="#person-1" property="file-as">Grimm, Jacob<\/meta>/);
    expect(made.packageSource).not.toMatch(/opf:(?:role|scheme|event|file-as)=/);
    expect(made.text('OPS/nav.xhtml')).toContain(
      '<a href="Eins-und-zwei.xhtml#zwei">Zweites &amp; letztes Kapitel</a>',
    );
    const page = made.text('OPS/Eins-und-zwei.xhtml');
    expect(page).toContain('<td style="text-align: right">1</td>');
    expect(page).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;|#)/);
  });

  it('reports text that is not read, and lines that are not in the book', async () => {
    const script = PLAY_SCRIPT.replace(
      '# Act II',
      'LANE: Nobody wrote this.\n\n# Credits\n\nNARRATOR: Made by somebody else.\n\n# Act II',
    );
    const project = await narratedProject(workshop, script);
    const { notices, verdict } = await exported(project, 'epub', { epub: playEpub() });
    expect(notices).toContainEqual({ kind: 'lines-not-in-book', lines: ['1.6', '2.1', '2.2'] });
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'text-not-read' }));
    expect(verdict.missing).toMatchObject([
      { label: '2.1', reason: { kind: 'not-in-book' } },
      { label: '2.2', reason: { kind: 'not-in-book' } },
    ]);
  });

  it('estimates the times of words that were not compared, and reports their lines', async () => {
    const project = await narratedProject(workshop, OLD_SCRIPT, { untimed: [2] });
    const { notices, bytes } = await exported(project, 'epub', { epub: oldEpub() });
    expect(notices).toContainEqual({ kind: 'words-estimated', lines: ['1.2'] });
    expect(readEpubFile(bytes).clips.map(({ text }) => text)).toContain('Wünschen');
  });

  it('is created from the script if there is no book', async () => {
    const project = await narratedProject(workshop, PLAY_SCRIPT, { language: 'en-GB' });
    project.updateSettings({ productionKind: 'drama' });
    const made = readEpubFile((await exported(project, 'epub')).bytes);
    const spoken = project.lines.states().map(({ turns }) => turns.map(({ text }) => text).join(' '));
    expect(lettersIn(made.clips.map(({ text }) => text).join(''))).toBe(lettersIn(spoken.join('')));
    coveredSeconds(made.clips);
    expect(made.text('EPUB/text/chapter-001.xhtml')).toContain(
      '<b class="speaker">ALGERNON</b> <span id="w3">Did</span>',
    );
    expect(made.packageSource).toContain('<meta property="media:narrator">Ada &amp; Tom</meta>');
    expect(made.text('EPUB/nav.xhtml')).toContain('<a href="text/chapter-002.xhtml">Act II</a>');
  });

  it.each([
    ['is damaged', Buffer.from('PK no book')],
    ['is empty', Buffer.from('')],
  ])('is made new, with a notice, if the book %s', async (_, epub) => {
    const project = await narratedProject(workshop, PLAY_SCRIPT);
    const { notices, names } = await exported(project, 'epub', { epub });
    expect(names).toEqual(['Play.epub']);
    expect(notices).toContainEqual({ kind: 'epub-made-new' });
  });

  it('is kept if nothing changes, and made again if a word time does', async () => {
    const project = await narratedProject(workshop, PLAY_SCRIPT, { untimed: [2] });
    expect(await exported(project, 'epub')).toMatchObject({ written: 1 });
    expect(await exported(project, 'epub')).toMatchObject({ written: 0, unchanged: 1 });
    project.book.change({ subtitle: 'A play' });
    expect(await exported(project, 'epub')).toMatchObject({ written: 1, binned: 1 });
  });
});

describe('an interrupted publication', () => {
  it('continues with the chapters that were not finished', async () => {
    const project = await narratedProject(workshop, PLAY_SCRIPT);
    const mastering = new Scribe();
    const lastLine = project.lines.states().at(-1);
    mastering.damaged.add(lastLine?.pick?.audioHash ?? '');
    const failed = await exported(project, 'epub', { mastering });
    expect(failed).toMatchObject({ names: [], written: 0 });
    expect(failed.verdict.missing.at(-1)).toMatchObject({ label: '2.3', reason: { kind: 'audio-damaged' } });
    mastering.damaged.clear();
    const before = mastering.made;
    expect(await exported(project, 'epub', { mastering })).toMatchObject({ names: ['Play.epub'], written: 1 });
    expect(mastering.made - before).toBe(1);
  });
});

const link = z.object({
  type: z.literal('LinkedResource'),
  url: z.string().min(1),
  encodingFormat: z.string().regex(/^\w+\/[\w.+-]+$/),
});
const duration = z.string().regex(/^PT(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?$/);
/** The requirements of https://www.w3.org/TR/pub-manifest/ and https://www.w3.org/TR/audiobooks/. */
const manifestSchema = z.object({
  '@context': z.tuple([z.literal('https://schema.org'), z.literal('https://www.w3.org/ns/pub-context')], z.unknown()),
  conformsTo: z.literal('https://www.w3.org/TR/audiobooks/'),
  type: z.literal('Audiobook'),
  id: z.url(),
  name: z.string().min(1),
  author: z.array(z.object({ name: z.string() })),
  readBy: z.array(z.object({ name: z.string() })),
  inLanguage: z.string(),
  dateModified: z.iso.datetime(),
  duration,
  resources: z.array(link.extend({ rel: z.array(z.string()).optional() })),
  readingOrder: z
    .array(
      link.extend({
        name: z.string().min(1),
        duration,
        encodingFormat: z.literal('audio/mpeg'),
        alternate: z.array(link),
      }),
    )
    .min(1),
});

describe('a W3C audiobook', () => {
  it('has a valid manifest, an entry page, and every file that they list', async () => {
    const project = await narratedProject(workshop, PLAY_SCRIPT, { language: 'en' });
    const { bytes, name } = await exported(project, 'lpf', { by: 'lines' });
    expect(name).toBe('Play.lpf');
    const files = unzipSync(bytes);
    const textIn = (path: string): string => new TextDecoder().decode(files[path]);
    const manifest = manifestSchema.parse(JSON.parse(textIn('publication.json')));
    expect(manifest.readingOrder.map((one) => one.name)).toEqual(['Act I', 'Act II']);
    const urls = [...manifest.resources, ...manifest.readingOrder].map(({ url }) => url);
    expect(new Set(urls)).toEqual(new Set(Object.keys(files).filter((path) => path !== 'publication.json')));
    const page = textIn('index.html');
    expect(page).toContain('<link rel="publication" href="publication.json">');
    expect(page).toContain('<li><a href="audio/001.mp3">Act I</a></li>');
    expect(textIn('transcripts/001.vtt')).toContain('<v LANE>I didn’t think it polite to listen, sir.</v>');
  });
});
