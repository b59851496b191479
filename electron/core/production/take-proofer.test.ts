import { AudioFormatError } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { MIN_LINES_OF_VOICE, PROOF_VERSION } from '../../../shared/model/proof.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { ProofOrder, ProofWorkers } from '../audio/proof-workers.ts';
import type { Project } from '../project/project.ts';
import { recordRetries } from '../project/proof/retries.ts';
import { finding } from '../project/proof/testing/give-proof.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { proofTakes } from './take-proofer.ts';

/** Compares takes by their audio, which is a text here. */
class FakeWorkers {
  readonly compared: string[] = [];
  readonly learnt: number[] = [];
  /** Called before each comparison. */
  before: (order: ProofOrder, count: number) => void = () => {};
  suspicious = new Set<string>();

  readonly workers: ProofWorkers = {
    compareTake: async (_, { model, ...order }) => {
      this.compared.push(order.text);
      this.before(order, this.compared.length);
      const findings = this.suspicious.has(order.text) ? [finding('missing')] : [];
      const linesLearnt = model?.[0] ?? 0;
      return {
        audioHash: 'audio',
        words: spokenWords(order.text).map(() => ({ startSeconds: 0, endSeconds: 1, confidence: 1 })),
        proof: { version: PROOF_VERSION, linesLearnt, score: findings.length, isSuspicious: model !== null, findings },
      };
    },
    prepareLine: async () => Object.create(null),
    learnVoice: async (lines) => {
      this.learnt.push(lines.length);
      return Uint8Array.of(lines.length);
    },
    close: async () => {},
  };
}

let workshop: Workshop;
let project: Project;
let fake: FakeWorkers;
let defects: unknown[];
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Book.lectern', { language: 'english' });
  fake = new FakeWorkers();
  defects = [];
});
afterEach(() => workshop.clear());

async function writeLines(count: number): Promise<void> {
  save(project, Array.from({ length: count }, (_, line) => `Line ${line}.`).join('\n\n'));
  castAll(project);
  for (const line of project.lines.states({ states: ['unrendered'] })) await giveTake(project, line);
}

const run = (signal = new AbortController().signal): Promise<void> =>
  proofTakes(
    {
      project,
      workers: fake.workers,
      onDefect(error) {
        defects.push(error);
        return `defect ${defects.length}`;
      },
    },
    project.proofs.waiting(),
    { signal, concurrency: 1, onProgress: () => {} },
  );

describe('comparing takes with their text', () => {
  it('stores a proof of each take, and does nothing the next time', async () => {
    await writeLines(3);
    await run();
    expect(fake.compared.toSorted()).toEqual(['Line 0.', 'Line 1.', 'Line 2.']);
    expect(project.proofs.status()).toMatchObject({ proofed: 3, waiting: 0 });
    await run();
    expect(fake.compared).toHaveLength(3);
  });

  it('continues where a killed process stopped', async () => {
    await writeLines(3);
    const killed = new AbortController();
    fake.before = (_, count) => {
      if (count === 2) killed.abort();
    };
    await run(killed.signal);
    expect(project.proofs.status()).toMatchObject({ proofed: 1, waiting: 2 });
    fake.before = () => {};
    await run();
    expect(project.proofs.status()).toMatchObject({ proofed: 3, waiting: 0 });
  });

  it('stores why a take can’t be compared, and tries again the next time', async () => {
    await writeLines(2);
    fake.before = ({ text }) => {
      if (text === 'Line 0.') throw new AudioFormatError('damaged', 'no sound');
      throw new RangeError('a bug');
    };
    await run();
    const reasons = project.proofs.takes([1, 2]).map(({ notCompared }) => notCompared);
    expect(reasons).toEqual([
      { kind: 'audio', problem: 'damaged' },
      { kind: 'failed', id: 'defect 1' },
    ]);
    expect(project.proofs.status()).toMatchObject({ proofed: 0, notCompared: 2, waiting: 0 });
    fake.before = () => {};
    await run();
    expect(project.proofs.status()).toMatchObject({ proofed: 2, notCompared: 0 });
  });

  it('tries a take once more if its thread crashed', async () => {
    await writeLines(1);
    fake.before = (_, count) => {
      if (count === 1) throw new WorkerLostError('out of memory');
    };
    await run();
    expect(project.proofs.proofOf(1)).not.toBeNull();
    expect(defects).toEqual([]);
  });

  it('reports a missing file', async () => {
    await writeLines(1);
    project.db.exec(`UPDATE takes SET audio_hash = '${'0'.repeat(64)}'`);
    await run();
    expect(project.proofs.takes([1])[0]?.notCompared).toEqual({ kind: 'audio', problem: 'missing' });
  });
});

