import { FORMATS } from '../../../../codecs/formats.ts';
import { formatOf, identify } from '../../../../codecs/identify.ts';

/** What audio of an unknown kind is served as: a player looks at the bytes itself. */
const FALLBACK_TYPE = 'audio/mpeg';

/** What audio that came from a service is served as, by how its bytes begin. */
export function mediaTypeOf(bytes: Uint8Array): string {
  try {
    return FORMATS[formatOf(identify(bytes))].mediaType;
  } catch {
    return FALLBACK_TYPE;
  }
}
