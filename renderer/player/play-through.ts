// Continuous playback. The next lines are read from the project during playback, so that a change takes effect with the
// next line.
import { makeTimeline, type PauseSettings, type TimelineEntry, type TimelineItem } from '@lectern/audio/timeline';
import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Chapter, ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import type { PlaybackEntry, PlaybackLine, PlaybackTake } from '../../shared/model/listening.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import { chapterTitle } from '../ui/format.ts';
import { readOverview } from '../ui/lists/overview.tsx';
import type { ThroughExtent, ThroughStart, TimedChapter } from '../ui/sound/player-store.ts';
import type { ClipQueue, NextClip } from './clip-player.ts';
import type { Clip } from './clip-sound.ts';
import { BEEP, type PlaceholderSound, PlaceholderSounds, toListenedTake } from './placeholder-sounds.ts';
import { isSameChapter, type ThroughSummary, ThroughTally } from './play-through-tally.ts';

/** `coming` while the replacement audio is being generated. */
interface PlayedLine extends PlaybackLine {
  readonly placeholder: PlaceholderSound | 'coming' | null;
}

export interface ListenedClip extends Clip {
  readonly line: PlayedLine;
  readonly take: PlaybackTake;
}

const PROJECT_KEY = hashKey(askKey('project.current', {}));
const PREFERENCES_KEY = hashKey(askKey('preferences.get', {}));

const DEFAULT_SETTINGS: PauseSettings = DEFAULT_PROJECT_SETTINGS;

export interface PlayThroughPorts {
  readonly client: QueryClient;
  readonly crossesChapters: () => boolean;
  readonly speak: (lineId: number) => Promise<{ readonly soundId: string; readonly seconds: number } | null>;
  readonly onChange: () => void;
}

/** The number of lines per request for lists of lines that have their own order. */
const PAGE_LINES = 100;
const PREFETCH_LINES = 8;
/** How many clips in advance lines without a take are spoken. */
const SPOKEN_AHEAD = 4;

interface ThroughSection {
  readonly key: number | null;
  entries: readonly PlaybackEntry[] | null;
  hasFailed: boolean;
  readonly read: Promise<void>;
  readonly close: () => void;
}

export class PlayThrough implements ClipQueue<ListenedClip> {
  readonly #ports: PlayThroughPorts;
  readonly #extent: ThroughExtent;
  readonly #fromLineId: number | null;
  #sections: ThroughSection[] = [];
  #clips: NextClip<ListenedClip>[] = [];
  #items: readonly TimelineItem<PlayedLine>[] = [];
  readonly #placeholders: PlaceholderSounds;
  #choice: ViewPreferences['missingLines'] = 'skip';
  #silences: PauseSettings = DEFAULT_SETTINGS;
  #unwatch: () => void = () => {};
  #chapter: { readonly id: number | null; readonly inTime: TimedChapter } | null = null;
  #places = new Map<number, number>();
  /** For a line that no longer has a clip, the line that came after it. */
  readonly #successors = new Map<number, number | null>();
  readonly #lost = new Set<number>();
  readonly #tally: ThroughTally;

