// What the book says of itself, the targets, and the report on finished files, on the command line.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { checkReportSchema } from '../shared/model/export/check-report.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const account = { LECTERN_HOME: at('home') };
afterAll(() => folder.remove());

const OPF = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier>uuid:1</dc:identifier><dc:identifier>urn:isbn:9780141439600</dc:identifier><dc:title>Emma</dc:title>
<dc:creator>Jane Austen</dc:creator><dc:publisher>A house</dc:publisher><dc:language>en-gb</dc:language>
<dc:description>Of a matchmaker.</dc:description></metadata>
<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`;
const PAGE = `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Chapter 1</h1><p>Emma Woodhouse, handsome.</p></body></html>`;
const CONTAINER = `<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>`;

describe('lectern book', () => {
  it('has what the document says, and sets, shows and takes away details', async () => {
    const file = at('emma.epub');
    const parts = { 'META-INF/container.xml': CONTAINER, 'book.opf': OPF, 'a.xhtml': PAGE };
    writeFileSync(
      file,
      zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
    );
    const project = at('Emma.lectern');
    expect(await lectern(['import', file, '--project', project], account)).toMatchObject({ status: 0 });
    const read = async (...options: string[]) => {
      const { status, stdout, stderr } = await lectern(['book', project, ...options, '--json'], account);
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    expect(await read()).toMatchObject({
      title: 'Emma',
      authors: ['Jane Austen'],
      publisher: 'A house',
      language: 'en-GB',
      isbn: '9780141439600',
      description: 'Of a matchmaker.',
      cover: null,
    });
    const changed = await read('--author', 'J. Austen', '--author', 'A. Other', '--publisher', '', '--number', '2.5');
    expect(changed).toMatchObject({ authors: ['J. Austen', 'A. Other'], publisher: null, seriesNumber: 2.5 });
    const wrong = await lectern(['book', project, '--isbn', '9780141439601'], account);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('check digit') });
    writeFileSync(at('cover.png'), 'no picture');
    const cover = await lectern(['book', project, '--title', 'Other', '--cover', at('cover.png')], account);
    expect(cover).toMatchObject({ status: 2, stderr: expect.stringContaining('is not an intact JPEG') });
    expect((await read()).title).toBe('Emma');
  });
});

describe('lectern pauses', () => {
  it('shows and sets the pauses of a project, all of them and one', async () => {
    writeFileSync(at('play.txt'), '# One\n\nADA: Hello.\n\nBEA: Hello.\n');
    const project = at('Play.lectern');
    expect(await lectern(['import', at('play.txt'), '--project', project], account)).toMatchObject({ status: 0 });
    const read = async (...options: string[]) => {
      const { status, stdout, stderr } = await lectern(['pauses', project, ...options, '--json'], account);
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    const usual = { turn: 0.5, scene: 1.8, chapter: 2.5, before: [], followPunctuation: true, cutSilence: true };
    expect(await read()).toMatchObject(usual);
    expect(await read('--no-cut-silence')).toMatchObject({ ...usual, cutSilence: false });
    expect(await read('--no-follow-punctuation')).toMatchObject({ turn: 0.5, followPunctuation: false });
    expect(await read('--follow-punctuation', '--scene', '1.6')).toMatchObject({ scene: 1.6, followPunctuation: true });
    const set = await read('--preset', 'drama', '--chapter', '4', '--before', '1.3=0.75');
    expect(set).toMatchObject({ turn: 0.35, chapter: 4, before: [{ line: '1.3', seconds: 0.75 }] });
    expect(await read('--before', '1.3=')).toMatchObject({ turn: 0.35, before: [] });
    const none = await lectern(['pauses', project, '--before', '9.9=1'], account);
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('no line 9.9') });
    const long = await lectern(['pauses', project, '--turn', '31'], account);
    expect(long).toMatchObject({ status: 2, stderr: expect.stringContaining('from 0 to 30') });
  });
});

describe('lectern headings', () => {
  it('shows how headings are read, and changes it for one or all of them', async () => {
    writeFileSync(
      at('book.txt'),
      '# CHAPTER I.\n\nIt rained on the town and the river.\n\n# II\n\nShe waited for the rain to end.\n',
    );
    const project = at('Book.lectern');
    expect(await lectern(['import', at('book.txt'), '--project', project], account)).toMatchObject({ status: 0 });
    const read = async (...options: string[]) => {
      const { status, stdout, stderr } = await lectern(['headings', project, ...options, '--json'], account);
      expect(status, stderr).toBe(0);
      const { narrate, headings } = JSON.parse(stdout);
      return { narrate, spoken: headings.map(({ spoken }: { spoken: string }) => spoken) };
    };
    expect(await read()).toEqual({ narrate: true, spoken: ['Chapter one', 'Chapter two'] });
    expect(await read('--no-narrate', '--read-as', '2.1=The Second')).toEqual({
      narrate: false,
      spoken: ['CHAPTER I.', 'The Second'],
    });
    expect(await read('--read-as', '2.1=')).toEqual({ narrate: false, spoken: ['CHAPTER I.', 'II'] });
    const other = await lectern(['headings', project, '--read-as', '1.2=Rain'], account);
    expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('Line 1.2 isn’t a heading') });
  });
});

describe('lectern render --for', () => {
  it('says what the stores say of synthetic voices before anything is sent', async () => {
    writeFileSync(at('short.txt'), 'A line.\n');
    const args = ['render', at('short.txt'), '--out', at('short')];
    const stores = ['--for', 'kobo', '--for', 'acx', '--for', 'm4b'];
    const refused = await lectern([...args, ...stores], account);
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--authorised acx') });
    const { status, stderr } = await lectern([...args, ...stores, '--authorised', 'acx'], account);
    expect(status, stderr).toBe(0);
    const told = [
      'Kobo accepts synthetic narration if the narrator',
      'ACX accepts only human narration',
      'To render: 1 line',
    ];
    const places = told.map((words) => stderr.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const again = await lectern(args, account);
    expect(again.stderr).toContain('ACX accepts only human narration');
  });
});

describe('lectern targets', () => {
  it('lists every figure, to be read and to be copied', async () => {
    const { stdout } = await lectern(['targets', '--json'], account);
    const targets: { id: string; figures: { bounds: object } }[] = JSON.parse(stdout);
    expect(targets.map(({ id }) => id)).toContain('acx');
    expect(targets.find(({ id }) => id === 'acx')?.figures.bounds).toMatchObject({ rmsDbfs: { min: -23, max: -18 } });
    const text = await lectern(['targets'], account);
    expect(text.stdout).toContain('RMS level: -23.0 dB to -18.0 dB');
    expect(text.stdout).toContain('ACX accepts only human narration unless it has authorised an exception.');
    expect(text.stdout).not.toContain('accepted');
  });
});

describe('lectern check', () => {
  it('measures files of any program, and says what is out of bounds and where', async () => {
    const tone = Float32Array.from({ length: 5 * 44_100 }, (_, index) => 0.9 * Math.sin(index / 16));
    const file = at('<b>loud & clear.wav');
    writeFileSync(file, await encode({ sampleRate: 44_100, channels: [tone] }, 'wav'));
    writeFileSync(at('none.mp3'), 'no sound');
    const page = at('report.html');
    const options = ['--for', 'acx', '--html', page, '--json'];
    const { status, stdout, stderr } = await lectern(['check', file, at('none.mp3'), ...options], account);
    expect(status, stderr).toBe(1);
    const report = checkReportSchema.parse(JSON.parse(stdout));
    expect(report.meetsFigures).toBe(false);
    const [loud, none] = report.files;
    const results = Object.fromEntries((loud?.rows ?? []).map(({ kind, result }) => [kind, result]));
    expect(results).toMatchObject({
      packing: 'fail',
      rmsDbfs: 'fail',
      samplePeakDbfs: 'fail',
      durationSeconds: 'pass',
    });
    expect(none?.problem).toMatchObject({ kind: 'foreign' });
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('&lt;b&gt;loud &amp; clear.wav');
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<script|https?:/);
    const missing = await lectern(['check', at('gone.wav'), '--for', 'acx'], account);
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining('check the name') });
    const unknown = await lectern(['check', file, '--for', 'nowhere'], account);
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('the targets are lines, chapters') });
  });
});
