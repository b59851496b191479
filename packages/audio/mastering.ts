export {
  type AudioPlan,
  type ChosenAudio,
  type PlannedAudio,
  planAudioFile,
  type TimelineBed,
} from './mastering/audio-plan.ts';
export {
  chapterLosses,
  type EncodedTags,
  encodedTags,
  encodingProblem,
  isTaggedByEncoder,
} from './mastering/delivery-encoder.ts';
export { MASTERING_VERSION, type MasteredAudio, type MasterOrder, masterAudio } from './mastering/master-audio.ts';
export type { WithAudio } from './mastering/render-plan.ts';
export { voiceGains } from './mastering/voice-levels.ts';