  constructor({ extent, fromLineId }: ThroughStart, ports: PlayThroughPorts) {
    this.#extent = extent;
    this.#fromLineId = fromLineId;
    this.#ports = ports;
    const [hasTake, mayCross] = [(line: PlaybackLine) => this.#takeOf(line) !== null, () => this.#canCrossChapters()];
    this.#tally = new ThroughTally({ fromLineId, lines: () => this.#lines(), hasTake, mayCross });
    const [choice, onChange] = [() => this.#choice, () => this.#changed()];
    this.#placeholders = new PlaceholderSounds({ choice, speak: ports.speak, onChange });
  }

  async open(): Promise<ListenedClip | null> {
    this.#silences = this.#silencesNow();
    this.#choice = this.#choiceNow();
    this.#unwatch = this.#ports.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryHash === PROJECT_KEY) this.#refreshSilences();
      if (type === 'updated' && query.queryHash === PREFERENCES_KEY) this.#refreshChoice();
    });
    this.#openSection(this.#firstKey());
    for (;;) {
      await this.#sections.at(-1)?.read;
      const first = this.#firstClip();
      if (first) return this.whenReady(first);
      if (!this.#openNext()) return null;
    }
  }

  close(): void {
    this.#unwatch();
    for (const section of this.#sections) section.close();
    this.#sections = [];
  }

  /** Resolves to the clip once its audio is ready. If it can't be made ready, resolves to the next clip. */
  async whenReady(clip: ListenedClip): Promise<ListenedClip | null> {
    if (clip.line.placeholder !== 'coming') return clip;
    await this.#placeholders.prepare(clip.id);
    const now = this.clipOf(clip.id) ?? this.#clips[this.#indexAfter(clip.id)]?.clip;
    return now ? this.whenReady(now) : null;
  }

  after(clip: ListenedClip): NextClip<ListenedClip> | null | 'pending' {
    const at = this.#indexAfter(clip.id);
    if (at >= this.#clips.length - PREFETCH_LINES && this.#canCrossChapters()) this.#openNext();
    for (const { clip: near } of this.#clips.slice(at, at + SPOKEN_AHEAD)) {
      if (near.line.placeholder !== null) void this.#placeholders.prepare(near.id);
    }
    const next = this.#clips[at];
    if (next && (this.#canCrossChapters() || isSameChapter(next.clip.line, this.#current(clip)))) {
      return next.clip.line.placeholder === 'coming' ? 'pending' : next;
    }
    const end = this.#sections.at(-1);
    return !next && end && end.entries === null && !end.hasFailed ? 'pending' : null;
  }

  neighbour(clip: ListenedClip, by: 1 | -1): ListenedClip | null {
    const at = this.#places.get(clip.id) ?? this.#indexAfter(clip.id);
    if (by < 0) return this.#clips[at - 1]?.clip ?? null;
    const next = this.after(clip);
    return (next === 'pending' ? this.#clips[this.#indexAfter(clip.id)] : next)?.clip ?? null;
  }

  markUnavailable({ id, soundId }: ListenedClip): void {
    if (typeof soundId === 'number') this.#lost.add(soundId);
    else this.#placeholders.markFailed(id);
    this.#layOut();
  }

  #current(clip: ListenedClip): PlayedLine {
    return this.clipOf(clip.id)?.line ?? clip.line;
  }

  /** Returns the line's 1-based number and the total. */
  onClipStarted({ line }: ListenedClip): { readonly at: number; readonly of: number; readonly title: string } {
    this.#tally.countClip(
      line.lineId,
      line.placeholder === null || line.placeholder === 'coming' ? 'take' : line.placeholder.kind,
    );
    this.#closePassed(line);
    if (this.#extent.kind === 'lines') {
      const { lineIds } = this.#extent;
      return { at: lineIds.indexOf(line.lineId) + 1, of: lineIds.length, title: '' };
    }
    const ofChapter = this.#lines().filter((one) => isSameChapter(one, line));
    const at = ofChapter.findIndex(({ lineId }) => lineId === line.lineId) + 1;
    return { at, of: ofChapter.length, title: this.#titleOf(line.chapterId) };
  }

  get skipped(): number {
    return this.#tally.skipped;
  }

  finish(): ThroughSummary {
    if (this.#extent.kind === 'lines') return this.#tally.finish('');
    const { chapterId = this.#extent.chapterId } = this.#tally;
    return this.#tally.finish(this.#titleOf(chapterId));
  }

  #canCrossChapters(): boolean {
    return this.#extent.kind === 'lines' || this.#ports.crossesChapters();
  }

  #lines(): PlaybackLine[] {
    return this.#sections.flatMap(({ entries }) => (entries ?? []).filter((entry) => entry.kind === 'line'));
  }

  #takeOf({ take }: PlaybackLine): PlaybackLine['take'] {
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
    return Math.floor(Math.max(0, at) / PAGE_LINES);
  }

  #keyAfter(key: number | null): number | null | undefined {
    if (this.#extent.kind === 'lines') {
      const next = (key ?? 0) + 1;
      return next * PAGE_LINES < this.#extent.lineIds.length ? next : undefined;
    }
    const chapters = this.#ports.client.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? [];
    const at = chapters.findIndex(({ id }) => id === key);
    return at < 0 ? undefined : chapters[at + 1]?.id;
  }

  /** Returns false if there are no further chapters or pages. */
  #openNext(): boolean {
    const last = this.#sections.at(-1);
    if (!last || !this.#canCrossChapters() || last.hasFailed) return false;
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
            lineIds: this.#extent.lineIds.slice((key ?? 0) * PAGE_LINES, ((key ?? 0) + 1) * PAGE_LINES),
          });
    const observer = new QueryObserver<PlaybackEntry[], Error, PlaybackEntry[], readonly unknown[]>(client, query);
    const take = ({ data, isError, isFetching }: ReturnType<typeof observer.getCurrentResult>): void => {
      // While a request is in flight, cached data is outdated.
      if (data === undefined ? !isError : isFetching && section.entries === null) return;
      const isNew = data !== undefined && data !== section.entries;
      section.hasFailed = data === undefined;
      if (data) section.entries = data;
      if (isNew) {
        this.#placeholders.invalidate();
        this.#layOut();
      }
      resolve();
      this.#ports.onChange();
    };
    const section: ThroughSection = { key, entries: null, hasFailed: false, read, close: () => observer.destroy() };
    this.#sections.push(section);
    // Subscribing may report cached data synchronously, so the section must already be in the list by then.
    observer.subscribe((one) => take(one));
    take(observer.getCurrentResult());
  }