describe('learning a voice', () => {
  it('waits until each line can be compared with enough others', async () => {
    await writeLines(MIN_LINES_OF_VOICE);
    await run();
    expect(fake.learnt).toEqual([]);
    expect(project.proofs.status().voices).toMatchObject([{ linesLearnt: 0, isLearning: true }]);
  });

  it('happens once, from lines of the whole project, if all takes exist', async () => {
    await writeLines(70);
    await run();
    expect(fake.learnt).toEqual([60]);
    expect(fake.compared).toHaveLength(70);
    expect(project.proofs.status()).toMatchObject({ waiting: 0, voices: [{ linesLearnt: 60, isLearning: false }] });
  });

  it('compares earlier takes again when more lines are known', async () => {
    await writeLines(MIN_LINES_OF_VOICE);
    await run();
    save(project, Array.from({ length: 32 }, (_, line) => `Line ${line}.`).join('\n\n'));
    castAll(project);
    for (const line of project.lines.states({ states: ['unrendered'] })) await giveTake(project, line);
    await run();
    expect(fake.learnt).toEqual([31]);
    expect(project.proofs.status()).toMatchObject({ proofed: 32, waiting: 0 });
    expect(new Set(fake.compared.slice(MIN_LINES_OF_VOICE)).size).toBe(32);
  });

  it('leaves out dialogs of two voices', async () => {
    const turns = Array.from({ length: 32 }, (_, line) => `A: Yes ${line}.\nB: No ${line}.`);
    save(project, turns.join('\n\n'));
    castAll(project);
    for (const line of project.lines.states({ states: ['unrendered'] })) await giveTake(project, line);
    await run();
    expect(fake.learnt).toEqual([]);
    expect(project.proofs.status()).toMatchObject({ proofed: 32, voices: [] });
  });
});

describe('a retry', () => {
  beforeEach(async () => {
    await writeLines(1);
    fake.suspicious.add('Line 0.');
    await run();
  });

  const pick = (): number | undefined => project.lines.states()[0]?.pick?.takeId;

  /** Orders a retry and adds its take. */
  function retry(): void {
    recordRetries(project, [{ lineId: project.lines.states()[0]?.id ?? 0, seed: 7, characters: 7 }], 1);
    project.db.exec(`CREATE TEMP TABLE retry AS SELECT * FROM takes;
      UPDATE retry SET id = 2, request = json_set(request, '$.seed', 7);
      INSERT INTO takes SELECT * FROM retry`);
  }

  it('is picked if it is better, and both takes stay', async () => {
    retry();
    fake.suspicious.clear();
    await run();
    expect(pick()).toBe(2);
    expect(project.takes.takesOf(project.lines.states()[0]?.id ?? 0)).toHaveLength(2);
  });

  it('isn’t picked if it is no better', async () => {
    retry();
    await run();
    expect(pick()).toBe(1);
  });

  it('isn’t picked if the producer has approved the earlier take', async () => {
    retry();
    project.decisions.setVerdict(1, 'approved');
    fake.suspicious.clear();
    await run();
    expect(pick()).toBe(1);
  });
});
