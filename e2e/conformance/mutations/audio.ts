// Audio defects.
import type { ProxyResponse } from '../mutant.ts';
import { changeFiles, changeJobs, type Job, type Mutation } from './mutation.ts';

const halveFile = (response: ProxyResponse): void => {
  response.body = response.body.subarray(0, Math.floor(response.body.length / 2));
};

/** Changes each line of a dialog's text. Every line starts with a prefix. */
function changeLines(change: (prefix: string, text: string, first: boolean) => string) {
  return (job: Job): void => {
    const { turn_prefix: one, turn_prefix_2: two } = job;
    if (!one || !two) return;
    job.text = job.text
      ?.split('\n')
      .map((row) => {
        const prefix = [one, two].find((start) => row.startsWith(start));
        return prefix ? change(prefix, row.slice(prefix.length).trim(), prefix === one) : row;
      })
      .join('\n');
  };
}

/** Dialog defects, for jobs and for streams. */
export const DIALOG_DEFECTS: readonly { name: string; noticedBy: readonly string[]; spoil: (job: Job) => void }[] = [
  {
    name: 'prefixes are spoken, all in one voice',
    noticedBy: ['both-voices', 'prefix-not-spoken', 'no-prefix-spoken'],
    spoil: (job) => {
      for (const name of ['voice_2', 'turn_prefix', 'turn_prefix_2']) delete job[name];
    },
  },
  {
    name: 'prefixes are spoken, each in its voice',
    noticedBy: ['prefix-not-spoken', 'no-prefix-spoken'],
    spoil: changeLines((prefix, text) => `${prefix} ${prefix} ${text}`),
  },
  {
    name: 'the second voice’s prefix is spoken',
    noticedBy: ['prefix-not-spoken', 'no-prefix-spoken'],
    spoil: changeLines((prefix, text, first) => (first ? `${prefix} ${text}` : `${prefix} ${prefix} ${text}`)),
  },
  {
    name: 'both turns are in the first voice',
    noticedBy: ['both-voices', 'swapped-voices'],
    spoil: (job) => {
      if (job.voice_2 && job.voice) job.voice_2 = job.voice;
    },
  },
  {
    name: 'both turns are in the second voice',
    noticedBy: ['both-voices', 'swapped-voices'],
    spoil: (job) => {
      if (job.voice_2) job.voice = job.voice_2;
    },
  },
  {
    name: 'the voices are exchanged',
    noticedBy: ['both-voices', 'swapped-voices'],
    spoil: (job) => {
      const { voice, voice_2: other } = job;
      if (voice && other) Object.assign(job, { voice: other, voice_2: voice });
    },
  },
  {
    name: 'the voices take turns, whatever the prefixes are',
    noticedBy: ['second-begins'],
    spoil: (job) => {
      const { turn_prefix: one, turn_prefix_2: two } = job;
      if (!one || !two) return;
      const turns = job.text?.split('\n').map((row) => row.slice((row.startsWith(one) ? one : two).length));
      job.text = turns?.map((text, index) => `${index % 2 === 0 ? one : two}${text}`).join('\n');
    },
  },
  {
    name: 'prefixes are taken for a pattern',
    noticedBy: ['any-prefix'],
    spoil: (job) => {
      if (/[*+?[]/.test(job.turn_prefix ?? '')) Object.assign(job, { turn_prefix: 'x:', turn_prefix_2: 'y:' });
    },
  },
  {
    name: 'the turns come in another order',
    noticedBy: ['both-voices'],
    spoil: (job) => {
      if (job.voice_2 && job.text) job.text = job.text.split('\n').reverse().join('\n');
    },
  },
  {
    name: 'the last turn is left out',
    noticedBy: ['turns-whole', 'both-voices'],
    spoil: (job) => {
      if (job.voice_2 && job.text) job.text = job.text.split('\n').slice(0, -1).join('\n');
    },
  },
];

export const AUDIO_MUTATIONS: readonly Mutation[] = [
  {
    name: 'the address of the audio leads nowhere',
    noticedBy: ['output.true.mp3', 'format.mp3'],
    ...changeFiles((response) => {
      response.status = 404;
    }),
  },
  {
    name: 'the audio is cut in half',
    noticedBy: ['output.true.wav', 'output.true.mp3', 'output.true.flac'],
    ...changeFiles(halveFile),
  },
  {
    name: 'the audio is nothing',
    noticedBy: ['output.true.wav', 'format.wav'],
    ...changeFiles((response) => {
      response.body = Buffer.alloc(0);
    }),
  },
  {
    name: 'the audio is a page of HTML',
    noticedBy: ['format.mp3', 'format.wav', 'output.true.mulaw'],
    ...changeFiles((response) => {
      response.body = Buffer.from('<!doctype html><title>Not here</title>'.repeat(2000));
    }),
  },
  {
    name: 'the audio is silent',
    noticedBy: ['format.wav'],
    ...changeFiles(({ body }) => {
      if (body.toString('latin1', 0, 4) === 'RIFF') body.fill(0, 200);
    }),
  },
  {
    name: 'everything is MP3',
    noticedBy: ['format.wav', 'format.ogg', 'format.flac', 'format.mulaw'],
    ...changeJobs((job) => {
      if (job['output_format']) job['output_format'] = 'mp3';
    }),
  },
  {
    name: 'FLAC is WAV',
    noticedBy: ['format.flac'],
    ...changeJobs((job) => {
      if (job['output_format'] === 'flac') job['output_format'] = 'wav';
    }),
  },
  {
    name: 'µ-law is plain WAV',
    noticedBy: ['format.mulaw'],
    ...changeJobs((job) => {
      if (job['output_format'] === 'mulaw') job['output_format'] = 'wav';
    }),
  },
  {
    name: 'the sample rate is ignored',
    noticedBy: ['sample_rate.honoured'],
    ...changeJobs((job) => {
      delete job['sample_rate'];
    }),
  },
  {
    name: 'no sample rate above 44,100 Hz',
    noticedBy: ['sample_rate.honoured'],
    ...changeJobs((job) => {
      if (job['sample_rate'] === 48_000) job['sample_rate'] = 44_100;
    }),
  },
  {
    name: 'the sample rate is written into the file, and no more',
    noticedBy: ['sample_rate.same-speech'],
    ...changeJobs((job) => {
      if (job['sample_rate'] === 48_000) job['sample_rate'] = 24_000;
    }),
    ...changeFiles(({ body }) => {
      if (body.toString('latin1', 0, 4) === 'RIFF' && body.readUInt32LE(24) === 24_000) body.writeUInt32LE(48_000, 24);
    }),
  },
  {
    name: 'the sample rate is ignored in MP3',
    noticedBy: ['sample_rate.of-formats'],
    ...changeJobs((job) => {
      if (job['output_format'] === 'mp3') delete job['sample_rate'];
    }),
  },
  {
    name: 'the speed is ignored',
    noticedBy: ['speed.honoured'],
    ...changeJobs((job) => {
      delete job['speed'];
    }),
  },
  {
    name: 'the speed is turned round',
    noticedBy: ['speed.honoured'],
    ...changeJobs((job) => {
      if (job['speed']) job['speed'] = 1 / Number(job['speed']);
    }),
  },
  {
    name: 'the seed is ignored',
    noticedBy: ['seed.reproducible'],
    ...changeJobs((job) => {
      delete job['seed'];
    }),
  },
  {
    name: 'the seed counts within one batch only',
    noticedBy: ['seed.reproducible'],
    ...changeJobs((job) => {
      if (job['custom_id'] === 'seed-later') job['seed'] = Number(job['seed']) + 1;
    }),
  },
  (() => {
    let first: string | undefined;
    return {
      name: 'all voices are one',
      noticedBy: ['speech.of-the-voice'],
      ...changeJobs((job) => {
        first ??= job.voice;
        if (first) job.voice = first;
      }),
    };
  })(),
  {
    name: 'only the first sentence is spoken',
    noticedBy: ['speech.of-the-text'],
    ...changeJobs((job) => {
      job.text = String(job.text).split('. ', 1).join();
    }),
  },
  ...DIALOG_DEFECTS.map(({ name, noticedBy, spoil }) => ({
    name: `in a dialog, ${name}`,
    noticedBy: noticedBy.map((rule) => `dialog.${rule}`),
    ...changeJobs(spoil),
  })),
];
