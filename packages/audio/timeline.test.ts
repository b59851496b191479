import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speechEdges } from '../../shared/rules/speech-edges.ts';
import {
  DEFAULT_PAUSES,
  makeTimeline,
  silentEnds,
  type TimelineEntry,
  type TimelineLine,
  type TimelineTake,
} from './timeline.ts';

let ids = 0;
const newId = (): number => {
  ids += 1;
  return ids;
};
const take = (durationSeconds: number, treated: Partial<TimelineTake> = {}): TimelineTake => ({
  takeId: newId(),
  durationSeconds,
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  ...treated,
});
const line = (seconds: number | null, about: Partial<TimelineLine> = {}): TimelineLine => {
  const lineId = newId();
  return {
    kind: 'line',
    lineId,
    chapterId: 1,
    paragraphId: lineId,
    isHeading: false,
    pauseBeforeSeconds: null,
    pauseAfterSeconds: null,
    take: seconds === null ? null : take(seconds),
    ...about,
  };
};
const pause = (seconds: number): TimelineEntry => ({ kind: 'pause', seconds });

/** Clips by their length, pauses by their reason and length. */
const shapeOf = (entries: readonly TimelineEntry[], options?: Parameters<typeof makeTimeline>[1]) =>
  makeTimeline(entries, options).items.map((item) => {
    const seconds = Number((item.endSeconds - item.startSeconds).toFixed(6));
    return item.kind === 'clip' ? seconds : `${item.reason} ${seconds}`;
  });

