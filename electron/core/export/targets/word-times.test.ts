import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROOF_VERSION } from '../../../../shared/model/proof.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { ProofWorkers } from '../../audio/proof-workers.ts';
import { Workshop } from '../../project/testing/test-project.ts';
import { narratedProject, WORD_SECONDS } from '../testing/narrated-projects.ts';
import { lineWords } from './word-times.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

const SCRIPT = 'ADA: One two.\n\nTOM: Three four five.\n\nADA: Six.\n';

/** Reports each word half a second after the previous one. */
class Listeners implements ProofWorkers {
  readonly heard: string[] = [];
  isClosed = false;

  async compareTake(_audio: unknown, { text }: { readonly text: string }) {
    this.heard.push(text);
    const words = spokenWords(text).map((_, at) => ({ startSeconds: at / 2, endSeconds: (at + 1) / 2, confidence: 1 }));
    const proof = { version: PROOF_VERSION, linesLearnt: 0, score: 0, isSuspicious: false, findings: [] };
    return { audioHash: 'abc', words, proof, notCompared: null, speech: null };
  }

  async prepareLine(): Promise<null> {
    return null;
  }

  learnVoice(): Promise<never> {
    return Promise.reject(new Error('not needed'));
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

describe('the times of the words of lines', () => {
  it('are computed for takes that have none, and stored', async () => {
    const project = await narratedProject(workshop, SCRIPT, { untimed: [2] });
    const lines = project.lines.states().map(({ id, pick }) => ({ id, takeId: pick?.takeId ?? null }));
    const listeners = new Listeners();
    const progress: number[][] = [];
    const words = await lineWords(project, lines, {
      signal: new AbortController().signal,
      createProofWorkers: () => listeners,
      onTimed: (...counts) => progress.push(counts),
    });
    expect(listeners).toMatchObject({ heard: ['Three four five.'], isClosed: true });
    expect(progress).toEqual([[1, 1]]);
    expect(lines.map(({ id }) => words.get(id)?.words[1]?.startSeconds)).toEqual([
      expect.closeTo(0.2 + WORD_SECONDS, 3),
      0.5,
      undefined,
    ]);
    expect(project.proofs.wordTimes(lines[1]?.takeId ?? 0)?.words).toHaveLength(3);
  });

  it('are not computed without threads', async () => {
    const project = await narratedProject(workshop, SCRIPT, { untimed: [2] });
    const lines = project.lines.states().map(({ id, pick }) => ({ id, takeId: pick?.takeId ?? null }));
    const words = await lineWords(project, lines, { signal: new AbortController().signal });
    expect([...words.keys()]).toEqual([lines[0]?.id, lines[2]?.id]);
  });
});
