import { AudioFormatError } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { MIN_LINES_OF_VOICE, PROOF_VERSION } from '../../../shared/model/proof.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { Comparison, ProofOrder, ProofWorkers } from '../audio/proof-workers.ts';
import type { Project } from '../project/project.ts';
import { recordRetries } from '../project/proof/retries.ts';
import { finding } from '../project/proof/testing/give-proof.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import type { InstalledRecogniser } from '../recognition/pack-recogniser.ts';
import { RecogniserError } from '../recognition/recogniser.ts';
import { TakeListener } from '../recognition/take-listener.ts';
import { FakeRecogniser, installedRecogniser } from '../recognition/testing/fake-recogniser.ts';
import { hashOfRecogniser, proofTake } from './proof-take.ts';
import { proofTakes, TakeProofer } from './take-proofer.ts';

/** Compares takes by their audio, which is a text here. */
class FakeWorkers {
  readonly compared: string[] = [];
  readonly comparisons: Comparison[] = [];
  readonly learnt: number[] = [];
  audioHash = 'audio';
  /** Why takes can't be aligned. */
  reason: NotCompared | null = null;
  /** What learning a voice waits for. */
  learning: Promise<void> = Promise.resolve();
  onLearn: () => void = () => {};
  /** Called before each comparison. */
  before: (order: ProofOrder, count: number) => void = () => {};
  suspicious = new Set<string>();

  readonly workers: ProofWorkers = {
    compareTake: async (_, order, comparison) => {
      const { model, known, isHeard } = comparison;
      this.compared.push(order.text);
      this.comparisons.push(comparison);
      this.before(order, this.compared.length);
      const findings = this.suspicious.has(order.text) ? [finding('missing')] : [];
      const linesLearnt = model?.[0] ?? 0;
      const isKnown = known?.audioHash === this.audioHash;
      const isSpeechNeeded = isHeard && !(isKnown && known.isHeard);
      const words = spokenWords(order.text).map(() => ({ startSeconds: 0, endSeconds: 1, confidence: 1 }));
      const isSuspicious = model !== null && findings.length > 0;
      return {
        audioHash: this.audioHash,
        words: this.reason ? [] : isKnown ? known.words : words,
        proof: this.reason
          ? null
          : { version: PROOF_VERSION, linesLearnt, score: findings.length, isSuspicious, findings },
        notCompared: this.reason,
        speech: isSpeechNeeded ? new Float32Array(16) : null,
      };
    },
    prepareLine: async () => Object.create(null),
    learnVoice: async (lines) => {
      this.learnt.push(lines.length);
      this.onLearn();
      await this.learning;
      return Uint8Array.of(lines.length);
    },
    close: async () => {},
  };
}

let workshop: Workshop;
let project: Project;
let fake: FakeWorkers;
let defects: unknown[];
let packs: InstalledRecogniser[];
let recogniser: FakeRecogniser;
let listener: TakeListener;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Book.lectern', { language: 'english' });
  fake = new FakeWorkers();
  defects = [];
  packs = [];
  recogniser = new FakeRecogniser();
  listener = new TakeListener({
    installed: () => packs,
    create: () => recogniser,
    onProblem: () => {},
    onDefect: (error) => String(defects.push(error)),
  });
});
afterEach(() => workshop.clear());

function install(...installed: InstalledRecogniser[]): void {
  packs = installed;
  listener.refresh();
}

async function writeLines(count: number): Promise<void> {
  save(project, Array.from({ length: count }, (_, line) => `Line ${line}.`).join('\n\n'));
  castAll(project);
  for (const line of project.lines.states({ states: ['unrendered'] })) await giveTake(project, line);
}

const parts = () => ({
  project,
  workers: fake.workers,
  listener,
  onDefect(error: unknown) {
    defects.push(error);
    return `defect ${defects.length}`;
  },
});

const run = (signal = new AbortController().signal): Promise<void> =>
  proofTakes(parts(), project.proofs.waiting(hashOfRecogniser({ listener })), {
    signal,
    concurrency: 1,
    onProgress: () => {},
  });

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