describe('a timeline', () => {
  it('puts the usual pause between paragraphs, a shorter one within, longer ones after headings and chapters', () => {
    const [heading, first] = [line(1, { isHeading: true }), line(2)];
    const cut = line(3, { paragraphId: first.paragraphId });
    const elsewhere = line(4, { chapterId: 2 });
    expect(shapeOf([heading, first, cut, line(5), elsewhere])).toEqual([
      1,
      `heading ${DEFAULT_PAUSES.heading}`,
      2,
      `part ${DEFAULT_PAUSES.part}`,
      3,
      `paragraph ${DEFAULT_PAUSES.paragraph}`,
      5,
      `chapter ${DEFAULT_PAUSES.chapter}`,
      4,
    ]);
  });

  it('leaves out the silence at the ends of takes but for a moment, where that is asked for', () => {
    const spoken = line(null, { take: take(3, { headSilenceSeconds: 0.4, tailSilenceSeconds: 0.8 }) });
    expect(shapeOf([spoken, line(2)])).toEqual([3, `paragraph ${DEFAULT_PAUSES.paragraph}`, 2]);
    expect(shapeOf([spoken, line(2)], { cutSilentEnds: true })).toEqual([
      1.95,
      `paragraph ${DEFAULT_PAUSES.paragraph}`,
      2,
    ]);
    const [clip] = makeTimeline([spoken], { cutSilentEnds: true }).items;
    expect(clip).toMatchObject({ fromSeconds: expect.closeTo(0.35), toSeconds: expect.closeTo(2.3) });
  });

  it('keeps an end that was trimmed by hand, an end that is hardly silent, and a take that is silent throughout', () => {
    const lengthOf = (about: Partial<TimelineTake>) => {
      const silences = { headSilenceSeconds: 0.4, tailSilenceSeconds: 0.8 };
      return shapeOf([line(null, { take: take(3, { ...silences, ...about }) })], { cutSilentEnds: true });
    };
    expect(lengthOf({ trimStartSeconds: 0.01 })).toEqual([2.29]);
    expect(lengthOf({ trimEndSeconds: 1 })).toEqual([1.65]);
    expect(lengthOf({ headSilenceSeconds: 0.03, tailSilenceSeconds: 0.1 })).toEqual([3]);
    expect(lengthOf({ headSilenceSeconds: 3, tailSilenceSeconds: 0 })).toEqual([3]);
    expect(lengthOf({ headSilenceSeconds: null, tailSilenceSeconds: null })).toEqual([3]);
  });

  it('goes by another table of pauses', () => {
    const pauses = { part: 0, turn: 0.5, paragraph: 0.25, scene: 2, heading: 1, chapter: 9 };
    expect(shapeOf([line(1), line(1), line(1, { chapterId: 2 })], { pauses })).toEqual([
      1,
      'paragraph 0.25',
      1,
      'chapter 9',
      1,
    ]);
  });

  it('has marks replace the usual pause; several add up, and 0 seconds is no pause', () => {
    const before = line(1, { pauseAfterSeconds: 0.5 });
    expect(shapeOf([before, pause(1), pause(2), line(1, { pauseBeforeSeconds: 0.25 })])).toEqual([1, 'mark 3.75', 1]);
    expect(shapeOf([line(1), pause(0), line(1)])).toEqual([1, 1]);
    expect(shapeOf([line(1), pause(0.1), line(1, { chapterId: 2 })])).toEqual([1, 'mark 0.1', 1]);
  });

  it('has a pause of its own where another role speaks', () => {
    const pauses = { part: 0.1, turn: 0.5, paragraph: 0.25, scene: 2, heading: 1, chapter: 9 };
    const [ada, bea] = [{ roles: ['ADA'] }, { roles: ['BEA'] }];
    const dialog = { roles: ['ADA', 'BEA'] };
    expect(shapeOf([line(1, ada), line(1, bea), line(1, bea), line(1, dialog), line(1, bea)], { pauses })).toEqual([
      1,
      'turn 0.5',
      1,
      'paragraph 0.25',
      1,
      'turn 0.5',
      1,
      'paragraph 0.25',
      1,
    ]);
  });

  it('has the pause that the producer set before a line, in place of rules and marks', () => {
    const set = (setPauseSeconds: number) => line(1, { setPauseSeconds });
    expect(shapeOf([line(1), set(0.8), pause(2), set(0)])).toEqual([1, 'set 0.8', 1, 1]);
    expect(shapeOf([set(1.5), line(2, { chapterId: 2, setPauseSeconds: 4 })])).toEqual(['set 1.5', 1, 'set 4', 2]);
    expect(shapeOf([line(1), line(1, { setPauseSeconds: null })])).toEqual([
      1,
      `paragraph ${DEFAULT_PAUSES.paragraph}`,
      1,
    ]);
  });

  describe('that follows punctuation', () => {
    const pauses = { part: 0.2, turn: 0.5, paragraph: 0.8, scene: 1.8, heading: 1.5, chapter: 2.5 };
    const spoken = (role: string, text: string, about: Partial<TimelineLine> = {}) =>
      line(1, { roles: [role], ...speechEdges(text), ...about });
    const pauseBetween = (before: TimelineLine, after: TimelineLine) =>
      shapeOf([before, after], { pauses, followPunctuation: true })[1];

    it.each([
      [['MRS BENNET', '“My dear Mr. Bennet,”'], ['NARRATOR', 'said his lady to him one day,'], 'comma 0.2'],
      [['NARRATOR', 'said his lady to him one day,'], ['MRS BENNET', '“have you heard that?”'], 'comma 0.2'],
      [['ADA', '“Really?”'], ['NARRATOR', 'said she.'], 'comma 0.2'],
      [['ADA', '“I wonder…”'], ['NARRATOR', 'she began.'], 'comma 0.2'],
      [['ADA', '“I was just—”'], ['NARRATOR', 'He stopped.'], 'comma 0.2'],
      [['ADA', '「行こう」'], ['NARRATOR', 'と彼は言った。'], 'comma 0.2'],
      [['ADA', '« Vraiment ? »'], ['NARRATOR', 'demanda-t-il.'], 'comma 0.2'],
      [['ADA', '„Ja“,'], ['NARRATOR', 'Peter nickte.'], 'comma 0.2'],
      [['ADA', '«نعم»،'], ['NARRATOR', 'قال الرجل.'], 'comma 0.2'],
      [['NARRATOR', 'He wrote:'], ['ADA', 'Come at once.'], 'comma 0.2'],
      [['NARRATOR', 'It was late;'], ['ADA', '“so go.”'], 'semicolon 0.35'],
      [['ADA', 'Are you coming?'], ['BEA', 'no.'], 'turn 0.5'],
      [['ADA', 'Come.'], ['NARRATOR', 'She waited.'], 'turn 0.5'],
      [['ADA', 'いいえ！'], ['BEA', 'はい。'], 'turn 0.5'],
      [['ADA', 'I wonder…'], ['BEA', 'So do I.'], 'ellipsis 0.7'],
      [['ADA', 'I was just—'], ['BEA', 'No!'], 'interruption 0.1'],
      [['NARRATOR', 'It rained.'], ['NARRATOR', 'The sun came.'], 'paragraph 0.8'],
      [['NARRATOR', 'It rained…'], ['NARRATOR', 'The sun came.'], 'paragraph 0.8'],
      [['NARRATOR', 'Dear Sir,'], ['NARRATOR', 'I am well.'], 'stop 0.5'],
    ] as const)('between %j and %j: %s', ([role, text], [next, words], expected) => {
      expect(pauseBetween(spoken(role, text), spoken(next, words))).toBe(expected);
    });

    it('uses only the pause between sentences within a divided paragraph', () => {
      const divided = { paragraphId: 7 };
      const [first, second] = ['It rained.', 'It rained,'].map((text) => spoken('NARRATOR', text, divided));
      const rest = spoken('NARRATOR', 'and the sun came.', divided);
      expect(first && pauseBetween(first, rest)).toBe('stop 0.5');
      expect(second && pauseBetween(second, rest)).toBe('comma 0.2');
    });

    it('has longer pauses after headings, at scene breaks and before chapters', () => {
      const heading = spoken('NARRATOR', 'One', { isHeading: true });
      const entries = [heading, spoken('NARRATOR', 'So.'), { ...pause(9), isScene: true }, spoken('NARRATOR', 'On.')];
      const other = spoken('NARRATOR', 'Two', { chapterId: 2, isHeading: true });
      expect(shapeOf([...entries, other], { pauses, followPunctuation: true })).toEqual([
        1,
        'heading 1.5',
        1,
        'scene 1.8',
        1,
        'chapter 2.5',
        1,
      ]);
    });

    it('measures pauses from the end of the speech to the start of the next', () => {
      const soft = (seconds: number | null) =>
        spoken('NARRATOR', 'So.', {
          take: take(3, { headSilenceSeconds: 0.4, tailSilenceSeconds: 0.8 }),
          setPauseSeconds: seconds,
        });
      const options = { pauses, followPunctuation: true, cutSilentEnds: true };
      expect(shapeOf([soft(null), soft(null)], options)).toEqual([1.95, 'paragraph 0.65', 1.95]);
      // If a pause is shorter than the silence that would be kept, more of it is cut.
      expect(shapeOf([soft(null), soft(0.06)], options)).toEqual([1.89, 1.92]);
      expect(shapeOf([soft(null), soft(0)], options)).toEqual([1.85, 1.9]);
      expect(shapeOf([soft(2), pause(1)], options)).toEqual(['set 1.95', 1.95, 'mark 0.9']);
    });

    it('doesn’t change ends that were trimmed by hand', () => {
      const byHand = { headSilenceSeconds: 0.4, tailSilenceSeconds: 0.8, trimStartSeconds: 0.1, trimEndSeconds: 0.3 };
      const soft = spoken('NARRATOR', 'So.', { take: take(3, byHand) });
      const options = { pauses, followPunctuation: true, cutSilentEnds: true };
      expect(shapeOf([soft, soft], options)).toEqual([2.6, 2.6]);
    });
  });

  it('keeps marks before the first clip and after the last one, and no usual pause there', () => {
    expect(shapeOf([pause(2), line(1), pause(3)])).toEqual(['mark 2', 1, 'mark 3']);
    expect(shapeOf([line(null, { isHeading: true }), line(1), line(null, { chapterId: 2 })])).toEqual([1]);
    expect(shapeOf([pause(4), line(null)])).toEqual([]);
  });

  it('passes over lines without a take and keeps the longer pause beside them', () => {
    const missing = line(null, { chapterId: 2 });
    const timeline = makeTimeline([line(1), missing, line(2, { chapterId: 2 })]);
    expect(timeline.withoutTake).toEqual([missing]);
    expect(shapeOf([line(1), missing, line(2, { chapterId: 2 })])).toEqual([1, `chapter ${DEFAULT_PAUSES.chapter}`, 2]);
    expect(shapeOf([line(1), line(null, { pauseAfterSeconds: 0.2 }), line(2)])).toEqual([
      1,
      `paragraph ${DEFAULT_PAUSES.paragraph}`,
      2,
    ]);
  });

  it('plays what the trim leaves of a file', () => {
    const trimmed = take(10, { trimStartSeconds: 1, trimEndSeconds: 2.5, gainDb: -3 });
    const [clip] = makeTimeline([line(null, { take: trimmed })]).items;
    expect(clip).toMatchObject({ fromSeconds: 1, toSeconds: 7.5, startSeconds: 0, endSeconds: 6.5, take: trimmed });
  });

  it('has one pause between lines in an order of their own, whatever stands between them in the script', () => {
    const entries = [
      line(1, { pauseAfterSeconds: 5 }),
      line(null),
      line(2, { chapterId: 2, isHeading: true }),
      line(3),
    ];
    const usual = `paragraph ${DEFAULT_PAUSES.paragraph}`;
    expect(shapeOf(entries, { order: 'listed' })).toEqual([1, usual, 2, usual, 3]);
  });
});

