// Subtitles and transcripts timed by words.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSubtitles } from '../../../../packages/manuscript/formats/subtitles.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { SequenceClip } from './sequence.ts';
import { srt, vtt } from './subtitles.ts';
import { podcastTranscript } from './transcript.ts';

const EVERY_WORD_SECONDS = 0.4;

/** A take without silence around it; its words take 0.4 s each. */
function clipAt(startSeconds: number, ...turns: readonly (readonly [role: string, text: string])[]): SequenceClip {
  const text = turns.map(([, words]) => words).join('\n');
  const words = spokenWords(text).map((_, index) => ({
    startSeconds: index * EVERY_WORD_SECONDS,
    endSeconds: (index + 1) * EVERY_WORD_SECONDS,
    confidence: 1,
  }));
  const fileSeconds = words.length * EVERY_WORD_SECONDS;
  const span = { startSeconds, endSeconds: startSeconds + fileSeconds };
  return {
    ...span,
    audible: span,
    fromSeconds: 0,
    toSeconds: fileSeconds,
    gainDb: 0,
    line: '1.1',
    roles: turns.map(([role]) => role),
    turns: turns.map(([role, words]) => ({ role, text: words })),
    file: 'take.wav',
    fileSeconds,
    takeWords: { text, words },
  };
}

const LONG =
  'I have always been told so, sir, and I believe it implicitly; but nobody has ever proved it to me. It is very strange.';
const clips = [clipAt(2, ['NARRATOR', LONG]), clipAt(20, ['ALGERNON', 'Tea & <cake>?'], ['LANE', 'Yes, sir.'])];

describe('subtitles by words', () => {
  it('split a long line into readable cues at word times', () => {
    expect(srt({ clips }, { by: 'words', wordTimestamps: false })).toBe(
      [
        '1\n00:00:02,000 --> 00:00:06,800\nI have always been told so, sir,\nand I believe it implicitly;\n',
        '2\n00:00:06,800 --> 00:00:11,600\nbut nobody has ever proved\nit to me. It is very strange.\n',
        '3\n00:00:20,000 --> 00:00:20,800\nALGERNON: Tea & ‹cake›?\n',
        '4\n00:00:20,800 --> 00:00:21,800\nLANE: Yes, sir.\n',
      ].join('\n'),
    );
  });

  it('name the speaker, and time each word for karaoke', () => {
    const text = vtt({ clips }, { by: 'words', wordTimestamps: true });
    expect(text).toContain('00:00:20.000 --> 00:00:20.800\n<v ALGERNON>Tea &amp; <00:00:20.400>&lt;cake&gt;?</v>\n');
  });

  it('are read by other programs as they were written', () => {
    const text = vtt({ clips }, { by: 'words', wordTimestamps: true });
    const read = readSubtitles(Buffer.from(text), 'a.vtt');
    expect(JSON.stringify(read)).toContain('Yes, sir.');
  });
});

/** https://github.com/Podcastindex-org/podcast-namespace, `transcripts.md` */
const transcriptSchema = z.strictObject({
  version: z.literal('1.0.0'),
  segments: z.array(
    z.strictObject({
      speaker: z.string().min(1),
      startTime: z.number().min(0),
      endTime: z.number().min(0),
      body: z.string().min(1),
    }),
  ),
});

describe('transcripts for podcasts', () => {
  it('have a segment for each turn', () => {
    const { segments } = transcriptSchema.parse(JSON.parse(podcastTranscript({ clips })));
    expect(segments).toEqual([
      { speaker: 'NARRATOR', startTime: 2, endTime: 11.6, body: LONG },
      { speaker: 'ALGERNON', startTime: 20, endTime: 20.8, body: 'Tea & <cake>?' },
      { speaker: 'LANE', startTime: 20.8, endTime: 21.6, body: 'Yes, sir.' },
    ]);
  });

  it('can have a segment for each word', () => {
    const text = podcastTranscript({ clips: clips.slice(1) }, { by: 'words', wordTimestamps: false });
    expect(transcriptSchema.parse(JSON.parse(text)).segments).toEqual([
      { speaker: 'ALGERNON', startTime: 20, endTime: 20.4, body: 'Tea &' },
      { speaker: 'ALGERNON', startTime: 20.4, endTime: 20.8, body: '<cake>?' },
      { speaker: 'LANE', startTime: 20.8, endTime: 21.2, body: 'Yes,' },
      { speaker: 'LANE', startTime: 21.2, endTime: 21.6, body: 'sir.' },
    ]);
  });
});
