// Mastering without sound, for tests of what is around it.
import { writeSync } from 'node:fs';
import { type MasteringWorkers, TakeAudioError } from '../../mastering/mastering-workers.ts';

/** Masters by writing down what it was to master. */
export class Scribe implements MasteringWorkers {
  readonly size = 2;
  made = 0;
  damaged = new Set<string>();

  readonly master: MasteringWorkers['master'] = async ({ plan }, { fd }, { prefix } = {}) => {
    for (const { audio } of plan.clips) {
      if (this.damaged.has(audio.hash)) throw new TakeAudioError('damaged', audio.hash);
    }
    this.made += 1;
    writeSync(fd, `${prefix ? prefix.length > 0 : false}:${plan.clips.map(({ audio }) => audio.hash).join(' ')}`);
    return { loudnessLufs: -19, rmsDbfs: -21, truePeakDbtp: -2, gainDb: 3, limitedDb: 0 };
  };
  readonly close = async (): Promise<void> => {};
}