const seconds = fc.integer({ min: 0, max: 4_000 }).map((milliseconds) => milliseconds / 1_000);
const anyLine = fc
  .record({
    duration: fc.option(fc.integer({ min: 100, max: 20_000 })),
    trimStart: fc.double({ min: 0, max: 0.4, noNaN: true }),
    trimEnd: fc.double({ min: 0, max: 0.4, noNaN: true }),
    chapter: fc.integer({ min: 0, max: 3 }),
    paragraph: fc.integer({ min: 0, max: 9 }),
    isHeading: fc.boolean(),
    before: fc.option(seconds),
    after: fc.option(seconds),
  })
  .map(({ duration, trimStart, trimEnd, chapter, paragraph, isHeading, before, after }) => {
    const length = (duration ?? 0) / 1_000;
    return line(null, {
      chapterId: chapter === 0 ? null : chapter,
      paragraphId: paragraph,
      isHeading,
      pauseBeforeSeconds: before,
      pauseAfterSeconds: after,
      take:
        duration === null
          ? null
          : take(length, { trimStartSeconds: trimStart * length, trimEndSeconds: trimEnd * length }),
    });
  });
const anyScript = fc.array(fc.oneof({ weight: 4, arbitrary: anyLine }, { weight: 1, arbitrary: seconds.map(pause) }), {
  maxLength: 40,
});
const anyOrder = fc.constantFrom('script' as const, 'listed' as const);

