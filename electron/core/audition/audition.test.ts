import { describe, expect, it } from 'vitest';
import { systemRandom } from '../system.ts';
import { Audition } from './audition.ts';

const PIECE = Buffer.alloc(1024 ** 2, 'speech');
const PIECES = 6;
const PARAMETERS = { text: 'Good morning.', voice: 'anna', voice_engine: 'SvcDialog' } as const;

/** A service that streams a few megabytes. */
const client = {
  stream: async () => ({
    contentType: 'audio/wav',
    firstAudioMs: 0,
    audio: (async function* () {
      for (let sent = 0; sent < PIECES; sent += 1) yield PIECE;
    })(),
  }),
};

async function heard(audition: Audition, auditionId: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; ; ) {
    const read = await audition.read(auditionId, offset);
    if (!read) throw new Error('the audition broke off');
    parts.push(read.bytes);
    offset += read.bytes.byteLength;
    if (read.done) return Buffer.concat(parts);
  }
}

describe('an audition', () => {
  it('is heard whole, and again from its start, also where it is too large for memory', async () => {
    const audition = new Audition(systemRandom);
    const { auditionId } = await audition.start(client, PARAMETERS);
    const whole = Buffer.concat(Array.from({ length: PIECES }, () => PIECE));
    expect((await heard(audition, auditionId)).equals(whole)).toBe(true);
    expect((await heard(audition, auditionId)).equals(whole)).toBe(true);
    audition.stop();
  });

  it('that is stopped ends for the player that waits for more of it', async () => {
    const audition = new Audition(systemRandom);
    const silent = {
      stream: async () => ({
        contentType: 'audio/wav',
        firstAudioMs: 0,
        audio: (async function* () {
          yield PIECE;
          await new Promise(() => {});
        })(),
      }),
    };
    const { auditionId } = await audition.start(silent, PARAMETERS);
    const waiting = audition.read(auditionId, PIECE.length);
    audition.stop();
    expect(await waiting).toBeNull();
  });

  it('that is downloaded is served as what its bytes are', async () => {
    const audition = new Audition(systemRandom);
    const { auditionId, contentType } = await audition.fetch(async (_signal, to) => {
      await to.write(Buffer.concat([Buffer.from('fLaC'), PIECE]));
    });
    expect(contentType).toBe('audio/flac');
    expect((await heard(audition, auditionId)).length).toBe(PIECE.length + 4);
    audition.stop();
  });
});
