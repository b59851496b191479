// What is handed over, read back by what did not write it: the importers of subtitles, and readers of the forms' own grammar.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSubtitles } from '../../../../packages/manuscript/formats/subtitles.ts';
import { PROGRAM_TARGETS, PUBLICATION_TARGETS } from '../../../../shared/model/export/export-target.ts';
import { setPause } from '../../project/lines/set-pauses.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { exportUnmeasured } from '../testing/write-plans.ts';
import type { SessionTarget } from './sessions.ts';

const SCRIPT = `# Act “One” & more

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite <to listen>, sir. [pause 2s]

A pause. And a very long sentence that goes on and on, so that nobody could read all of it at once; it is cut between two words, and it goes on. Then it ends.

# Act Two

LANE: Yes, sir.
`;

let workshop: Workshop;
let project: Project;
let out: string;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
  const [, first] = project.lines.states();
  if (first?.pick) project.decisions.setTrim(first.pick.takeId, { startSeconds: 0.25, endSeconds: 0.125 });
  if (first?.pick) project.decisions.setGain(first.pick.takeId, 6);
  out = workshop.path('out');
});
afterEach(() => workshop.clear());

async function hand(target: SessionTarget, allowStale = false) {
  const { names: files, ...result } = await exportUnmeasured(project, { target, allowStale }, out);
  return { ...result, files };
}
const read = (name: string) => readFileSync(join(out, name), 'utf8');

/** Where each line begins and ends: takes last a second, the second one is trimmed to 0.625 s. */
const TIMES = [
  [0, 1],
  [2.2, 2.825],
  [3.425, 4.425],
  [6.425, 7.425],
  [9.925, 10.925],
  [12.125, 13.125],
] as const;

