// Transcripts of Podcasting 2.0 (JSON, version 1.0.0):
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
import { roundToMilliseconds, singleLine, type TakeSequence } from './sequence.ts';
import { SUBTITLES_BY_LINES } from './subtitles.ts';
import { type TimedTurn, timeWords } from './timed-words.ts';

/** Times in seconds from the start of the episode. */
interface TranscriptSegment {
  readonly speaker: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly body: string;
}

/** Writes a segment for each turn or, with `words`, for each word. */
export function podcastTranscript({ clips }: Pick<TakeSequence, 'clips'>, { by } = SUBTITLES_BY_LINES): string {
  const turns = clips.flatMap((clip) => timeWords(clip).turns);
  const segments = turns.flatMap(by === 'words' ? wordSegments : turnSegment);
  return `${JSON.stringify({ version: '1.0.0', segments }, null, 2)}\n`;
}

function turnSegment(turn: TimedTurn): TranscriptSegment[] {
  const [first, last] = [turn.words[0], turn.words.at(-1)];
  return first && last ? [segmentOf(turn, first.startSeconds, last.endSeconds, turn.text)] : [];
}

const wordSegments = (turn: TimedTurn): TranscriptSegment[] =>
  turn.words.map(({ from, to, startSeconds, endSeconds }) =>
    segmentOf(turn, startSeconds, endSeconds, turn.text.slice(from, to)),
  );

const segmentOf = ({ role }: TimedTurn, startSeconds: number, endSeconds: number, text: string): TranscriptSegment => ({
  speaker: singleLine(role),
  startTime: roundToMilliseconds(startSeconds),
  endTime: roundToMilliseconds(endSeconds),
  body: singleLine(text),
});
