export { analyseAudio } from './meters/analyse-audio.ts';
export { type CheckedAudio, checkAudio, type ExpectedAudio } from './meters/check-audio.ts';
export { type MeasuredAudioFile, measureFile } from './meters/measure-file.ts';
