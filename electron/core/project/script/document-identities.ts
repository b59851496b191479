// Matches paragraphs across an edit. Unchanged paragraphs keep their identity. Earlier states are remembered, so that
// undoing an edit restores the original paragraphs.
import { hash } from 'node:crypto';
import { setLatest } from '../lines/line-memory.ts';
import type { ReadWindow, Strip, Window } from './document-window.ts';
import type { OpenDocument } from './script-document.ts';
import type { ParagraphPosition } from './script-layout.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

interface SavedEdit {
  readonly strip: Strip;
  readonly window: Window;
  readonly read: ReadWindow;
  readonly next: readonly ParagraphRow[];
  readonly moved: readonly ParagraphPosition[];
  readonly wording: number;
}

export function documentAfterEdit(each: OpenDocument, edit: SavedEdit): OpenDocument {
  const { strip, window, read } = edit;
  const index = read.regions.findIndex(({ owner }) => owner === each);
  const region = read.regions[index];
  const moved = applyMoves(each, edit.moved);
  if (!region) return moved;
  const { rows, lead, beforeId } = locateInWindow(moved, edit, index);
  const isEdited = each === strip.document;
  const growth = window.changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
  const dropped = isEdited && window.changes.some(({ to }) => to > each.length) ? each.trailing : 0;
  const after = {
    ...moved,
    revision: each.revision + (isEdited ? 1 : 0),
    rows,
    lead,
    beforeId,
    trailing: each.trailing - dropped + region.added,
    length: isEdited ? each.length + growth + dropped : each.length,
    wording: isEdited ? edit.wording : each.wording,
  };
  return isEdited || !isSame(after, each) ? after : each;
}

function isSame(a: OpenDocument, b: OpenDocument): boolean {
  const rowsAreSame = a.rows.length === b.rows.length && a.rows.every((row, at) => row === b.rows[at]);
  return rowsAreSame && a.lead === b.lead && a.beforeId === b.beforeId && a.trailing === b.trailing;
}

function locateInWindow(
  document: OpenDocument,
  { strip, window, read, next }: SavedEdit,
  index: number,
): Pick<OpenDocument, 'rows' | 'lead' | 'beforeId'> {
  const { regions, paragraphs, text } = read;
  const inWindow = new Set(strip.rows.slice(window.start, window.end).map(({ id }) => id));
  const first = document.rows.findIndex(({ id }) => inWindow.has(id));
  const last = document.rows.findLastIndex(({ id }) => inWindow.has(id));
  // If none of the document's paragraphs is in the window, all of them come after the window.
  const kept = first < 0 ? { before: [], after: document.rows } : splitAround(document.rows, first, last);
  const own: ParagraphRow[] = [];
  let ownStart = -1;
  let previous = strip.rows[window.start - 1]?.id ?? (window.start === 0 ? strip.low?.id : undefined) ?? null;
  let start = 0;
  paragraphs.forEach(({ source, gap }, at) => {
    const owner = read.owners[at] ?? -1;
    const row = next[at];
    if (row && owner < index) previous = row.id;
    if (row && owner === index) {
      if (ownStart < 0) ownStart = start;
      own.push(row);
    }
    start += source.length + gap.length;
  });
  const rows = [...kept.before, ...own, ...kept.after];
  const region = regions[index];
  if (!region?.begins) return { rows, lead: document.lead, beforeId: document.beforeId };
  const contentEnd = kept.after.length > 0 ? text.length : (regions[index + 1]?.at ?? text.length);
  const lead = text.slice(region.at, ownStart < 0 ? contentEnd : ownStart);
  return { rows, lead, beforeId: previous };
}

function splitAround(rows: readonly ParagraphRow[], first: number, last: number) {
  return { before: rows.slice(0, first), after: rows.slice(last + 1) };
}

function applyMoves(document: OpenDocument, moved: readonly ParagraphPosition[]): OpenDocument {
  if (moved.length === 0) return document;
  const places = new Map(moved.map((place) => [place.id, place]));
  if (!document.rows.some(({ id }) => places.has(id))) return document;
  const rows = document.rows.map((row) => {
    const place = places.get(row.id);
    return place ? { ...row, ord: place.ord, chapter_id: place.chapterId } : row;
  });
  return { ...document, rows };
}

const MAX_REMEMBERED = 50_000;
const MAX_CANDIDATES = 8;

interface Memory {
  readonly id: number;
  readonly wording: number;
}

export class IdentityMemory {
  readonly #memories = new Map<string, readonly Memory[]>();

  remember(strip: Strip, window: Window, untouched: ReadonlySet<number>): void {
    const { wording } = strip.document;
    for (let at = window.start; at < window.end; at += 1) {
      const row = strip.rows[at];
      if (!row || row.kind === 'blank' || untouched.has(row.id)) continue;
      const text = hashOf(row.source);
      this.#add(`after ${idBefore(strip, at)} ${text}`, { id: row.id, wording });
      this.#add(`before ${nextId(strip, at)} ${text}`, { id: row.id, wording });
    }
  }

