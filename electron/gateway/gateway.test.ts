import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_LOST, GatewayStage } from './testing/gateway-stage.ts';

const stages: GatewayStage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) {
    await stage.stop();
    stage.remove();
  }
});

function open(options?: ConstructorParameters<typeof GatewayStage>[0]): GatewayStage {
  const stage = new GatewayStage(options);
  stages.push(stage);
  return stage;
}

const lines = (count: number, name = 'Line'): string[] => Array.from({ length: count }, (_, n) => `${name} ${n}.`);

const sentTwice = ({ received }: GatewayStage): string[] => {
  const accepted = received.flatMap((batch) => (batch.accepted ? batch.texts : []));
  return accepted.filter((text, index) => accepted.indexOf(text) !== index);
};

describe('a gateway', () => {
  it('sends the lines of several orders in one batch, and returns their audio', async () => {
    const stage = open();
    stage.order(lines(20, 'Anna'));
    stage.order(lines(20, 'Ben'));
    await stage.start();
    await stage.untilEnded();
    expect(stage.received.map(({ texts }) => texts.length)).toEqual([40]);
    expect(stage.jobs.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'completed'));
    const job = stage.jobs[21];
    expect(stage.files.get(job?.file ?? '')).toBe('audio of Ben 1.');
    expect(job).toMatchObject({ duration: 1, size: 'audio of Ben 1.'.length });
  });

  it('records a batch before it is sent, and sends nothing that it can’t record', async () => {
    const stage = open();
    let failures = 2;
    stage.onBegin = () => {
      expect(stage.received).toEqual([]);
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
    };
    stage.order(lines(3));
    await stage.start();
    await stage.pass(1);
    expect(stage.received).toEqual([]);
    await stage.untilEnded();
    expect(stage.received.map(({ texts }) => texts.length)).toEqual([3]);
    expect(stage.statusOf('Line 0.')).toBe('completed');
  });

  it('never sends more per minute than the account allows, and uses all of it', async () => {
    const stage = open({ limit: { requests: 5, characters: 200 } });
    stage.order(Array.from({ length: 100 }, (_, n) => `Line ${String(n).padStart(4, '0')}.`));
    await stage.start();
    await stage.pass(150);
    const perMinute = [0, 1, 2].map((minute) =>
      stage.received
        .filter(({ at }) => Math.floor((at - (stage.received[0]?.at ?? 0)) / 60_000) === minute)
        .reduce((sum, { texts }) => sum + texts.join('').length, 0),
    );
    expect(perMinute).toEqual([200, 200, 200]);
  });

  it('joins lines that arrive one by one while nothing can be sent', async () => {
    const stage = open({ limit: { requests: 1 } });
    await stage.start();
    for (let line = 0; line < 12; line += 1) {
      stage.order([`Line ${line}.`]);
      await stage.pass(2);
    }
    await stage.untilEnded();
    expect(stage.received.map(({ texts }) => texts.length)).toEqual([1, 11]);
  });

  it('counts what an earlier gateway sent in the last minute', async () => {
    const stage = open({ limit: { characters: 100 } });
    stage.order(Array.from({ length: 20 }, (_, n) => `Line ${String(n).padStart(4, '0')}.`));
    await stage.start();
    await stage.pass(2);
    stage.kill();
    await stage.start();
    await stage.pass(50);
    expect(stage.received.flatMap(({ texts }) => texts).length).toBe(10);
    await stage.pass(15);
    expect(stage.received.flatMap(({ texts }) => texts).length).toBe(20);
    expect(sentTwice(stage)).toEqual([]);
  });

  it('counts a batch for longer if its sender was killed, since the other service may count it late', async () => {
    const stage = open({ limit: { requests: 1 } });
    stage.answer = () => ({ kind: 'accepted-but-killed' });
    stage.order(lines(3));
    await stage.start();
    await stage.pass(1);
    stage.answer = () => undefined;
    stage.order(['Another line.']);
    await stage.start();
    await stage.pass(62);
    expect(stage.received.length).toBe(1);
    await stage.pass(2);
    expect(stage.received.length).toBe(2);
  });

  it('fails lines whose answer was lost, says that they may have been charged, and doesn’t send them again', async () => {
    const stage = open();
    stage.answer = () => ({ kind: 'in-doubt' });
    stage.order(lines(3));
    await stage.start();
    await stage.pass(60);
    expect(stage.received.length).toBe(1);
    expect(stage.statusOf('Line 1.')).toBe('failed');
    expect(stage.errorOf('Line 1.')).toContain('may have been charged');
    expect(stage.figures).toMatchObject({ inDoubt: 3, batches: 0 });
  });

  it('doesn’t send a batch again whose sender was killed before it saw the answer', async () => {
    const stage = open();
    stage.answer = () => ({ kind: 'accepted-but-killed' });
    stage.order(lines(3));
    await stage.start();
    await stage.pass(1);
    stage.answer = () => undefined;
    stage.order(['Another line.']);
    await stage.start();
    await stage.untilEnded();
    expect(stage.received.map(({ texts }) => texts)).toEqual([lines(3), ['Another line.']]);
    expect(stage.statusOf('Line 0.')).toBe('failed');
    expect(stage.errorOf('Line 0.')).toContain('ended while it was sending');
    expect(stage.statusOf('Another line.')).toBe('completed');
  });

  it('continues with accepted lines after it was killed, without sending them again', async () => {
    const stage = open();
    stage.isDone = false;
    stage.order(lines(3));
    await stage.start();
    await stage.pass(3);
    stage.kill();
    await stage.start();
    await stage.pass(3);
    stage.isDone = true;
    await stage.untilEnded();
    expect(stage.received.length).toBe(1);
    expect(stage.jobs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  it('gives jobs back when it is stopped, and the next gateway continues', async () => {
    const stage = open({ limit: { characters: 30 } });
    stage.isDone = false;
    stage.order(lines(6));
    await stage.start();
    await stage.pass(1);
    await stage.stop();
    expect(stage.jobs.every(({ status }) => status === 'pending')).toBe(true);
    stage.isDone = true;
    await stage.start();
    await stage.untilEnded();
    expect(stage.jobs.every(({ status }) => status === 'completed')).toBe(true);
    expect(sentTwice(stage)).toEqual([]);
  });

  it('finds the line that the account refuses, and sends the others', async () => {
    const stage = open();
    stage.answer = (texts) =>
      texts.includes('Line 3.')
        ? {
            kind: 'refused',
            problem: { kind: 'invalid-parameters', status: 400, message: 'text is odd', errorId: null },
          }
        : undefined;
    stage.order(lines(8));
    await stage.start();
    await stage.untilEnded();
    expect(stage.statusOf('Line 3.')).toBe('failed');
    expect(stage.errorOf('Line 3.')).toContain('text is odd');
    expect(stage.jobs.filter(({ status }) => status === 'completed').length).toBe(7);
    expect(sentTwice(stage)).toEqual([]);
  });

  it('waits after a refusal because of the limits', async () => {
    const stage = open();
    let refusals = 1;
    stage.answer = () => {
      refusals -= 1;
      return refusals < 0
        ? undefined
        : { kind: 'refused', problem: { kind: 'rate-limited', status: 429, message: null }, retryAfterMs: 20_000 };
    };
    stage.order(lines(2));
    await stage.start();
    await stage.pass(15);
    expect(stage.received.length).toBe(1);
    await stage.untilEnded();
    expect(stage.statusOf('Line 0.')).toBe('completed');
    expect(stage.figures).toMatchObject({ refusedForLimits: 1 });
  });

  it('keeps lines while the account refuses everything or can’t be reached', async () => {
    const stage = open();
    stage.answer = () => ({
      kind: 'refused',
      problem: { kind: 'unauthorized', status: 401, message: null, errorId: 'UNAUTHORIZED' },
    });
    stage.order(lines(2));
    await stage.start();
    await stage.pass(20);
    expect(stage.statusOf('Line 0.')).toBe('in_progress');
    expect(stage.log).toContain('the upstream service refuses every batch');
    stage.answer = () => ({ kind: 'not-sent' });
    await stage.pass(60);
    stage.answer = () => undefined;
    await stage.untilEnded();
    expect(stage.statusOf('Line 0.')).toBe('completed');
  });

  it('doesn’t send jobs that another worker has taken in the meantime', async () => {
    const stage = open();
    stage.order(lines(2));
    stage.onBegin = () => {
      const [taken] = stage.jobs;
      if (taken !== undefined) taken.attempt = 2;
      stage.onBegin = () => {};
    };
    await stage.start();
    await stage.pass(3);
    expect(stage.received.map(({ texts }) => texts)).toEqual([['Line 1.']]);
  });

  it('pauses after several doubts in a row', async () => {
    const stage = open();
    stage.answer = () => ({ kind: 'in-doubt' });
    await stage.start();
    for (let batch = 0; batch < 8; batch += 1) {
      stage.order([`Line ${batch}.`]);
      await stage.pass(5);
    }
    // The waits are 2, 4, 8 and 16 seconds.
    expect(stage.received.map(({ texts }) => texts.length)).toEqual([1, 1, 1, 1, 1, 3]);
    expect(stage.log).toContain('sending pauses after several doubts in a row');
  });

  it('answers an identical request with a seed from its store, if the account allows it', async () => {
    for (const reuse of [true, false]) {
      const stage = open({ reuse });
      stage.order(['Once.'], { seed: 7 });
      stage.order(['Without a seed.']);
      await stage.start();
      await stage.untilEnded();
      stage.order(['Once.'], { seed: 7 });
      stage.order(['Once.'], { seed: 8 });
      stage.order(['Without a seed.']);
      await stage.untilEnded();
      const sent = stage.received.flatMap(({ texts }) => texts);
      expect(sent.filter((text) => text === 'Once.').length).toBe(reuse ? 2 : 3);
      expect(sent.filter((text) => text === 'Without a seed.').length).toBe(2);
      expect(stage.jobs.map(({ error }) => error)).toEqual(stage.jobs.map(() => null));
      expect(stage.files.get(stage.jobs[2]?.file ?? '')).toBe('audio of Once.');
    }
  });

  it('fails lines with a voice that the account no longer has', async () => {
    const stage = open();
    stage.order(['Who?'], { voice: 'lectern://voices/upstream-team/gone/manifest.json' });
    await stage.start();
    await stage.pass(1);
    expect(stage.received).toEqual([]);
    expect(stage.errorOf('Who?')).toContain('no longer has the voice');
  });

  it('reports the reason for the doubt without the text of the line', async () => {
    const stage = open();
    stage.answer = () => ({ kind: 'in-doubt' });
    stage.order(['Secret words.']);
    await stage.start();
    await stage.pass(1);
    expect(stage.errorOf('Secret words.')).toContain(CONNECTION_LOST.kind);
    expect(JSON.stringify(stage.log)).not.toContain('Secret');
  });
});