describe('an installed recogniser', () => {
  const proofed = () => project.proofs.takes([1])[0];
  const waiting = () => project.proofs.waiting(hashOfRecogniser({ listener }));

  it('adds what it hears to the findings', async () => {
    await writeLines(1);
    fake.suspicious.add('Line 0.');
    recogniser.hear = () => 'line';
    install(installedRecogniser('small', ['en']));
    await run();
    expect(proofed()).toMatchObject({
      recogniser: { id: 'small', name: 'small' },
      notHeard: null,
      proof: { findings: [{ kind: 'missing', source: 'both', fromWord: 1 }] },
    });
  });

  it('makes a take suspicious before its voice is learnt', async () => {
    await writeLines(1);
    recogniser.hear = () => 'line zero zero zero and much more about it';
    install(installedRecogniser('small', ['en']));
    await run();
    expect(proofed()?.proof).toMatchObject({ isSuspicious: true, linesLearnt: 0 });
  });

  it('makes takes compared again when it is installed, replaced or removed', async () => {
    await writeLines(1);
    recogniser.hear = () => 'line zero';
    await run();
    for (const installed of [[installedRecogniser('small', ['en'])], [installedRecogniser('large', ['en'], 99)], []]) {
      install(...installed);
      expect(waiting()).toEqual([1]);
      await run();
      expect(waiting()).toEqual([]);
      expect(proofed()?.recogniser?.id).toBe(installed[0]?.pack.id);
    }
    install(installedRecogniser('kanji', ['ja']));
    expect(waiting()).toEqual([]);
  });

  it('checks takes that can’t be read for a comparison', async () => {
    await writeLines(1);
    fake.reason = { kind: 'unreadable-text', language: 'english' };
    recogniser.hear = () => 'line zero';
    install(installedRecogniser('small', ['en']));
    await run();
    expect(proofed()).toMatchObject({ notCompared: null, words: [], proof: { isSuspicious: false, findings: [] } });
    expect(waiting()).toEqual([]);
  });

  it('that fails leaves the findings of the alignment, and is tried again the next time', async () => {
    await writeLines(4);
    for (const line of [0, 1, 2, 3]) fake.suspicious.add(`Line ${line}.`);
    recogniser.hear = () => {
      throw new RecogniserError({ kind: 'crashed', pack: 'small' });
    };
    install(installedRecogniser('small', ['en']));
    await run();
    const crashed = { kind: 'crashed', pack: 'small' };
    expect(project.proofs.takes([1, 2, 3, 4])).toMatchObject(
      Array.from({ length: 4 }, () => ({ notHeard: crashed, proof: { findings: [{ source: 'alignment' }] } })),
    );
    expect(project.proofs.status(hashOfRecogniser({ listener }))).toMatchObject({
      proofed: 4,
      waiting: 0,
      notHeard: [{ reason: crashed, takes: 4 }],
    });
    expect(recogniser.asked).toHaveLength(2);
    expect(waiting()).toHaveLength(4);
    install(...packs);
    recogniser.hear = () => 'line';
    await run();
    expect(project.proofs.status().notHeard).toEqual([]);
    expect(defects).toEqual([]);
  });

  it('doesn’t listen again when only the voice has been learnt, nor are words timed again', async () => {
    install(installedRecogniser('small', ['en']));
    await writeLines(MIN_LINES_OF_VOICE);
    await run();
    save(project, Array.from({ length: 31 }, (_, line) => `Line ${line}.`).join('\n\n'));
    castAll(project);
    for (const line of project.lines.states({ states: ['unrendered'] })) await giveTake(project, line);
    await run();
    expect(recogniser.asked).toHaveLength(31);
    const rescored = fake.comparisons.slice(MIN_LINES_OF_VOICE);
    expect(rescored.filter(({ known }) => known !== null)).toHaveLength(MIN_LINES_OF_VOICE);
    expect(rescored.every(({ known }) => known === null || (known.words.length === 2 && known.isHeard))).toBe(true);
    expect(project.proofs.proofOf(1)?.linesLearnt).toBe(31);
  });

  it('listens again to a file that was exchanged', async () => {
    install(installedRecogniser('small', ['en']));
    await writeLines(1);
    await run();
    fake.audioHash = 'other';
    project.db.exec('UPDATE take_proofs SET model_lines = 9');
    await run();
    expect(recogniser.asked).toHaveLength(2);
  });

  it('isn’t forgotten by commands that don’t listen', async () => {
    install(installedRecogniser('small', ['en']));
    recogniser.hear = () => 'line';
    await writeLines(1);
    await run();
    const take = project.proofs.takeToProof(1);
    const before = proofed();
    const { listener: _listener, ...others } = parts();
    if (take) await proofTake(others, take, new AbortController().signal);
    expect(proofed()).toEqual(before);
  });
});

describe('comparing takes in the background', () => {
  it('compares retakes while a voice is learnt', async () => {
    const learning = Promise.withResolvers<void>();
    fake.learning = learning.promise;
    await writeLines(31);
    const compared = new Map<string, () => void>();
    const isCompared = (text: string) => new Promise<void>((resolve) => compared.set(text, resolve));
    const lineOf = (number: number) => project.lines.states()[number]?.id ?? 0;
    const retake = isCompared('Line 3.');
    const last = isCompared('Line 0.');
    const started = Promise.withResolvers<void>();
    fake.onLearn = started.resolve;
    const proofer = new TakeProofer({
      ...parts(),
      clock: { sleep: async () => {} },
      isBusy: () => false,
      onTakes: () => compared.get(fake.compared.at(-1) ?? '')?.(),
    });
    proofer.begin();
    await started.promise;
    expect(fake.compared).toEqual([]);
    project.db.exec(`CREATE TEMP TABLE retake AS SELECT * FROM takes WHERE id = 4;
      UPDATE retake SET id = 99; INSERT INTO takes SELECT * FROM retake`);
    proofer.takesArrived([lineOf(3)]);
    await retake;
    expect(fake.compared).toEqual(['Line 3.']);
    learning.resolve();
    await last;
    expect(project.proofs.proofOf(1)?.linesLearnt).toBe(31);
    proofer.close();
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