  /** Returns paragraphs that had this text next to a neighbour (null: the script's end), best match first. */
  recall(side: 'after' | 'before', neighbourId: number | null, text: string, wording: number): readonly Memory[] {
    const found = this.#memories.get(`${side} ${neighbourId} ${hashOf(text)}`) ?? [];
    return [...found.filter((one) => one.wording === wording), ...found.filter((one) => one.wording !== wording)];
  }

  #add(key: string, memory: Memory): void {
    const others = (this.#memories.get(key) ?? []).filter(
      ({ id, wording }) => id !== memory.id || wording !== memory.wording,
    );
    setLatest(this.#memories, key, [memory, ...others].slice(0, MAX_CANDIDATES), MAX_REMEMBERED);
  }
}

const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 24);

/** The values have 40 bits, so that their sum over all paragraphs is exact. */
export const HASH_RANGE = 2 ** 40;
const HASH_DIGITS = 10;

/** Updates a document's hash incrementally. Documents with the same text have the same hash. */
export function hashAfterEdit({ document, rows, first }: Strip, window: Window, read: ReadWindow): number {
  const numberOf = (text: string): number => Number.parseInt(hashOf(text).slice(0, HASH_DIGITS), 16);
  let { wording } = document;
  rows.slice(window.start, window.end).forEach(({ source }, index) => {
    const at = window.start + index - first;
    if (at >= 0 && at < document.rows.length) wording -= numberOf(source);
  });
  read.paragraphs.forEach(({ source }, at) => {
    if (read.regions[read.owners[at] ?? -1]?.owner === document) wording += numberOf(source);
  });
  return ((wording % HASH_RANGE) + HASH_RANGE) % HASH_RANGE;
}

function idBefore({ rows, low }: Strip, index: number): number | null {
  return idOf(index > 0 ? rows[index - 1] : low);
}

function nextId({ rows, high }: Strip, index: number): number | null {
  return idOf(index + 1 < rows.length ? rows[index + 1] : high);
}

// A blank paragraph at the start of the script can disappear, so it counts as the start itself.
function idOf(row: ParagraphRow | undefined): number | null {
  return row === undefined || row.kind === 'blank' ? null : row.id;
}

export interface TrackedIdentities {
  /** Ids of the paragraphs; null for those that have to be matched by their text. */
  readonly known: readonly (number | null)[];
  readonly untouched: ReadonlySet<number>;
}

export function trackIdentities(
  strip: Strip,
  window: Window,
  read: ReadWindow,
  memory: IdentityMemory,
  isDeleted: (paragraphId: number) => boolean,
): TrackedIdentities {
  const ids = untouchedIn(strip, window, read);
  const untouched = new Set(ids.filter((id) => id !== null));
  const used = new Set(untouched);
  const wording = hashAfterEdit(strip, window, read);
  const present = new Set(strip.rows.slice(window.start, window.end).map(({ id }) => id));
  const recall = (side: 'after' | 'before', at: number, neighbourId: number | null): number | null => {
    const found = memory.recall(side, neighbourId, read.paragraphs[at]?.source ?? '', wording);
    const free = found.filter(({ id }) => !used.has(id) && (present.has(id) || isDeleted(id)));
    // Prefer existing paragraphs over deleted ones.
    const best = free.find((one) => one.wording === wording) ?? free.find(({ id }) => present.has(id)) ?? free[0];
    const id = best?.id ?? null;
    if (id !== null) used.add(id);
    return id;
  };
  let neighbour: number | null | undefined = idBefore(strip, window.start);
  for (let at = 0; at < ids.length; at += 1) {
    if (read.paragraphs[at]?.kind === 'blank') continue;
    if (neighbour !== undefined) ids[at] ??= recall('after', at, neighbour);
    neighbour = ids[at] ?? undefined;
  }
  neighbour = nextId(strip, window.end - 1);
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    if (read.paragraphs[at]?.kind === 'blank') continue;
    if (neighbour !== undefined) ids[at] ??= recall('before', at, neighbour);
    neighbour = ids[at] ?? undefined;
  }
  return { known: ids, untouched };
}

function untouchedIn(strip: Strip, window: Window, read: ReadWindow): (number | null)[] {
  const places = new Map<number, ParagraphRow>();
  const { changes } = window;
  let start = window.origin;
  let shift = -window.origin;
  // Changes and paragraphs are both in ascending order, so each change is visited once.
  let next = 0;
  for (const row of strip.rows.slice(window.start, window.end)) {
    const end = start + row.source.length;
    for (let change = changes[next]; change && change.to <= start; change = changes[next]) {
      shift += change.insert.length - (change.to - change.from);
      next += 1;
    }
    const isTouched = (changes[next]?.from ?? end) < end;
    let place = start + shift;
    for (const { at, length } of read.separators) if (place >= at) place += length;
    if (!isTouched && row.source !== '') places.set(place, row);
    start = end + row.gap.length;
  }
  let position = 0;
  return read.paragraphs.map(({ source, gap }) => {
    const row = places.get(position);
    position += source.length + gap.length;
    return row?.source === source ? row.id : null;
  });
}
