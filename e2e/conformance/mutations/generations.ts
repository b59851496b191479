// Defects in single generation and its events.
import { PATHS } from '@lectern/tts-protocol';
import {
  changeEventData,
  changeEvents,
  changeSingles,
  changeStages,
  type Event,
  jsonResponse,
  type Mutation,
  replaceEndpoint,
} from './mutation.ts';

const GENERATING = 'generating';

/** Swaps two stages. */
function swapStages(list: Event[], first: string, second: string): void {
  for (const { data } of list) {
    if (typeof data !== 'object') continue;
    if (data['stage'] === first) data['stage'] = second;
    else if (data['stage'] === second) data['stage'] = first;
  }
}

const completedWith = (name: string, noticedBy: string, changes: Record<string, unknown>): Mutation => ({
  name,
  noticedBy: [noticedBy],
  ...changeStages(['complete'], (data) => Object.assign(data, changes)),
});

export const GENERATION_MUTATIONS: readonly Mutation[] = [
  { name: 'all events are sent at the end', noticedBy: ['events.as-they-happen'], ...changeEvents((list) => list) },
  {
    name: 'progress falls',
    noticedBy: ['events.progress-never-falls'],
    ...changeStages(['postprocessing'], (data) => Object.assign(data, { progress: 0.01 })),
  },
  {
    name: 'progress in percent',
    noticedBy: ['events.progress.range', 'events.completed'],
    ...changeEventData((data) => Object.assign(data, { progress: Number(data['progress']) * 100 })),
  },
  {
    name: 'progress as text',
    noticedBy: ['events.progress.range', 'events.generating'],
    ...changeEventData((data) => Object.assign(data, { progress: String(data['progress']) })),
  },
  {
    name: 'generate comes before preload',
    noticedBy: ['events.order'],
    ...changeEvents((list) => swapStages(list, 'preload', 'generate')),
  },
  {
    name: 'the first stage is active',
    noticedBy: ['events.queued', 'events.order'],
    ...changeEvents((list) => swapStages(list, 'queued', 'active')),
  },
  {
    name: 'active is left out',
    noticedBy: ['events.all-stages'],
    ...changeEvents((list) => list.filter(({ data }) => typeof data !== 'object' || data['stage'] !== 'active')),
  },
  {
    name: 'preload is left out',
    noticedBy: ['events.all-stages'],
    ...changeEvents((list) => list.filter(({ data }) => typeof data !== 'object' || data['stage'] !== 'preload')),
  },
  {
    name: 'a stage that there is not',
    noticedBy: ['events.generating', 'events.all-stages'],
    ...changeStages(['generate'], (data) => Object.assign(data, { stage: 'synthesis' })),
  },
  {
    name: 'queued has progress',
    noticedBy: ['events.queued'],
    ...changeStages(['queued'], (data) => Object.assign(data, { progress: 0.001 })),
  },
  {
    name: 'stageProgress is missing',
    noticedBy: ['events.stage-progress'],
    ...changeStages(['generate'], (data) => delete data['stageProgress']),
  },
  {
    name: 'stageProgress is missing while preloading only',
    noticedBy: ['events.stage-progress'],
    ...changeStages(['preload'], (data) => delete data['stageProgress']),
  },
  {
    name: 'stageProgress in percent',
    noticedBy: ['events.stage-progress', 'events.generating'],
    ...changeStages(['preload', 'generate', 'postprocessing'], (data) =>
      Object.assign(data, { stageProgress: Number(data['stageProgress']) * 100 }),
    ),
  },
  {
    name: 'stageProgress goes from 1 to 0',
    noticedBy: ['events.stage-progress.rises'],
    ...changeStages(['preload', 'generate', 'postprocessing'], (data) =>
      Object.assign(data, { stageProgress: 1 - Number(data['stageProgress']) }),
    ),
  },
  {
    name: 'stageProgress in every stage',
    noticedBy: ['events.stage-progress.only-there'],
    ...changeStages(['queued', 'active'], (data) => Object.assign(data, { stageProgress: 0 })),
  },
  {
    name: 'completed is not the last event',
    noticedBy: ['events.completed.last'],
    ...changeEvents((list) => [
      ...list,
      { event: GENERATING, data: { id: 'x', progress: 1, stage: 'postprocessing', stageProgress: 1 } },
    ]),
  },
  {
    name: 'completed comes twice',
    noticedBy: ['events.completed.last'],
    ...changeEvents((list) => [...list, ...list.slice(-1)]),
  },
  {
    name: 'completed never comes',
    noticedBy: ['events.completed', 'events.completed.last', 'events.audio'],
    ...changeEvents((list) => list.slice(0, -1)),
  },
  {
    name: 'completed without its url',
    noticedBy: ['events.completed', 'events.audio'],
    ...changeStages(['complete'], (data) => delete data['url']),
  },
  {
    name: 'completed without its size',
    noticedBy: ['events.completed'],
    ...changeStages(['complete'], (data) => delete data['size']),
  },
  completedWith('completed with progress 0.99', 'events.completed', { progress: 0.99 }),
  completedWith('completed with the stage "completed"', 'events.completed', { stage: 'completed' }),
  completedWith('completed with another size', 'events.audio', { size: 1234 }),
  completedWith('completed with another duration', 'events.audio', { duration: 60 }),
  {
    name: 'the address of completed leads nowhere',
    noticedBy: ['events.audio'],
    ...changeStages(['complete'], (data) =>
      Object.assign(data, { url: String(data['url']).replace(/\/audio\/.*/, '/audio/none') }),
    ),
  },
  {
    name: 'each event has an id of its own',
    noticedBy: ['events.id'],
    ...changeEventData((data, place) => Object.assign(data, { id: `${data['id']}-${place}` })),
  },
  {
    name: 'events without an id',
    noticedBy: ['events.id', 'events.generating'],
    ...changeEventData((data) => delete data['id']),
  },
  {
    name: 'events without an event: line',
    noticedBy: ['events.lines', 'events.kinds'],
    ...changeEvents((list) => list.map(({ data }) => ({ data }))),
  },
  {
    name: 'events of a kind that there is not',
    noticedBy: ['events.kinds'],
    ...changeEvents((list) =>
      list.map(({ event, data }) => ({ event: event === GENERATING ? 'progress' : event, data })),
    ),
  },
  {
    name: 'a ping as JSON',
    noticedBy: ['events.ping.plain-text'],
    ...changeEvents((list) => [{ event: 'ping', data: { at: new Date().toISOString() } }, ...list]),
  },
  {
    name: 'a ping as JSON text',
    noticedBy: ['events.ping.plain-text'],
    ...changeEvents((list) => [{ event: 'ping', data: JSON.stringify(new Date().toISOString()) }, ...list]),
  },
  {
    name: 'a ping in seconds since 1970',
    noticedBy: ['events.ping.plain-text'],
    ...changeEvents((list) => [{ event: 'ping', data: String(Math.floor(Date.now() / 1000)) }, ...list]),
  },
  {
    name: 'JSON instead of an event stream',
    noticedBy: ['events.content-type', 'events.completed'],
    ...replaceEndpoint('POST', PATHS.single, () => jsonResponse(201, { id: 'x', status: 'pending' })),
  },
  {
    name: 'single generation is missing',
    noticedBy: ['single.accepted', 'events.content-type', 'error.400.single'],
    ...replaceEndpoint('POST', PATHS.single, () =>
      jsonResponse(404, { error_message: 'Not here.', error_id: 'NOT_FOUND' }),
    ),
  },
  {
    name: 'single generation takes no text',
    noticedBy: ['error.400.single', 'error.400.single-events', 'single.refused.text-missing'],
    ...changeSingles((body) => {
      body.text ??= 'Yes.';
    }),
  },
];