/** The grammar of a Reaper project: rows of words, blocks between `<` and `>`. */
interface Block {
  readonly words: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly blocks: readonly Block[];
}
function readBlocks(text: string): Block {
  const wordsOf = (row: string) =>
    Array.from(row.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`|(\S+)/g), ([, a, b, c, d]) => a ?? b ?? c ?? d ?? '');
  const root = { words: [] as string[], rows: [] as string[][], blocks: [] as Block[] };
  const stack = [root];
  for (const row of text.split('\n').map((each) => each.trim())) {
    const top = stack.at(-1) ?? root;
    if (row === '>') stack.pop();
    else if (row.startsWith('<')) {
      const block = { words: wordsOf(row.slice(1)), rows: [], blocks: [] };
      top.blocks.push(block);
      stack.push(block);
    } else if (row !== '') top.rows.push(wordsOf(row));
  }
  expect(stack).toHaveLength(1);
  return root;
}
const named = (block: Block | undefined, name: string) => block?.rows.find(([word]) => word === name)?.slice(1);

describe('subtitles', () => {
  it('are read by the importer with their speakers and words, in both forms', async () => {
    await hand('package');
    for (const form of ['srt', 'vtt'] as const) {
      const { sections } = readSubtitles(readFileSync(join(out, `Play.${form}`)), `Play.${form}`);
      const blocks = sections.flatMap((section) => section.blocks);
      const all = JSON.stringify(blocks);
      expect(all).toContain('ALGERNON');
      expect(all).toContain('Did you hear what I was playing, Lane?');
      expect(all).toContain(`I didn’t think it polite ${form === 'srt' ? '‹to listen›' : '<to listen>'}, sir.`);
    }
    expect(read('Play.vtt')).toContain(
      '00:00:02.200 --> 00:00:02.825\n<v ALGERNON>Did you hear what I was playing, Lane?</v>\n',
    );
    expect(read('Play.srt')).toContain('00:00:02,200 --> 00:00:02,825\nALGERNON: Did you hear');
    expect(read('Play.srt')).not.toContain('NARRATOR');
  });

  it('have nothing to read at once that is longer than two rows, and no gap within a line', async () => {
    await hand('package');
    const cues = read('Play.vtt').split('\n\n').slice(1);
    const long = cues.filter((cue) => /00:00:0[67]\./.test(cue));
    expect(long.length).toBeGreaterThan(1);
    for (const cue of cues) expect(cue.replace(/[\s\S]*?<v [^>]*>/, '').length).toBeLessThanOrEqual(90);
    const times = long.map((cue) => cue.slice(0, 29).split(' --> '));
    expect(times[0]?.[0]).toBe('00:00:06.425');
    expect(times.at(-1)?.[1]).toBe('00:00:07.425');
    expect(times.slice(1).map(([from]) => from)).toEqual(times.slice(0, -1).map(([, to]) => to));
  });
});

describe('chapters and labels', () => {
  it('stand where the chapters begin', async () => {
    project.book.change({ title: 'Earnest', authors: ['Oscar Wilde'] });
    await hand('package');
    expect(JSON.parse(read('Earnest.chapters.json'))).toEqual({
      version: '1.2.0',
      title: 'Earnest',
      author: 'Oscar Wilde',
      chapters: [
        { startTime: 0, endTime: 9.925, title: 'Act “One” & more' },
        { startTime: 9.925, endTime: 13.125, title: 'Act Two' },
      ],
    });
  });

  it('have a label for each line', async () => {
    await hand('package');
    const rows = read('Play.labels.txt')
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
    expect(rows.map(([from, to]) => [Number(from), Number(to)])).toEqual(TIMES.map((times) => [...times]));
    expect(rows[1]?.[2]).toBe('1.2 ALGERNON: Did you hear what I was playing, Lane?');
  });
});

describe('pauses', () => {
  it('are those of the project, and those that were set before a line', async () => {
    project.updateSettings({ pauses: { part: 0, turn: 0.1, paragraph: 0.2, scene: 0, heading: 0.3, chapter: 0.4 } });
    setPause(project.db, project.lines.states()[2]?.id ?? 0, 5);
    await hand('package');
    const starts = read('Play.labels.txt')
      .trimEnd()
      .split('\n')
      .map((row) => Number(row.split('\t')[0]));
    expect(starts).toEqual([0, 1.3, 6.925, 9.925, 11.325, 12.625]);
  });
});

describe('sessions', () => {
  it('of Reaper have a track a role, with every take placed, named, trimmed and louder', async () => {
    await hand('rpp');
    const [reaper] = readBlocks(read('Play.rpp')).blocks;
    expect(reaper?.words[0]).toBe('REAPER_PROJECT');
    expect(reaper?.rows.filter(([word]) => word === 'MARKER').map((row) => row.slice(1))).toEqual([
      ['1', '0', 'Act “One” & more', '0'],
      ['2', '9.925', 'Act Two', '0'],
    ]);
    const tracks = reaper?.blocks ?? [];
    expect(tracks.map((track) => named(track, 'NAME'))).toEqual([['NARRATOR'], ['ALGERNON'], ['LANE']]);
    expect(new Set(tracks.map((track) => named(track, 'PEAKCOL')?.[0])).size).toBe(3);
    const places = tracks.flatMap(({ blocks }) =>
      blocks.map((item) => [Number(named(item, 'POSITION')?.[0]), Number(named(item, 'LENGTH')?.[0])] as const),
    );
    expect(places.toSorted(([a], [b]) => a - b)).toEqual(
      TIMES.map(([from, to]) => [from, Number((to - from).toFixed(9))]),
    );
    const trimmed = tracks[1]?.blocks[0];
    expect(named(trimmed, 'SOFFS')).toEqual(['0.25']);
    expect(Number(named(trimmed, 'VOLPAN')?.[0])).toBeCloseTo(1.9953, 4);
    const file = named(trimmed?.blocks[0], 'FILE')?.[0] ?? '';
    expect(trimmed?.blocks[0]?.words).toEqual(['SOURCE', 'WAVE']);
    expect(existsSync(join(out, file)), file).toBe(true);
  });

  it('have the cues on a separate track, as empty items at their times', async () => {
    const withCues = SCRIPT.replace('LANE: I didn’t', '[SFX: a door]\n\nLANE: I didn’t').replace(
      'LANE: Yes, sir.',
      '[MUSIC: theme]\n\nLANE: Yes, sir.\n\n[MUSIC OUT]',
    );
    save(project, withCues);
    await hand('rpp');
    const [root] = readBlocks(read('Play.rpp')).blocks;
    const track = root?.blocks.find((block) => named(block, 'NAME')?.[0] === 'MUSIC + SFX');
    expect(track?.blocks.map((item) => [named(item, 'NAME')?.[0], Number(named(item, 'POSITION')?.[0])])).toEqual([
      ['SFX: a door', 2.825],
      ['MUSIC: theme', 10.925],
      ['MUSIC OUT', 13.125],
    ]);
    expect(track?.blocks.flatMap(({ blocks }) => blocks)).toEqual([]);
    await hand('otio');
    const { tracks } = JSON.parse(read('Play.otio'));
    const otio = tracks.children.find(({ name }: { readonly name: string }) => name === 'MUSIC + SFX');
    let now = 0;
    const starts: [string, number][] = [];
    for (const { name, source_range: range } of otio.children) {
      if (name !== '') starts.push([name, now / 48_000]);
      now += range.duration.value;
    }
    expect(starts).toEqual([
      ['SFX: a door', 2.825],
      ['MUSIC: theme', 10.925],
      ['MUSIC OUT', 13.125],
    ]);
  });

  it('of OpenTimelineIO end at the same time on every track as their last take', async () => {
    await hand('otio');
    const timeline = JSON.parse(read('Play.otio'));
    expect(timeline.OTIO_SCHEMA).toBe('Timeline.1');
    const ends: number[] = [];
    for (const track of timeline.tracks.children) {
      let now = 0;
      for (const child of track.children) {
        const { rate, value } = child.source_range.duration;
        if (child.OTIO_SCHEMA === 'Clip.2') {
          const reference = child.media_references[child.active_media_reference_key];
          expect(existsSync(join(out, decodeURIComponent(reference.target_url)))).toBe(true);
          const { start_time: from, duration } = child.source_range;
          expect(from.value + duration.value).toBeLessThanOrEqual(reference.available_range.duration.value);
        }
        now += value / rate;
        if (child.OTIO_SCHEMA === 'Clip.2') ends.push(Number(now.toFixed(4)));
      }
    }
    expect(ends.toSorted((a, b) => a - b)).toEqual(TIMES.map(([, to]) => to));
  });

  it('as a list of edits count frames, and go on for an hour', async () => {
    await hand('edl');
    const events = Array.from(
      read('Play.edl').matchAll(/^(\d{3}) {2}AX {7}A {5}C {8}(\S+) (\S+) (\S+) (\S+)$/gm),
      ([, number, ...times]) => [number, ...times],
    );
    expect(events).toHaveLength(TIMES.length);
    expect(events[1]).toEqual(['002', '00:00:00:06', '00:00:00:22', '01:00:02:05', '01:00:02:21']);
    expect(read('Play.edl')).toMatch(/^TITLE: Play\nFCM: NON-DROP FRAME\n/);
  });
});

describe('the package', () => {
  it('has the audio, the words, the cast, every form, and how each take was made, with right checksums', async () => {
    const { files, failed, leftOut, verdict } = await hand('package');
    expect([failed, leftOut, verdict.kind]).toEqual([[], [], 'complete']);
    expect(files[0]).toBe('handover.json');
    const list: {
      files: { file: string; sizeBytes: number; sha256: string; take?: { request: { voice: string } } }[];
    } = JSON.parse(read('handover.json'));
    for (const { file, sizeBytes, sha256 } of list.files) {
      const bytes = readFileSync(join(out, file));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')], file).toEqual([sizeBytes, sha256]);
    }
    expect(list.files.map(({ file }) => file).toSorted()).toEqual(
      files.filter((name) => name !== 'handover.json').toSorted(),
    );
    expect(list.files.filter(({ take }) => take).map(({ take }) => take?.request.voice)).toContain('voice:ALGERNON');
    expect(read('script.txt')).toBe(SCRIPT);
    expect(JSON.parse(read('cast.json'))).toMatchObject({ LANE: { voice: 'voice:LANE' } });
    // All forms but the package itself and publications, and the list, the script and the cast.
    const forms = PROGRAM_TARGETS.length - 1 - PUBLICATION_TARGETS.length;
    expect(files).toHaveLength(forms + 3 + TIMES.length);
  });

  it('is the same when it is made again, and puts nothing of others away for good', async () => {
    await hand('package');
    const again = await hand('package');
    expect(again).toMatchObject({ written: 0, binned: 0 });
    writeFileSync(join(out, 'script.txt'), 'notes of someone else');
    writeFileSync(join(out, 'mine.txt'), 'mine');
    const { written, binned } = await hand('package');
    expect([written, binned]).toEqual([1, 1]);
    expect(read('mine.txt')).toBe('mine');
    const [bin = ''] = readdirSync(join(out, 'bin'));
    expect(read(join('bin', bin, 'script.txt'))).toBe('notes of someone else');
    expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('names lines whose take is not what it was, and leaves their files out', async () => {
    const [line] = project.lines.states();
    writeFileSync(project.takes.audioPath(line?.pick?.audioHash ?? '', 'wav') ?? '', 'something else, as long or not');
    const { failed, files, verdict } = await hand('package');
    const damaged = { label: '1.1', roles: ['NARRATOR'], words: 'Act “One” & more', reason: { kind: 'audio-damaged' } };
    expect(failed).toMatchObject([damaged]);
    expect(verdict).toMatchObject({ kind: 'incomplete', missing: [damaged], missingLines: 1 });
    expect(JSON.parse(read('handover.json'))).toMatchObject({ verdict: { kind: 'incomplete', missing: [damaged] } });
    expect(files.filter((name) => name.startsWith('audio/'))).toHaveLength(TIMES.length - 1);
  });

  it('names lines that have no take, and is incomplete without them', async () => {
    project.decisions.setVerdict(project.lines.states()[0]?.pick?.takeId ?? 0, 'rejected');
    const { leftOut, verdict } = await hand('package');
    expect(leftOut).toMatchObject([{ label: '1.1', reason: { kind: 'no-take' } }]);
    expect(verdict).toMatchObject({ kind: 'incomplete', missing: leftOut });
  });

  it('follows no link out of the folder', async () => {
    mkdirSync(out, { recursive: true });
    const elsewhere = workshop.path('elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(out, 'audio'));
    await expect(hand('package')).rejects.toThrow();
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
