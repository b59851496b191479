import { encodeWav, type Pcm } from '@lectern/audio';
import { channelOf, tone } from '../../../../packages/audio/testing/tones.ts';
import { PROOF_VERSION } from '../../../../shared/model/proof.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { Project } from '../../project/project.ts';
import { castAll, save, type Workshop } from '../../project/testing/test-project.ts';

const RATE = 24_000;
export const WORD_SECONDS = 0.3;
/** Silence before the first word of a take. */
export const HEAD_SECONDS = 0.2;

/** A tone for each word, followed by silence for the last quarter of the word. */
function spokenTake(words: number): Pcm {
  const frames = Math.round((HEAD_SECONDS + words * WORD_SECONDS) * RATE);
  const sound = tone({ sampleRate: RATE, seconds: frames / RATE, frequency: 300 });
  const isSpoken = (at: number): boolean => {
    const seconds = at / RATE - HEAD_SECONDS;
    return seconds >= 0 && seconds % WORD_SECONDS < 0.75 * WORD_SECONDS;
  };
  return { ...sound, channels: [channelOf(sound).map((sample, at) => (isSpoken(at) ? sample : 0))] };
}

interface NarratedOptions {
  /** Numbers of lines without word times. */
  readonly untimed?: readonly number[];
  readonly language?: string;
  /** Whether the takes can be decoded. */
  readonly hasAudio?: boolean;
}

/** A project whose lines all have takes with word times. */
export async function narratedProject(
  workshop: Workshop,
  script: string,
  { untimed = [], language, hasAudio = false }: NarratedOptions = {},
): Promise<Project> {
  const project = workshop.create();
  project.updateSettings({ speakHeadings: true, cutSilentEnds: false });
  save(project, script);
  castAll(project);
  if (language) project.book.change({ language });
  project.book.change({ narrators: ['Ada & Tom'], authors: ['A. Writer'] });
  for (const line of project.lines.states()) {
    const renderable = project.lines.toRender(line.id);
    if (!renderable) throw new Error(`line ${line.number} can't be rendered`);
    const words = spokenWords(line.turns.map(({ text }) => text).join('\n'));
    const audio = hasAudio ? encodeWav(spokenTake(words.length)) : Buffer.from(`audio of ${line.id}`);
    const { hash, sizeBytes } = await project.takes.putAudio(audio, 'wav');
    const takeId = project.takes.addTake({
      lineId: line.id,
      renderKey: renderable.renderKey,
      request: renderable.request,
      audioHash: hash,
      format: 'wav',
      sampleRate: RATE,
      sizeBytes,
      durationSeconds: HEAD_SECONDS + words.length * WORD_SECONDS,
      source: { origin: 'https://speech.example', userId: 'user-1' },
      jobId: null,
      createdAt: 0,
    });
    project.decisions.pickTake(line.id, renderable.renderKey, takeId);
    if (!untimed.includes(line.number)) addWordTimes(project, takeId);
  }
  return project;
}

function addWordTimes(project: Project, takeId: number): void {
  const take = project.proofs.takeToProof(takeId);
  if (!take) throw new Error(`take ${takeId} can't be compared`);
  const words = spokenWords(take.text).map((_, index) => ({
    startSeconds: HEAD_SECONDS + index * WORD_SECONDS,
    endSeconds: HEAD_SECONDS + (index + 0.75) * WORD_SECONDS,
    confidence: 1,
  }));
  const proof = { version: PROOF_VERSION, linesLearnt: 0, score: 0, isSuspicious: false, findings: [] };
  project.proofs.put(take, { modelLines: 0, audioHash: take.audioHash, words, proof, notCompared: null });
}
