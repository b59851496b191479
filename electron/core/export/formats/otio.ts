// OpenTimelineIO (https://opentimelineio.readthedocs.io): a track per role and a clip per take.
import {
  CUE_TRACK,
  clipText,
  type SequenceClip,
  type SequenceCue,
  singleLine,
  type TakeSequence,
  tracksOf,
} from './sequence.ts';

/** In Hz. All take rates except 22,050 Hz divide it evenly, so rounding errors don't accumulate. */
const RATE = 48_000;

const frames = (seconds: number): number => Math.round(seconds * RATE);
const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: RATE, value });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(duration),
});
const namedObject = (name: string) => ({ metadata: {}, name, effects: [], markers: [], enabled: true });

const gap = (duration: number) => ({ OTIO_SCHEMA: 'Gap.1', ...namedObject(''), source_range: range(0, duration) });

function toClip(clip: SequenceClip, duration: number) {
  const reference = {
    OTIO_SCHEMA: 'ExternalReference.1',
    metadata: {},
    name: clip.file,
    available_range: range(0, frames(clip.fileSeconds)),
    target_url: clip.file.split('/').map(encodeURIComponent).join('/'),
  };
  return {
    OTIO_SCHEMA: 'Clip.2',
    ...namedObject(`${clip.line} ${clipText(clip).slice(0, 60)}`),
    metadata: { lectern: { line: clip.line, roles: clip.roles, text: clipText(clip), gain_db: clip.gainDb } },
    source_range: range(frames(clip.fromSeconds), duration),
    media_references: { DEFAULT_MEDIA: reference },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}

function track(role: string, clips: readonly SequenceClip[]) {
  const children: object[] = [];
  let now = 0;
  for (const clip of clips) {
    const [start, end] = [frames(clip.startSeconds), frames(clip.endSeconds)];
    if (start > now) children.push(gap(start - now));
    children.push(toClip(clip, end - start));
    now = end;
  }
  return { OTIO_SCHEMA: 'Track.1', ...namedObject(role), source_range: null, kind: 'Audio', children };
}

/** Clips without media. Those of a track can't overlap, so each ends where the next one starts. */
function cueTrack(cues: readonly SequenceCue[]) {
  const starts = [...Map.groupBy(cues, ({ startSeconds }) => frames(startSeconds))];
  const children: object[] = [];
  let now = 0;
  for (const [at, [start, together]] of starts.entries()) {
    const latest = starts[at + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const end = together.reduce((first, { endSeconds }) => Math.min(first, frames(endSeconds)), latest);
    if (start > now) children.push(gap(start - now));
    children.push({
      OTIO_SCHEMA: 'Clip.2',
      ...namedObject(together.map(({ text }) => singleLine(text)).join(' + ')),
      source_range: range(0, end - start),
      media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'MissingReference.1', metadata: {}, name: '' } },
      active_media_reference_key: 'DEFAULT_MEDIA',
    });
    now = end;
  }
  return { OTIO_SCHEMA: 'Track.1', ...namedObject(CUE_TRACK), source_range: null, kind: 'Audio', children };
}

export function otioTimeline(sequence: TakeSequence): string {
  const markers = sequence.chapters.map(({ title, startSeconds }) => ({
    OTIO_SCHEMA: 'Marker.2',
    metadata: {},
    name: title,
    color: 'GREEN',
    marked_range: range(frames(startSeconds), 0),
  }));
  const tracks = {
    OTIO_SCHEMA: 'Stack.1',
    ...namedObject('tracks'),
    source_range: null,
    markers,
    children: [
      ...tracksOf(sequence).map(({ role, clips }) => track(role, clips)),
      ...(sequence.cues.length > 0 ? [cueTrack(sequence.cues)] : []),
    ],
  };
  const timeline = { OTIO_SCHEMA: 'Timeline.1', metadata: {}, name: sequence.title, global_start_time: null, tracks };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}
