// Lines that are played one after the other: a chapter in script order and, if wanted, those after it; or lines in an order
// of their own. What follows what is read from the project while it goes on, so that every change is heard from the next
// line on.
import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Chapter, ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ListenedEntry, ListenedLine, ListenedTake } from '../../shared/model/listening.ts';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../shared/model/settings.ts';
import { makeTimeline, type TimelineItem } from '../../shared/rules/timeline.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { chapterTitle } from '../ui/format.ts';
import { readOverview } from '../ui/overview.tsx';
import type { ChapterInTime, ThroughExtent, ThroughStart } from '../ui/player-store.ts';
import type { ClipQueue, NextClip } from './clip-player.ts';
import type { Clip } from './clip-sound.ts';

const t = words('player');

/** A clip with its line, by which it is known, and its take. */
export interface ListenedClip extends Clip {
  readonly line: ListenedLine;
  readonly take: ListenedTake;
}

const PROJECT = hashKey(askKey('project.current', {}));

/** What is set of the silences between lines. */
type SilenceSettings = Pick<ProjectSettings, 'pauses' | 'cutSilentEnds'>;
const USUAL_SETTINGS: SilenceSettings = DEFAULT_PROJECT_SETTINGS;

export interface PlayThroughPorts {
  readonly client: QueryClient;
  /** Whether it goes on with the next chapter at the end of one. */
  readonly crossesChapters: () => boolean;
  /** Something else follows now, or the same in another way. */
  readonly onChange: () => void;
}

/** What became of the lines so far. */
export interface ThroughSummary {
  /** What was played: the title of the chapter that was played last; empty for lines in an order of their own. */
  readonly title: string;
  /** How many lines were heard. */
  readonly heard: number;
  /** How many were passed over, since they have no take, or its file is missing or damaged. */
  readonly withoutTake: number;
  readonly withoutFile: number;
}

/** Lines of one order that are read together. */
const PAGE = 100;
/** What follows is read once this few clips are left. */
const NEAR_THE_END = 8;

/** A chapter, or a page of lines, and what is known of it. */
interface ThroughSection {
  /** A chapter's id; the number of a page. */
  readonly key: number | null;
  entries: readonly ListenedEntry[] | null;
  hasFailed: boolean;
  /** Resolves when it has been read, or can't be. */
  readonly read: Promise<void>;
  readonly close: () => void;
}

export class PlayThrough implements ClipQueue<ListenedClip> {
  readonly #ports: PlayThroughPorts;
  readonly #extent: ThroughExtent;
  readonly #fromLineId: number | null;
  /** One after the other, without a hole. */
  #sections: ThroughSection[] = [];
  #clips: NextClip<ListenedClip>[] = [];
  #items: readonly TimelineItem<ListenedLine>[] = [];
  #silences: SilenceSettings = USUAL_SETTINGS;
  #unwatch: () => void = () => {};
  /** The chapter that was asked for last, until anything of it changes. */
  #chapter: { readonly id: number | null; readonly inTime: ChapterInTime } | null = null;
  /** Where each line's clip is among them. */
  #places = new Map<number, number>();
  /** What comes in place of a line that has nothing to play any more. */
  readonly #successors = new Map<number, number | null>();
  /** Takes whose file turned out not to be there. */
  readonly #lost = new Set<number>();
  readonly #heard = new Set<number>();
  readonly #passedOver = new Map<number, 'no-take' | 'no-file'>();
  /** The line that was heard last. */
  #last: ListenedLine | null = null;

  constructor({ extent, fromLineId }: ThroughStart, ports: PlayThroughPorts) {
    this.#extent = extent;
    this.#fromLineId = fromLineId;
    this.#ports = ports;
  }

