// Paths, headers and the bodies of the endpoints beside batches.

/** The paths that the interface gives, relative to the base address. All others come from `Location` and `_links`. */
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

/** The two headers that every request carries ("Authentication"). */
export const AUTHORIZATION_HEADER = 'AUTHORIZATION';
export const USER_ID_HEADER = 'X-USER-ID';

/** The value of the authorization header for a key. */
export const bearer = (key: string): string => `Bearer ${key}`;
