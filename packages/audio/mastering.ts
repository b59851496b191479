export {
  chapterLosses,
  type EncodedTags,
  encodedTags,
  encodingProblem,
  isTaggedWithin,
} from './mastering/delivery-encoder.ts';
export { MASTERING_VERSION, type MasteredSound, type MasterOrder, masterSound } from './mastering/master-sound.ts';
export type { WithAudio } from './mastering/render-sound.ts';
export { type ChosenSound, type PlannedAudio, planSound, type SoundPlan } from './mastering/sound-plan.ts';
export { voiceGains } from './mastering/voice-levels.ts';
