// An inaudible watermark for speech (docs/watermark.md).

export { loadFft } from './fft/real-fft.ts';
export {
  DETECTION_RATE,
  DETECTION_SECONDS,
  type FoundWatermark,
  MIN_SCORE,
  WatermarkDetector,
} from './watermark/detect-watermark.ts';
export { findWatermark } from './watermark/find-watermark.ts';
export { watermarkIdOf, watermarkIdText } from './watermark/watermark-id.ts';
export { type WatermarkScan, WatermarkScanner } from './watermark/watermark-scanner.ts';
export { WATERMARK_VERSION, Watermarker } from './watermark/watermarker.ts';
