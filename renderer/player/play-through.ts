// Lines that are played one after the other: a chapter in script order and, if wanted, those after it; or lines in an order
// of their own. What follows what is read from the project while it goes on, so that every change is heard from the next
// line on.
import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Chapter, ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import type { ListenedEntry, ListenedLine, ListenedTake } from '../../shared/model/listening.ts';
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '../../shared/model/settings.ts';
import { makeTimeline, type TimelineEntry, type TimelineItem } from '../../shared/rules/timeline.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import { chapterTitle } from '../ui/format.ts';
import type { ChapterInTime, ThroughExtent, ThroughStart } from '../ui/player-store.ts';
import { chapterInTime } from './chapter-in-time.ts';
import type { ClipQueue, NextClip } from './clip-player.ts';
import type { Clip } from './clip-sound.ts';
import { BEEP, type StandIn, StandIns, soundOf } from './stand-ins.ts';
import { isSameChapter, type ThroughSummary, ThroughTally } from './through-tally.ts';

/** A line with what is heard of it: its take, else what stands in for that. `coming`: its words are being spoken. */
interface PlayedLine extends ListenedLine {
  readonly standIn: StandIn | 'coming' | null;
}

/** A clip with its line, by which it is known. */
export interface ListenedClip extends Clip {
  readonly line: PlayedLine;
  readonly take: ListenedTake;
}

const PROJECT = hashKey(askKey('project.current', {}));
const PREFERENCES = hashKey(askKey('preferences.get', {}));

/** What is set of the silences between lines. */
type SilenceSettings = Pick<ProjectSettings, 'pauses' | 'cutSilentEnds'>;
const USUAL_SETTINGS: SilenceSettings = DEFAULT_PROJECT_SETTINGS;

export interface PlayThroughPorts {
  readonly client: QueryClient;
  /** Whether it goes on with the next chapter at the end of one. */
  readonly crossesChapters: () => boolean;
  /** Has a line without a take spoken. @throws as `StandInPorts.speak` */
  readonly speak: (lineId: number) => Promise<{ readonly soundId: string; readonly seconds: number } | null>;
  /** Something else follows now, or the same in another way. */
  readonly onChange: () => void;
}