  /** The first clip; null where nothing can be played. */
  async open(): Promise<ListenedClip | null> {
    this.#silences = this.#silencesNow();
    this.#unwatch = this.#ports.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === PROJECT) this.#lookAtSilences();
    });
    this.#openSection(this.#firstKey());
    for (;;) {
      await this.#sections.at(-1)?.read;
      const first = this.#firstClip();
      if (first) return first;
      if (!this.#openNext()) return null;
    }
  }

  close(): void {
    this.#unwatch();
    for (const section of this.#sections) section.close();
    this.#sections = [];
  }

  after(clip: ListenedClip): NextClip<ListenedClip> | null | 'pending' {
    const at = this.#placeAfter(clip.id);
    if (at >= this.#clips.length - NEAR_THE_END && this.#mayCross()) this.#openNext();
    const next = this.#clips[at];
    if (next && (this.#mayCross() || isSameChapter(next.clip.line, this.#current(clip)))) return next;
    const end = this.#sections.at(-1);
    return !next && end && end.entries === null && !end.hasFailed ? 'pending' : null;
  }

  /** The clip before, in what is known; null where there is none. */
  before(clip: ListenedClip): ListenedClip | null {
    const at = this.#places.get(clip.id) ?? this.#placeAfter(clip.id);
    return this.#clips[at - 1]?.clip ?? null;
  }

  lose({ takeId }: ListenedClip): void {
    this.#lost.add(takeId);
    this.#layOut();
  }

  /** A clip as it is now: the same line may have another take, trim or gain. */
  #current(clip: ListenedClip): ListenedLine {
    return this.clipOf(clip.id)?.line ?? clip.line;
  }

  /** A clip has begun to sound. @returns where its line stands, 1-based, among how many */
  begun({ line }: ListenedClip): { readonly at: number; readonly of: number; readonly title: string } {
    this.#heard.add(line.lineId);
    this.#passOver(line);
    this.#last = line;
    this.#closePassed(line);
    if (this.#extent.kind === 'lines') {
      const { lineIds } = this.#extent;
      return { at: lineIds.indexOf(line.lineId) + 1, of: lineIds.length, title: '' };
    }
    const ofChapter = this.#lines().filter((one) => isSameChapter(one, line));
    const at = ofChapter.findIndex(({ lineId }) => lineId === line.lineId) + 1;
    return { at, of: ofChapter.length, title: this.#titleOf(line.chapterId) };
  }

  /** How many lines were passed over so far. */
  get skipped(): number {
    return this.#passedOver.size;
  }

  /** After the last clip: what became of all lines, those after it too. */
  finish(): ThroughSummary {
    this.#passOver(null);
    const passedOver = [...this.#passedOver.values()];
    const withoutFile = passedOver.filter((why) => why === 'no-file').length;
    const chapterId = this.#last?.chapterId ?? (this.#extent.kind === 'chapter' ? this.#extent.chapterId : null);
    return {
      title: this.#extent.kind === 'chapter' ? this.#titleOf(chapterId) : '',
      heard: this.#heard.size,
      withoutTake: passedOver.length - withoutFile,
      withoutFile,
    };
  }

  #mayCross(): boolean {
    return this.#extent.kind === 'lines' || this.#ports.crossesChapters();
  }

  #lines(): ListenedLine[] {
    return this.#sections.flatMap(({ entries }) => (entries ?? []).filter((entry) => entry.kind === 'line'));
  }

  /** Counts the lines between the one that was heard last and another; null: to the end of what was to be heard. */
  #passOver(until: ListenedLine | null): void {
    const lines = this.#lines();
    const placeOf = (line: ListenedLine | null) => lines.findIndex(({ lineId }) => lineId === line?.lineId);
    // Once it is gone, what followed it is unknown.
    if (this.#last && placeOf(this.#last) < 0) return;
    const start = this.#last ? placeOf(this.#last) : lines.findIndex(({ lineId }) => lineId === this.#fromLineId) - 1;
    const last = this.#last;
    const end = until ? placeOf(until) : lines.length;
    for (const line of lines.slice(Math.max(0, start + 1), end)) {
      const isMeant = until !== null || this.#mayCross() || last === null || isSameChapter(line, last);
      if (isMeant && this.#takeOf(line) === null) {
        this.#passedOver.set(line.lineId, line.take === null && line.audioProblem === null ? 'no-take' : 'no-file');
      }
    }
  }

  #takeOf({ take }: ListenedLine): ListenedLine['take'] {
    return take && !this.#lost.has(take.takeId) ? take : null;
  }

  #titleOf(chapterId: number | null): string {
    const chapters = this.#ports.client.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? [];
    const chapter = chapters.find(({ id }) => id === chapterId);
    return chapter ? chapterTitle(chapter) : '';
  }

  #firstKey(): number | null {
    if (this.#extent.kind === 'chapter') return this.#extent.chapterId;
    const at = this.#fromLineId === null ? 0 : this.#extent.lineIds.indexOf(this.#fromLineId);
    return Math.floor(Math.max(0, at) / PAGE);
  }

  /** What comes after a chapter or page; undefined: nothing. */
  #keyAfter(key: number | null): number | null | undefined {
    if (this.#extent.kind === 'lines') {
      const next = (key ?? 0) + 1;
      return next * PAGE < this.#extent.lineIds.length ? next : undefined;
    }
    const chapters = this.#ports.client.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? [];
    const at = chapters.findIndex(({ id }) => id === key);
    return at < 0 ? undefined : chapters[at + 1]?.id;
  }

  /** Reads what comes after all that is known. @returns whether there is anything, and it may be played */
  #openNext(): boolean {
    const last = this.#sections.at(-1);
    if (!last || !this.#mayCross() || last.hasFailed) return false;
    // One at a time.
    if (last.entries === null) return true;
    const key = this.#keyAfter(last.key);
    if (key === undefined) return false;
    this.#openSection(key);
    return true;
  }

  #openSection(key: number | null): void {
    const { client } = this.#ports;
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const query =
      this.#extent.kind === 'chapter'
        ? askQuery('playback.chapter', { chapterId: key })
        : askQuery('playback.lines', {
            lineIds: this.#extent.lineIds.slice((key ?? 0) * PAGE, ((key ?? 0) + 1) * PAGE),
          });
    const observer = new QueryObserver<ListenedEntry[], Error, ListenedEntry[], readonly unknown[]>(client, query);
    const take = ({ data, isError, isFetching }: ReturnType<typeof observer.getCurrentResult>): void => {
      // What is known from before is older than what is being asked for.
      if (data === undefined ? !isError : isFetching && section.entries === null) return;
      const isNew = data !== undefined && data !== section.entries;
      section.hasFailed = data === undefined;
      if (data) section.entries = data;
      if (isNew) this.#layOut();
      resolve();
      this.#ports.onChange();
    };
    const section: ThroughSection = {
      key,
      entries: null,
      hasFailed: false,
      read,
      close: observer.subscribe((one) => take(one)),
    };
    this.#sections.push(section);
    take(observer.getCurrentResult());
  }

  /** What has long been heard need not be known. */
  #closePassed(line: ListenedLine): void {
    const isIn = ({ entries }: ThroughSection) =>
      entries?.some((entry) => entry.kind === 'line' && entry.lineId === line.lineId) ?? false;
    if (this.#sections.findIndex(isIn) < 2) return;
    this.#sections.shift()?.close();
    this.#layOut();
  }

  /** As the project that is open has them set. */
  #silencesNow(): SilenceSettings {
    const project = this.#ports.client.getQueryData<ProjectSummary | null>(askKey('project.current', {}));
    if (!project) return USUAL_SETTINGS;
    const { pauses, cutSilentEnds } = project.settings;
    return { pauses, cutSilentEnds };
  }

  /** What was set otherwise is heard from the next pause on. */
  #lookAtSilences(): void {
    const silences = this.#silencesNow();
    if (JSON.stringify(silences) === JSON.stringify(this.#silences)) return;
    this.#silences = silences;
    this.#layOut();
    this.#ports.onChange();
  }

  #layOut(): void {
    const before = this.#clips;
    const entries = this.#sections.flatMap((section) => section.entries ?? []);
    const playable = entries.map((entry) => (entry.kind === 'line' ? { ...entry, take: this.#takeOf(entry) } : entry));
    const { items } = makeTimeline<ListenedLine>(playable, {
      order: this.#extent.kind === 'chapter' ? 'script' : 'listed',
      ...this.#silences,
    });
    this.#clips = [];
    this.#items = items;
    this.#chapter = null;
    let pauseSeconds = 0;
    for (const item of items) {
      if (item.kind === 'pause') {
        pauseSeconds = item.endSeconds - item.startSeconds;
        continue;
      }
      const { line, fromSeconds, toSeconds } = item;
      const { take } = line;
      if (take === null) continue;
      const { takeId, gainDb } = take;
      this.#clips.push({
        clip: { id: line.lineId, takeId, fromSeconds, toSeconds, gainDb, line, take },
        pauseSeconds,
      });
      pauseSeconds = 0;
    }
    this.#places = new Map(this.#clips.map(({ clip }, at) => [clip.id, at]));
    let successor: number | null = null;
    for (const { id } of before.map(({ clip }) => clip).toReversed()) {
      if (this.#places.has(id)) successor = id;
      else this.#successors.set(id, successor);
    }
  }

  /** The chapter of a line as it is laid out; the same object until anything of it changes. Null for a list of lines. */
  chapterOf({ chapterId }: ListenedLine): ChapterInTime | null {
    if (this.#extent.kind === 'lines') return null;
    if (this.#chapter?.id !== chapterId) {
      const inTime = chapterInTime(
        this.#lines().filter((line) => line.chapterId === chapterId),
        this.#items,
      );
      this.#chapter = { id: chapterId, inTime };
    }
    return this.#chapter.inTime;
  }

  /** Null where a line has no clip, or has none any more. */
  clipOf(lineId: number): ListenedClip | null {
    const at = this.#places.get(lineId);
    return at === undefined ? null : (this.#clips[at]?.clip ?? null);
  }

  #firstClip(): ListenedClip | null {
    const lines = this.#lines();
    const from = this.#fromLineId === null ? 0 : lines.findIndex(({ lineId }) => lineId === this.#fromLineId);
    for (const { lineId } of lines.slice(Math.max(0, from))) {
      const clip = this.clipOf(lineId);
      if (clip) return clip;
    }
    return null;
  }

  /** Where the clip after a line's is, also where the line has none any more. */
  #placeAfter(lineId: number): number {
    const at = this.#places.get(lineId);
    if (at !== undefined) return at + 1;
    let successor = this.#successors.get(lineId);
    while (successor != null && !this.#places.has(successor)) successor = this.#successors.get(successor);
    return successor == null ? this.#clips.length : (this.#places.get(successor) ?? this.#clips.length);
  }
}

/** Lines of a chapter on the timeline. What is silent before its first and after its last line is no part of it. */
function chapterInTime(lines: readonly ListenedLine[], items: readonly TimelineItem<ListenedLine>[]): ChapterInTime {
  const ids = new Set(lines.map(({ lineId }) => lineId));
  const clips = items.flatMap((item) => (item.kind === 'clip' && ids.has(item.line.lineId) ? [item] : []));
  const zero = clips[0]?.startSeconds ?? 0;
  const inTime = clips.map(({ line, take, startSeconds, endSeconds, fromSeconds, toSeconds }) => ({
    lineId: line.lineId,
    role: line.roles[0] ?? null,
    startSeconds: startSeconds - zero,
    endSeconds: endSeconds - zero,
    fromSeconds,
    levels: levelsOf(line.take, fromSeconds / take.durationSeconds, toSeconds / take.durationSeconds),
  }));
  const ends = new Map(inTime.map(({ lineId, endSeconds }) => [lineId, endSeconds]));
  const missing: { lineId: number; atSeconds: number }[] = [];
  let atSeconds = 0;
  for (const { lineId } of lines) {
    const end = ends.get(lineId);
    if (end === undefined) missing.push({ lineId, atSeconds });
    else atSeconds = end;
  }
  return { lines: inTime, seconds: inTime.at(-1)?.endSeconds ?? 0, missing };
}

/** The levels of a part of a take, as loud as its gain makes it. */
function levelsOf(take: ListenedTake | null, from: number, to: number): Uint8Array | null {
  if (take?.overview == null) return null;
  const all = readOverview(take.overview);
  const gain = 10 ** (take.gainDb / 20);
  const part = all.subarray(Math.floor(from * all.length), Math.ceil(to * all.length));
  return part.map((level) => Math.min(255, level * gain));
}

const isSameChapter = (one: ListenedLine, other: ListenedLine): boolean => one.chapterId === other.chapterId;

/** What is said when it has ended: how far it came, and what was passed over. */
export function throughEndWords({ title, heard, withoutTake, withoutFile }: ThroughSummary): string {
  const sentences = [];
  if (heard === 0) sentences.push(t('ended.nothing'));
  else
    sentences.push(
      title === '' ? t('ended.lines', { lines: heard }) : t('ended.chapter', { lines: heard, chapter: title }),
    );
  if (withoutTake > 0 && withoutFile > 0) {
    sentences.push(t('ended.withoutEither', { lines: withoutTake, files: withoutFile }));
  } else if (withoutTake > 0) sentences.push(t('ended.withoutTake', { lines: withoutTake }));
  else if (withoutFile > 0) sentences.push(t('ended.withoutFile', { lines: withoutFile }));
  return sentences.join(' ');
}
