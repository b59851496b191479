import { beforeEach, describe, expect, it } from 'vitest';
import { CRASH_PERIOD_MS, createPageRecovery, MAX_CRASHES, type RecoveryChoice } from './page-recovery.ts';

let time: number;
let actions: string[];
let answer: (choice: RecoveryChoice) => void;
let pageGone: (reason: string) => void;

beforeEach(() => {
  time = 0;
  actions = [];
  pageGone = createPageRecovery({
    now: () => time,
    reload: () => void actions.push('reload'),
    ask() {
      actions.push('ask');
      const asked = Promise.withResolvers<RecoveryChoice>();
      answer = asked.resolve;
      return asked.promise;
    },
    closeProject: async () => void actions.push('close-project'),
    quit: () => void actions.push('quit'),
    log() {},
    onDefect(error) {
      throw error;
    },
  });
});

const crash = (times: number): void => {
  for (let time = 0; time < times; time += 1) pageGone('crashed');
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a page that crashes', () => {
  it('is loaded again, at first', () => {
    crash(MAX_CRASHES - 1);
    expect(actions).toEqual(['reload', 'reload']);
  });

  it('is not loaded for ever: the producer is asked once', () => {
    crash(MAX_CRASHES + 5);
    expect(actions).toEqual(['reload', 'reload', 'ask']);
  });

  it('now and then is loaded every time', () => {
    for (let times = 0; times < 10; times += 1) {
      crash(1);
      time += CRASH_PERIOD_MS;
    }
    expect(actions).toEqual(Array.from({ length: 10 }, () => 'reload'));
  });

  it.each([
    ['close-project', 'close-project'],
    ['retry', 'reload'],
    ['quit', 'quit'],
  ] as const)('is followed by what was chosen: %s', async (choice, action) => {
    crash(MAX_CRASHES);
    answer(choice);
    await settled();
    expect(actions.slice(3)).toEqual([action]);
    crash(1);
    expect(actions.slice(4)).toEqual(['reload']);
  });
});
