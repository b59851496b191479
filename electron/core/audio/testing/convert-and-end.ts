// Run as a program of its own by audio-workers.test.ts: it converts once and closes nothing.
import { encode } from '../../../../codecs/encode.ts';
import { murmur } from '../../../../codecs/testing/tones.ts';
import { createAudioWorkers } from '../audio-workers.ts';

const workers = createAudioWorkers({ size: 2 });
const { bytes: flac } = await workers.convertAudio(await encode(murmur(8000, 0.2), 'wav'), { to: 'flac' });
process.stdout.write(String(flac.length));