describe('any timeline', () => {
  it('is without a hole or an overlap, and never has two pauses in a row', () => {
    fc.assert(
      fc.property(anyScript, anyOrder, (entries, order) => {
        const { items, durationSeconds } = makeTimeline(entries, { order });
        expect(items[0]?.startSeconds ?? 0).toBe(0);
        expect(items.at(-1)?.endSeconds ?? 0).toBe(durationSeconds);
        for (const [at, item] of items.entries()) {
          const next = items[at + 1];
          if (next) expect(next.startSeconds).toBe(item.endSeconds);
          if (item.kind === 'clip') continue;
          expect(item.endSeconds).toBeGreaterThan(item.startSeconds);
          expect(next?.kind).not.toBe('pause');
        }
      }),
    );
  });

  it('has each line once: as a clip of what its trim leaves, or among those without a take', () => {
    fc.assert(
      fc.property(anyScript, anyOrder, (entries, order) => {
        const { items, withoutTake } = makeTimeline(entries, { order });
        const lines = entries.filter((entry) => entry.kind === 'line');
        const clips = items.filter((item) => item.kind === 'clip');
        expect(clips.map((clip) => clip.line)).toEqual(lines.filter((one) => one.take !== null));
        expect(withoutTake).toEqual(lines.filter((one) => one.take === null));
        for (const { take: own, startSeconds, endSeconds, fromSeconds, toSeconds } of clips) {
          expect(fromSeconds).toBe(own.trimStartSeconds);
          expect(toSeconds).toBeCloseTo(own.durationSeconds - own.trimEndSeconds, 9);
          expect(endSeconds - startSeconds).toBeCloseTo(toSeconds - fromSeconds, 9);
        }
      }),
    );
  });

  it('loses just a line that loses its take: no pause between the others becomes shorter', () => {
    fc.assert(
      fc.property(anyScript, fc.nat(), (entries, which) => {
        const heard = entries.filter((entry) => entry.kind === 'line' && entry.take !== null);
        const lost = heard[which % Math.max(1, heard.length)];
        const without = entries.map((entry) => (entry === lost ? { ...lost, take: null } : entry));
        const before = pausesBefore(entries);
        for (const [lineId, length] of pausesBefore(without)) {
          expect(length).toBeGreaterThanOrEqual((before.get(lineId) ?? 0) - 1e-9);
        }
      }),
    );
  });

  it('that follows punctuation has pauses of exactly the stated lengths', () => {
    const silence = fc.integer({ min: 0, max: 900 }).map((milliseconds) => milliseconds / 1_000);
    const spoken = fc.record({ head: silence, tail: silence, set: fc.option(seconds) }).map(({ head, tail, set }) => ({
      ...line(null, { take: take(2, { headSilenceSeconds: head, tailSilenceSeconds: tail }), setPauseSeconds: set }),
    }));
    fc.assert(
      fc.property(fc.array(spoken, { maxLength: 20 }), (entries) => {
        const options = { cutSilentEnds: true, followPunctuation: true };
        const clips = makeTimeline(entries, options).items.filter((item) => item.kind === 'clip');
        for (const [at, clip] of clips.entries()) {
          const before = clips[at - 1];
          if (!before) continue;
          const ends = before.endSeconds - silentEnds(before.take, before).tail;
          const starts = clip.startSeconds + silentEnds(clip.take, clip).head;
          expect(starts - ends).toBeCloseTo(clip.line.setPauseSeconds ?? DEFAULT_PAUSES.paragraph, 6);
        }
      }),
    );
  });
});

/** The pause before each clip but the first, in seconds, by its line. */
function pausesBefore(entries: readonly TimelineEntry[]): Map<number, number> {
  const lengths = new Map<number, number>();
  let end: number | null = null;
  for (const item of makeTimeline(entries).items) {
    if (item.kind === 'pause') continue;
    if (end !== null) lengths.set(item.line.lineId, item.startSeconds - end);
    end = item.endSeconds;
  }
  return lengths;
}