  #closePassed(line: PlaybackLine): void {
    const isIn = ({ entries }: ThroughSection) =>
      entries?.some((entry) => entry.kind === 'line' && entry.lineId === line.lineId) ?? false;
    if (this.#sections.findIndex(isIn) < 2) return;
    this.#sections.shift()?.close();
    this.#layOut();
  }

  #silencesNow(): PauseSettings {
    const project = this.#ports.client.getQueryData<ProjectSummary | null>(askKey('project.current', {}));
    if (!project) return DEFAULT_SETTINGS;
    const { pauses, cutSilentEnds, followPunctuation } = project.settings;
    return { pauses, cutSilentEnds, followPunctuation };
  }

  #refreshSilences(): void {
    const silences = this.#silencesNow();
    if (JSON.stringify(silences) === JSON.stringify(this.#silences)) return;
    this.#silences = silences;
    this.#changed();
  }

  #choiceNow(): ViewPreferences['missingLines'] {
    return this.#ports.client.getQueryData<ViewPreferences>(askKey('preferences.get', {}))?.missingLines ?? 'skip';
  }

  #refreshChoice(): void {
    const choice = this.#choiceNow();
    if (choice === this.#choice) return;
    this.#choice = choice;
    this.#changed();
  }

  #changed(): void {
    this.#layOut();
    this.#ports.onChange();
  }

  /**
   * Of several consecutive beeps, only the first one is played. The line where playback started also plays its beep.
   */
  #played(): TimelineEntry<PlayedLine>[] {
    let wasBeep = false;
    return this.#sections
      .flatMap((section) => section.entries ?? [])
      .map((entry) => {
        if (entry.kind !== 'line') return entry;
        const take = this.#takeOf(entry);
        const placeholder = take === null ? this.#placeholders.of(entry.lineId) : null;
        const isAgain = wasBeep && placeholder === BEEP && entry.lineId !== this.#fromLineId;
        wasBeep = placeholder === BEEP;
        return { ...entry, placeholder, take: take ?? (placeholder && !isAgain ? toListenedTake(placeholder) : null) };
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
      const { take, placeholder } = line;
      if (take === null) continue;
      const soundId = placeholder === null || placeholder === 'coming' ? take.takeId : placeholder.soundId;
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

  /** Returns the same object until the timeline changes; null for lists of lines that have their own order. */
  chapterOf({ chapterId }: PlaybackLine): TimedChapter | null {
    if (this.#extent.kind === 'lines') return null;
    if (this.#chapter?.id !== chapterId) {
      const inTime = timedChapter(
        this.#lines().filter((line) => line.chapterId === chapterId),
        this.#items,
        (line) => this.#takeOf(line) !== null,
      );
      this.#chapter = { id: chapterId, inTime };
    }
    return this.#chapter.inTime;
  }

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

  /** Returns the index of the next clip. Works even if the line no longer has a clip. */
  #indexAfter(lineId: number): number {
    const at = this.#places.get(lineId);
    if (at !== undefined) return at + 1;
    let successor = this.#successors.get(lineId);
    while (successor != null && !this.#places.has(successor)) successor = this.#successors.get(successor);
    return successor == null ? this.#clips.length : (this.#places.get(successor) ?? this.#clips.length);
  }
}

/** Returns a chapter's timeline. It has no silence before the first line or after the last line. */
function timedChapter(
  lines: readonly PlaybackLine[],
  items: readonly TimelineItem<PlaybackLine>[],
  hasTake: (line: PlaybackLine) => boolean,
): TimedChapter {
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
  const spans = new Map(inTime.map((line) => [line.lineId, line]));
  const missing: { lineId: number; atSeconds: number }[] = [];
  let atSeconds = 0;
  for (const line of lines) {
    const { lineId } = line;
    const span = spans.get(lineId);
    if (!hasTake(line)) missing.push({ lineId, atSeconds: span?.startSeconds ?? atSeconds });
    atSeconds = span?.endSeconds ?? atSeconds;
  }
  return { lines: inTime, seconds: inTime.at(-1)?.endSeconds ?? 0, missing };
}

function levelsOf(take: PlaybackTake | null, from: number, to: number): Uint8Array | null {
  if (take?.overview == null) return null;
  const all = readOverview(take.overview);
  const gain = 10 ** (take.gainDb / 20);
  const part = all.subarray(Math.floor(from * all.length), Math.ceil(to * all.length));
  return part.map((level) => Math.min(255, level * gain));
}
