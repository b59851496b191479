import { AAC_FRAME, adtsStream } from '@lectern/audio';
import type { AudioPlan } from '@lectern/audio/mastering';
import { FileTarget } from '../../audio/file-target.ts';
import { type MasteringWorkers, TakeAudioError } from '../../audio/mastering-workers.ts';

/** The first packet contains the words; the others are almost empty. */
function packetsWith(words: string, { frames, sampleRate, channels }: AudioPlan): Uint8Array {
  const first = new TextEncoder().encode(words);
  const sizes = new Uint32Array(frames / AAC_FRAME + 1).fill(1);
  sizes[0] = first.length;
  const packets = new Uint8Array(first.length + sizes.length - 1);
  packets.set(first);
  return adtsStream(packets, sizes, { sampleRate, channels });
}

/** Writes a description instead of mastering; AAC has as many packets as real audio. */
export class Scribe implements MasteringWorkers {
  readonly size = 2;
  readonly #form: 'text' | 'aac';
  made = 0;
  damaged = new Set<string>();

  constructor(form: 'text' | 'aac' = 'text') {
    this.#form = form;
  }

  readonly master: MasteringWorkers['master'] = async ({ plan }, { fd }, { prefix } = {}) => {
    for (const { audio } of plan.clips) {
      if (this.damaged.has(audio.hash)) throw new TakeAudioError('damaged', audio.hash);
    }
    this.made += 1;
    const words = plan.clips.map(({ audio }) => audio.hash).join(' ');
    const text = Buffer.from(`${prefix ? prefix.length > 0 : false}:${words}`);
    new FileTarget(fd).write(this.#form === 'text' ? text : packetsWith(words, plan));
    return { loudnessLufs: -19, rmsDbfs: -21, truePeakDbtp: -2, gainDb: 3, limitedDb: 0 };
  };
  readonly close = async (): Promise<void> => {};
}
