// Version 1 ("Versioning"): `POST /api/v1/convert`. The interface shows what it takes and not what it answers.
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { type ConversionCreation, conversionCreationSchema } from '../../../shared/service/conversions.ts';
import { reading } from '../../../shared/service/parse.ts';
import { PATHS } from '../../../shared/service/requests.ts';
import { answerOnce } from './answer-once.ts';
import type { ReplyText } from './error-body.ts';
import { audioAddress, jsonOf, keptLink, type ReadingContext } from './readings.ts';
import type { SendContext } from './send-once.ts';
import { ServiceError } from './service-error.ts';

/** What a service says of a conversion that it accepted: whatever of it is there. */
export interface Conversion {
  readonly id: string | null;
  /** A link to it, as `toStoredLink` keeps it. */
  readonly self: string | null;
  /** Where the audio is, or will be. */
  readonly audioUrl: string | null;
}

const conversionReading = reading(
  {
    id: z.string().min(1),
    transcriptionId: z.string().min(1),
    audioUrl: z.string().min(1),
    _links: reading({ self: z.object({ href: z.string().min(1) }) }, []),
  },
  [],
);

/**
 * Has paragraphs spoken, once.
 *
 * @throws ZodError for a body that the interface does not allow; ServiceError, `in-doubt` where it may have been
 * accepted; the signal's reason
 */
export function convert(
  creation: ConversionCreation,
  signal: AbortSignal | undefined,
  context: SendContext,
): Promise<Conversion> {
  const asked = conversionCreationSchema.parse(creation);
  const order = {
    method: 'POST',
    path: PATHS.convert,
    scope: 'single',
    characters: asked.content.reduce((sum, paragraph) => sum + countCharacters(paragraph), 0),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    what: 'conversion',
  } as const;
  return answerOnce(order, signal, context, 'conversion', conversionOf);
}

function conversionOf(reply: ReplyText, context: ReadingContext): Conversion {
  const read = conversionReading.safeParse(jsonOf(reply, context.scrubber));
  const { id, transcriptionId, audioUrl, _links: links } = read.success ? read.data : {};
  const conversion = {
    id: transcriptionId ?? id ?? null,
    self: keptLink(reply.headers['location'], context) ?? keptLink(links?.self?.href, context) ?? null,
    audioUrl: audioUrl === undefined ? null : audioAddress(audioUrl, context),
  };
  if (conversion.id ?? conversion.self ?? conversion.audioUrl) return conversion;
  throw new ServiceError({ kind: 'unreadable-reply', status: reply.status, detail: 'it holds no conversion' });
}