/** Lines of one order that are read together. */
const PAGE = 100;
/** What follows is read once this few clips are left. */
const NEAR_THE_END = 8;
/** Lines without a take are spoken this many clips before they are heard. */
const SPOKEN_AHEAD = 4;

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
  #items: readonly TimelineItem<PlayedLine>[] = [];
  readonly #standIns: StandIns;
  #choice: ViewPreferences['missingLines'] = 'skip';
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
  readonly #tally: ThroughTally;

  constructor({ extent, fromLineId }: ThroughStart, ports: PlayThroughPorts) {
    this.#extent = extent;
    this.#fromLineId = fromLineId;
    this.#ports = ports;
    const [hasTake, mayCross] = [(line: ListenedLine) => this.#takeOf(line) !== null, () => this.#mayCross()];
    this.#tally = new ThroughTally({ fromLineId, lines: () => this.#lines(), hasTake, mayCross });
    const [choice, onChange] = [() => this.#choice, () => this.#changed()];
    this.#standIns = new StandIns({ choice, speak: ports.speak, onChange });
  }

  /** The first clip; null where nothing can be played. */
  async open(): Promise<ListenedClip | null> {
    this.#silences = this.#silencesNow();
    this.#choice = this.#choiceNow();
    this.#unwatch = this.#ports.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === PROJECT) this.#lookAtSilences();
      if (type === 'updated' && query.queryHash === PREFERENCES) this.#lookAtChoice();
    });
    this.#openSection(this.#firstKey());
    for (;;) {
      await this.#sections.at(-1)?.read;
      const first = this.#firstClip();
      if (first) return this.whenThere(first);
      if (!this.#openNext()) return null;
    }
  }

  close(): void {
    this.#unwatch();
    for (const section of this.#sections) section.close();
    this.#sections = [];
  }

  /** The clip as soon as it can be heard; what comes after it where it never can. */
  async whenThere(clip: ListenedClip): Promise<ListenedClip | null> {
    if (clip.line.standIn !== 'coming') return clip;
    await this.#standIns.prepare(clip.id);
    const now = this.clipOf(clip.id) ?? this.#clips[this.#placeAfter(clip.id)]?.clip;
    return now ? this.whenThere(now) : null;
  }

  after(clip: ListenedClip): NextClip<ListenedClip> | null | 'pending' {
    const at = this.#placeAfter(clip.id);
    if (at >= this.#clips.length - NEAR_THE_END && this.#mayCross()) this.#openNext();
    for (const { clip: near } of this.#clips.slice(at, at + SPOKEN_AHEAD)) {
      if (near.line.standIn !== null) void this.#standIns.prepare(near.id);
    }
    const next = this.#clips[at];
    if (next && (this.#mayCross() || isSameChapter(next.clip.line, this.#current(clip)))) {
      return next.clip.line.standIn === 'coming' ? 'pending' : next;
    }
    const end = this.#sections.at(-1);
    return !next && end && end.entries === null && !end.hasFailed ? 'pending' : null;
  }

  /** The clip before or after one, in what is known; null where there is none. */
  neighbour(clip: ListenedClip, by: 1 | -1): ListenedClip | null {
    const at = this.#places.get(clip.id) ?? this.#placeAfter(clip.id);
    if (by < 0) return this.#clips[at - 1]?.clip ?? null;
    const next = this.after(clip);
    return (next === 'pending' ? this.#clips[this.#placeAfter(clip.id)] : next)?.clip ?? null;
  }

  lose({ id, soundId }: ListenedClip): void {
    if (typeof soundId === 'number') this.#lost.add(soundId);
    else this.#standIns.lose(id);
    this.#layOut();
  }

  /** A clip as it is now: the same line may have another take, trim or gain. */
  #current(clip: ListenedClip): PlayedLine {
    return this.clipOf(clip.id)?.line ?? clip.line;
  }

  /** A clip has begun to sound. @returns where its line stands, 1-based, among how many */
  begun({ line }: ListenedClip): { readonly at: number; readonly of: number; readonly title: string } {
    this.#tally.begun(line.lineId, line.standIn === null || line.standIn === 'coming' ? 'take' : line.standIn.kind);
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
    return this.#tally.skipped;
  }

  /** After the last clip: what became of all lines, those after it too. */
  finish(): ThroughSummary {
    if (this.#extent.kind === 'lines') return this.#tally.finish('');
    const { chapterId = this.#extent.chapterId } = this.#tally;
    return this.#tally.finish(this.#titleOf(chapterId));
  }

  #mayCross(): boolean {
    return this.#extent.kind === 'lines' || this.#ports.crossesChapters();
  }

  #lines(): ListenedLine[] {
    return this.#sections.flatMap(({ entries }) => (entries ?? []).filter((entry) => entry.kind === 'line'));
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
      if (isNew) {
        this.#standIns.renew();
        this.#layOut();
      }
      resolve();
      this.#ports.onChange();
    };
    const section: ThroughSection = { key, entries: null, hasFailed: false, read, close: () => observer.destroy() };
    this.#sections.push(section);
    // It is told at once where what is known is asked for again: the section has to be there by then.
    observer.subscribe((one) => take(one));
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
    this.#changed();
  }

  #choiceNow(): ViewPreferences['missingLines'] {
    return this.#ports.client.getQueryData<ViewPreferences>(askKey('preferences.get', {}))?.missingLines ?? 'skip';
  }

  #lookAtChoice(): void {
    const choice = this.#choiceNow();
    if (choice === this.#choice) return;
    this.#choice = choice;
    this.#changed();
  }

  #changed(): void {
    this.#layOut();
    this.#ports.onChange();
  }

  /** All that is known, with what is heard of each line. Of several beeps in a row there is one, and one where it began. */
  #played(): TimelineEntry<PlayedLine>[] {
    let wasBeep = false;
    return this.#sections
      .flatMap((section) => section.entries ?? [])
      .map((entry) => {
        if (entry.kind !== 'line') return entry;
        const take = this.#takeOf(entry);
        const standIn = take === null ? this.#standIns.of(entry.lineId) : null;
        const isAgain = wasBeep && standIn === BEEP && entry.lineId !== this.#fromLineId;
        wasBeep = standIn === BEEP;
        return { ...entry, standIn, take: take ?? (standIn && !isAgain ? soundOf(standIn) : null) };
      });
  }

  #layOut(): void {
    const before = this.#clips;
    const { items } = makeTimeline<PlayedLine>(this.#played(), {
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
      const { take, standIn } = line;
      if (take === null) continue;
      const soundId = standIn === null || standIn === 'coming' ? take.takeId : standIn.soundId;
      const { gainDb } = take;
      this.#clips.push({
        clip: { id: line.lineId, soundId, fromSeconds, toSeconds, gainDb, line, take },
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
        (line) => this.#takeOf(line) !== null,
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
