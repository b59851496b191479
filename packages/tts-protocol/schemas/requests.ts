/** The specified paths, relative to the base URL. Others come from `Location` and `_links`. */
export const PATHS = {
  batches: '/api/v2/tts/batches',
  single: '/api/v2/tts',
  stream: '/api/v2/tts/stream',
  voices: '/api/v2/voices',
  clonedVoices: '/api/v2/cloned-voices',
  instantClone: '/api/v2/cloned-voices/instant',
  leases: '/api/v2/leases',
  convert: '/api/v1/convert',
} as const;

/** The headers of every request ("Authentication"). */
export const AUTHORIZATION_HEADER = 'AUTHORIZATION';
export const USER_ID_HEADER = 'X-USER-ID';

export const bearerToken = (key: string): string => `Bearer ${key}`;
