// All mutations: services with a single defect.
import { ACCESS_MUTATIONS } from './mutations/access.ts';
import { AUDIO_MUTATIONS } from './mutations/audio.ts';
import { BOUND_MUTATIONS } from './mutations/bounds.ts';
import { GENERATION_MUTATIONS } from './mutations/generations.ts';
import { WEBHOOK_MUTATIONS } from './mutations/hooks.ts';
import { LISTING_MUTATIONS } from './mutations/listings.ts';
import type { Mutation } from './mutations/mutation.ts';
import { RATE_MUTATIONS } from './mutations/rates.ts';
import { STREAM_MUTATIONS } from './mutations/realtime.ts';
import { RESOURCE_MUTATIONS } from './mutations/resources.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...RESOURCE_MUTATIONS,
  ...BOUND_MUTATIONS,
  ...AUDIO_MUTATIONS,
  ...GENERATION_MUTATIONS,
  ...STREAM_MUTATIONS,
  ...LISTING_MUTATIONS,
  ...ACCESS_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...RATE_MUTATIONS,
];
