// Defects in the voice list, and in endpoints that the interface mentions without describing them.
import { PATHS } from '@lectern/tts-protocol';
import { changeEachVoice, changeVoices, jsonResponse, type Mutation, replaceEndpoint } from './mutation.ts';

const withoutField = (name: string): Mutation => ({
  name: `voices without ${name}`,
  noticedBy: [`voice.${name}`],
  ...changeEachVoice((voice) => delete voice[name]),
});

const missingEndpoint = (
  name: string,
  method: string,
  path: string,
  status: number,
  noticedBy: readonly string[],
): Mutation => ({
  name,
  noticedBy,
  ...replaceEndpoint(method, path, () => jsonResponse(status, { error_message: 'Not here.', error_id: 'NOT_FOUND' })),
});

export const LISTING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'one voice without an id',
    noticedBy: ['voice.id'],
    ...changeVoices((all) => {
      delete all.at(-1)?.['id'];
    }),
  },
  {
    name: 'ids of voices that are names',
    noticedBy: ['voice.id.uri'],
    ...changeEachVoice((voice) => {
      voice['id'] = voice['name'];
    }),
  },
  withoutField('sample'),
  withoutField('voice_engine'),
  withoutField('texture'),
  {
    name: 'is_cloned as text',
    noticedBy: ['voice.is_cloned'],
    ...changeEachVoice((voice) => {
      voice['is_cloned'] = 'false';
    }),
  },
  {
    name: 'a prebuilt voice is called cloned',
    noticedBy: ['voice.prebuilt'],
    ...changeEachVoice((voice) => {
      voice['is_cloned'] = true;
    }),
  },
  {
    name: 'null as an accent',
    noticedBy: ['voice.accent'],
    ...changeEachVoice((voice) => {
      voice['accent'] = null;
    }),
  },
  {
    name: 'a voice is listed twice',
    noticedBy: ['voice.id.unique'],
    ...changeVoices((all) => [...all, ...all.slice(0, 1)]),
  },
  {
    name: 'samples lead nowhere',
    noticedBy: ['voice.sample.plays'],
    ...changeEachVoice((voice) => {
      voice['sample'] = `${voice['sample']}.none`;
    }),
  },
  {
    name: 'samples have no host',
    noticedBy: ['voice.sample'],
    ...changeEachVoice((voice) => {
      voice['sample'] = new URL(String(voice['sample'])).pathname;
    }),
  },
  { name: 'no voice is listed', noticedBy: ['voices.listed'], ...changeVoices(() => []) },
  missingEndpoint('the voice list is missing', 'GET', PATHS.voices, 404, ['voices.listed']),
  missingEndpoint('cloned voices are missing', 'GET', PATHS.clonedVoices, 404, [
    'others.cloned-voices',
    'others.cloned-voices.listed',
  ]),
  missingEndpoint('cloned voices can’t be deleted', 'DELETE', PATHS.clonedVoices, 405, ['others.clone-deletion']),
  missingEndpoint('instant clones are missing', 'POST', PATHS.instantClone, 404, ['others.instant-clone']),
  missingEndpoint('leases are missing', 'POST', PATHS.leases, 404, ['others.leases']),
  missingEndpoint('leases are not implemented', 'POST', PATHS.leases, 501, ['others.leases']),
  missingEndpoint('version 1 is gone', 'POST', PATHS.convert, 404, ['others.convert']),
  {
    name: 'version 1 takes anything',
    noticedBy: ['others.convert.refused.content-missing', 'others.convert.refused.voice-type'],
    ...replaceEndpoint('POST', PATHS.convert, () => jsonResponse(201, { status: 'CREATED' })),
  },
];
