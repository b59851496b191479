// EPUB Media Overlays 3.3, which synchronise parts of a page with parts of an audio file.
import { posix } from 'node:path';
import type { WrappedRange } from './epub-page.ts';
import { escapeXml } from './xml-source.ts';

/** The class of the highlighted element. */
export const ACTIVE_CLASS = '-epub-media-overlay-active';

/** Text that is highlighted until the next text of the track starts. */
export interface SpokenRange extends WrappedRange {
  /** Path of the page in the EPUB. */
  readonly page: string;
  /** In the audio file. */
  readonly startSeconds: number;
}

export interface OverlayTrack {
  /** Path of the audio file in the EPUB. */
  readonly path: string;
  readonly durationSeconds: number;
  /** In the order of their start. Together, they cover the whole audio file. */
  readonly ranges: readonly SpokenRange[];
}

interface OverlayClip {
  readonly page: string;
  readonly id: string;
  readonly audio: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface MediaOverlay {
  readonly page: string;
  readonly clips: readonly OverlayClip[];
  readonly durationMs: number;
}

/** Returns an overlay for each page with spoken text, in the order of the pages' first clips. */
export function mediaOverlays(tracks: readonly OverlayTrack[]): MediaOverlay[] {
  const clips = tracks.flatMap(clipsOf);
  return [...Map.groupBy(clips, ({ page }) => page)].map(([page, own]) => ({
    page,
    clips: own,
    durationMs: own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  }));
}

/** Reading systems play clips back to back, so any gaps would be skipped. Clips must not be empty. */
function clipsOf({ path, durationSeconds, ranges }: OverlayTrack): OverlayClip[] {
  const durationMs = Math.floor(durationSeconds * 1_000);
  const starts: { readonly page: string; readonly id: string; readonly startMs: number }[] = [];
  for (const [index, { page, spans, startSeconds }] of ranges.entries()) {
    const endSeconds = Math.max(startSeconds, ranges[index + 1]?.startSeconds ?? durationSeconds);
    const total = spans.reduce((sum, { length }) => sum + length, 0);
    let before = 0;
    for (const { id, length } of spans) {
      const wanted = Math.round((startSeconds + ((endSeconds - startSeconds) * before) / total) * 1_000);
      const last = starts.at(-1);
      starts.push({ page, id, startMs: last ? Math.max(wanted, last.startMs + 1) : 0 });
      before += length;
    }
  }
  const fitting = starts.filter(({ startMs }) => startMs < durationMs);
  return fitting.map((start, index) => ({
    ...start,
    audio: path,
    endMs: fitting[index + 1]?.startMs ?? durationMs,
  }));
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3)}s`;

/** Formats a duration as a full clock value: `1:02:03.004`. */
export function clockValue(ms: number): string {
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0');
  const total = Math.floor(ms / 1_000);
  const minutes = Math.floor(total / 60);
  return `${Math.floor(minutes / 60)}:${part(minutes % 60, 2)}:${part(total % 60, 2)}.${part(ms % 1_000, 3)}`;
}

/** Returns a URL from one file of an EPUB to another. */
export const relativeUrl = (from: string, to: string): string =>
  posix
    .relative(posix.dirname(from), to)
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/');

/** Writes a SMIL document. @param path of the document in the EPUB */
export function smilDocument(path: string, { page, clips }: MediaOverlay): string {
  const pageUrl = relativeUrl(path, page);
  const pars = clips.map(
    ({ id, audio, startMs, endMs }, index) =>
      `<par id="p${index + 1}"><text src="${escapeXml(`${pageUrl}#${id}`)}"/><audio src="${escapeXml(relativeUrl(path, audio))}" clipBegin="${seconds(startMs)}" clipEnd="${seconds(endMs)}"/></par>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0">',
    '<body>',
    ...pars,
    '</body>',
    '</smil>',
    '',
  ].join('\n');
}

/** Returns the metadata of the package about its overlays. @param prefix of the package document's elements */
export function overlayMetadata(
  overlays: readonly (MediaOverlay & { readonly itemId: string })[],
  narrators: readonly string[],
  prefix = '',
): string[] {
  const total = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const meta = (attributes: string, text: string): string =>
    `<${prefix}meta ${attributes}>${escapeXml(text)}</${prefix}meta>`;
  return [
    ...overlays.map(({ itemId, durationMs }) =>
      meta(`property="media:duration" refines="#${itemId}"`, clockValue(durationMs)),
    ),
    meta('property="media:duration"', clockValue(total)),
    ...narrators.map((narrator) => meta('property="media:narrator"', narrator)),
    meta('property="media:active-class"', ACTIVE_CLASS),
  ];
}
