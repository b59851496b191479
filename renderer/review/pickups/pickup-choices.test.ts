import { describe, expect, it } from 'vitest';
import type { PickupConfidence, PickupMatch } from '../../../shared/model/pickups.ts';
import { pickupRows, planPickups } from './pickup-choices.ts';

const place = (lineId: number) => ({ lineId, words: null, takeId: null, seconds: null });

function match(
  number: number,
  confidence: PickupConfidence | null,
  { isKnown = false, isDone = false }: { readonly isKnown?: boolean; readonly isDone?: boolean } = {},
): PickupMatch {
  const places = confidence === null ? [] : [place(number * 10), place(number * 10 + 1)];
  const text = { text: `Row ${number}`, note: `Note ${number}`, chapter: '', file: '', line: '', page: '' };
  const times = { times: [], endSeconds: null, take: null, takeSeconds: null };
  return { pickup: { number, ...text, ...times, phrases: [], isDone }, confidence, places, isKnown };
}

const rowsOf = (matches: PickupMatch[], choices: Parameters<typeof pickupRows>[1] = new Map()) =>
  pickupRows({ matches, lines: [], leftOut: [] }, choices);

describe('the rows of a list', () => {
  it('begin with those that need a decision, in the order of the list', () => {
    const rows = rowsOf([match(1, 'sure'), match(2, 'ask'), match(3, null), match(4, 'likely'), match(5, null)]);
    expect(rows.map(({ pickup }) => pickup.number)).toEqual([3, 5, 2, 4, 1]);
  });

  it('stay in their places when a line is chosen', () => {
    const rows = rowsOf([match(1, 'sure'), match(2, null)], new Map([[1, { place: place(7) }]]));
    expect(rows.map(({ index, place: chosen }) => [index, chosen?.lineId])).toEqual([
      [1, 7],
      [0, 10],
    ]);
  });
});

describe('the plan', () => {
  it('has a note for each row whose line is known, and leaves the others out', () => {
    expect(planPickups(rowsOf([match(1, 'sure'), match(2, 'likely'), match(3, 'ask'), match(4, null)]))).toEqual({
      notes: [
        { ...place(20), text: 'Note 2' },
        { ...place(10), text: 'Note 1' },
      ].map(({ words: _, ...note }) => note),
      retakeLineIds: [],
      undecided: 2,
    });
  });

  it('skips rows that are noted already or done, unless the producer chooses otherwise', () => {
    const matches = [match(1, 'sure', { isKnown: true }), match(2, 'sure', { isDone: true })];
    expect(planPickups(rowsOf(matches))).toEqual({ notes: [], retakeLineIds: [], undecided: 0 });
    expect(planPickups(rowsOf(matches, new Map([[1, { action: 'note' }]]))).notes).toHaveLength(1);
  });

  it('renders a line once, even if several rows ask for it', () => {
    const choices = new Map([
      [0, { action: 'retake', place: place(7) }],
      [1, { action: 'retake', place: place(7) }],
    ] as const);
    const { notes, retakeLineIds } = planPickups(rowsOf([match(1, 'sure'), match(2, 'sure')], choices));
    expect([notes.length, retakeLineIds]).toEqual([2, [7]]);
  });
});
