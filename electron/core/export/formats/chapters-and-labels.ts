import { clipText, roundToMilliseconds, singleLine, type TakeSequence } from './sequence.ts';

/** Podcasting 2.0 JSON format, version 1.2. */
export function jsonChapters({ title, author, chapters }: Pick<TakeSequence, 'title' | 'author' | 'chapters'>): string {
  const list = chapters.map(({ title: name, startSeconds, endSeconds }) => ({
    startTime: roundToMilliseconds(startSeconds),
    endTime: roundToMilliseconds(endSeconds),
    title: name,
  }));
  return `${JSON.stringify({ version: '1.2.0', title, ...(author !== null && { author }), chapters: list }, null, 2)}\n`;
}

const formatSeconds = (seconds: number): string => seconds.toFixed(6);

export function audacityLabels({ clips }: Pick<TakeSequence, 'clips'>): string {
  return clips
    .map((clip) => {
      const label = `${clip.line} ${clip.roles.join(', ')}: ${clipText(clip).slice(0, 80)}`;
      return `${formatSeconds(clip.startSeconds)}\t${formatSeconds(clip.endSeconds)}\t${singleLine(label)}\n`;
    })
    .join('');
}

const EDL_RATE = 25;
/** Timecode 01:00:00:00, where editors start by convention. */
const EDL_START = 3_600 * EDL_RATE;

function timecode(frames: number): string {
  const seconds = Math.floor(frames / EDL_RATE);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frames % EDL_RATE]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** EDL readers only support ASCII. */
const toAscii = (text: string): string => singleLine(text.normalize('NFKD').replace(/[^\x20-\x7e]+/g, ''));

/** CMX 3600 edit decision list at 25 fps, with one audio event per take. */
export function cmxEdl({ title, clips }: Pick<TakeSequence, 'title' | 'clips'>): string {
  const frames = (seconds: number): number => Math.round(seconds * EDL_RATE);
  const events = clips.map((clip, index) => {
    const start = frames(clip.startSeconds);
    // Takes shorter than one frame are extended to one frame, because zero-length events are invalid.
    const length = Math.max(1, frames(clip.endSeconds) - start);
    const from = frames(clip.fromSeconds);
    const times = [from, from + length, EDL_START + start, EDL_START + start + length].map(timecode).join(' ');
    const name = clip.file.slice(clip.file.lastIndexOf('/') + 1);
    return [
      `${String(index + 1).padStart(3, '0')}  AX       A     C        ${times}`,
      `* FROM CLIP NAME: ${toAscii(name)}`,
      `* COMMENT: ${toAscii(`${clip.line} ${clip.roles.join(', ')}`)}`,
    ].join('\n');
  });
  return `TITLE: ${toAscii(title)}\nFCM: NON-DROP FRAME\n\n${events.join('\n\n')}\n`;
}
