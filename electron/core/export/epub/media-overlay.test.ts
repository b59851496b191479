import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockValue, mediaOverlays, type OverlayTrack, overlayMetadata, smilDocument } from './media-overlay.ts';
import { xmlParts } from './xml-source.ts';

const range = (page: string, startSeconds: number, ...ids: string[]) => ({
  page,
  startSeconds,
  spans: ids.map((id) => ({ id, length: 2 })),
});

const track: OverlayTrack = {
  path: 'EPUB/audio/001.mp3',
  durationSeconds: 10.0004,
  ranges: [
    range('EPUB/a b.xhtml', 0.75, 'w1'),
    range('EPUB/a b.xhtml', 2, 'w2', 'w2.2'),
    range('EPUB/c.xhtml', 4, 'w1'),
  ],
};

describe('media overlays', () => {
  it('cover the whole audio file, from its start to its end', () => {
    expect(mediaOverlays([track])).toEqual([
      {
        page: 'EPUB/a b.xhtml',
        durationMs: 4_000,
        clips: [
          { page: 'EPUB/a b.xhtml', audio: 'EPUB/audio/001.mp3', id: 'w1', startMs: 0, endMs: 2_000 },
          { page: 'EPUB/a b.xhtml', audio: 'EPUB/audio/001.mp3', id: 'w2', startMs: 2_000, endMs: 3_000 },
          { page: 'EPUB/a b.xhtml', audio: 'EPUB/audio/001.mp3', id: 'w2.2', startMs: 3_000, endMs: 4_000 },
        ],
      },
      {
        page: 'EPUB/c.xhtml',
        durationMs: 6_000,
        clips: [{ page: 'EPUB/c.xhtml', audio: 'EPUB/audio/001.mp3', id: 'w1', startMs: 4_000, endMs: 10_000 }],
      },
    ]);
  });

  it('are SMIL documents with addresses relative to themselves', () => {
    const [overlay] = mediaOverlays([track]);
    const smil = smilDocument('EPUB/narration/page-1.smil', overlay ?? { page: '', clips: [], durationMs: 0 });
    expect(smil).toContain(
      '<par id="p2"><text src="../a%20b.xhtml#w2"/><audio src="../audio/001.mp3" clipBegin="2.000s" clipEnd="3.000s"/></par>',
    );
    expect(() => xmlParts(smil)).not.toThrow();
  });

  it('state their durations and who narrates', () => {
    const overlays = mediaOverlays([track]).map((overlay, index) => ({ ...overlay, itemId: `o${index}` }));
    expect(overlayMetadata(overlays, ['Ada & Tom'], 'opf:')).toEqual([
      '<opf:meta property="media:duration" refines="#o0">0:00:04.000</opf:meta>',
      '<opf:meta property="media:duration" refines="#o1">0:00:06.000</opf:meta>',
      '<opf:meta property="media:duration">0:00:10.000</opf:meta>',
      '<opf:meta property="media:narrator">Ada &amp; Tom</opf:meta>',
      '<opf:meta property="media:active-class">-epub-media-overlay-active</opf:meta>',
    ]);
    expect(clockValue(36_000_000 + 62_003)).toBe('10:01:02.003');
  });

  it('have clips that follow each other without gaps, also for words at the same time', () => {
    const starts = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(starts, (all) => {
        const ranges = all.toSorted((a, b) => a - b).map((start, index) => range('p', start, `w${index}`));
        const clips = mediaOverlays([{ path: 'a', durationSeconds: 21, ranges }]).flatMap((one) => one.clips);
        expect(clips.map(({ id }) => id)).toEqual(ranges.map((_, index) => `w${index}`));
        expect(clips[0]?.startMs).toBe(0);
        for (const [index, { startMs, endMs }] of clips.entries()) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs).toBe(clips[index + 1]?.startMs ?? 21_000);
        }
      }),
    );
  });
});
