// Defects in realtime streaming.
import { PATHS } from '@lectern/tts-protocol';
import { DIALOG_DEFECTS } from './audio.ts';
import { changeStreams, isStream, jsonResponse, type Mutation, refusalResponse, replaceEndpoint } from './mutation.ts';

const isNotStream = (call: Parameters<typeof isStream>[0]): boolean => !isStream(call);

/** Returns the text's length in code points. */
const codePointLength = (text: unknown): number => (typeof text === 'string' ? [...text].length : 0);

export const STREAM_MUTATIONS: readonly Mutation[] = [
  { name: 'a stream is sent when it is whole', noticedBy: ['stream.first-bytes-early'], isStreamed: isNotStream },
  {
    name: 'a stream breaks off',
    noticedBy: ['stream.mp3', 'stream.whole'],
    cutAfterBytes: (call) => (isStream(call) ? 1500 : Number.POSITIVE_INFINITY),
  },
  {
    name: 'a stream ends in the middle',
    noticedBy: ['stream.whole'],
    isStreamed: isNotStream,
    onResponse: (response, call) => {
      if (isStream(call) && response.status === 200)
        response.body = response.body.subarray(0, response.body.length / 2);
    },
  },
  {
    name: 'a stream is empty',
    noticedBy: ['stream.mp3', 'stream.whole'],
    isStreamed: isNotStream,
    onResponse: (response, call) => {
      if (isStream(call) && response.status === 200) response.body = Buffer.alloc(0);
    },
  },
  {
    name: 'a stream is a job in JSON',
    noticedBy: ['stream.mp3'],
    ...replaceEndpoint('POST', PATHS.stream, () => jsonResponse(200, { id: 'x', status: 'pending' })),
  },
  {
    name: '201 for a stream',
    noticedBy: ['stream.accepted', 'stream.mp3'],
    isStreamed: isNotStream,
    onResponse: (response, call) => {
      if (isStream(call) && response.status === 200) response.status = 201;
    },
  },
  {
    name: 'a stream is WAV whatever is asked for',
    noticedBy: ['stream.mp3'],
    ...changeStreams((body) => {
      body['output_format'] = 'wav';
    }),
  },
  {
    name: '20,001 characters are taken',
    noticedBy: ['stream.refused.characters'],
    ...changeStreams((body) => {
      if (codePointLength(body.text) === 20_001) body.text = 'Yes.';
    }),
  },
  {
    name: '20,000 characters are refused',
    noticedBy: ['stream.characters.accepted'],
    ...changeStreams((body) => (codePointLength(body.text) === 20_000 ? refusalResponse() : undefined)),
  },
  {
    name: 'bytes are counted for characters',
    noticedBy: ['stream.characters.not-bytes'],
    ...changeStreams((body) => (Buffer.byteLength(String(body.text)) > 20_000 ? refusalResponse() : undefined)),
  },
  {
    name: 'a stream needs a voice',
    noticedBy: ['stream.text-alone'],
    ...changeStreams((body) => (body.voice === undefined ? refusalResponse() : undefined)),
  },
  {
    name: '2,000 characters are the limit, as before',
    noticedBy: ['stream.characters.accepted'],
    ...changeStreams((body) => (codePointLength(body.text) > 2000 ? refusalResponse() : undefined)),
  },
  {
    name: 'a stream takes no text',
    noticedBy: ['stream.refused.text-missing', 'error.400.stream'],
    ...changeStreams((body) => {
      body.text ??= 'Yes.';
    }),
  },
  {
    name: 'a stream takes a number as its text',
    noticedBy: ['stream.refused.text-type'],
    ...changeStreams((body) => {
      body.text = String(body.text ?? '');
    }),
  },
  ...['SvcDialog', 'Svc3.0-mini', 'Svc3.0'].map((engine) => ({
    name: `the stream endpoint refuses ${engine}`,
    noticedBy: [`stream.engine.${engine}`],
    ...changeStreams((body) => (body['voice_engine'] === engine ? refusalResponse() : undefined)),
  })),
  {
    name: 'the turbo engine takes every voice',
    noticedBy: ['stream.engine.turbo.no-others'],
    ...changeStreams((body) => {
      if (body['voice_engine'] === 'Svc2.0-turbo') body['voice_engine'] = 'SvcDialog';
    }),
  },
  ...DIALOG_DEFECTS.map(({ name, noticedBy, spoil }) => ({
    name: `in a streamed dialog, ${name}`,
    // Only expect the first rule to fail. The others are tested with jobs, and speech in real time is slow.
    noticedBy: noticedBy.slice(0, 1).map((rule) => `stream.dialog.${rule}`),
    ...changeStreams(spoil),
  })),
];
