import { z } from 'zod';
import { consentDecisionSchema } from '../consent.ts';

/** How an export discloses synthetic voices, and what the producer has to enter when publishing the book. */
export const exportDisclosureSchema = z.object({
  /** BCP 47 tag of the texts. */
  language: z.string(),
  /** False if Lectern has no texts in the book's language. */
  isOwnLanguage: z.boolean(),
  /** For the description. `isPrescribed`: worded by the store. `isInFiles`: the description in the files starts with it. */
  description: z.object({ text: z.string(), isPrescribed: z.boolean(), isInFiles: z.boolean() }),
  /** A name that the store requires among the narrators; null if it doesn't. */
  narrator: z.string().nullable(),
  /** A label for the cover. */
  cover: z.string(),
  /** The line spoken before the opening credits; null if there is none. `isExported`: it is in the files. */
  spoken: z.object({ text: z.string(), isExported: z.boolean() }).nullable(),
  /** Whether a spoken line is recommended: the book is published in the EU and has a cloned voice. */
  isSpokenRecommended: z.boolean(),
  /** A contributor in ONIX for Books 3.0. */
  onix: z.string(),
  /** An element for an episode's item in an RSS feed; null for targets other than podcasts. */
  rss: z.string().nullable(),
  /** Decisions to export cloned voices without a valid consent. */
  consentDecisions: z.array(consentDecisionSchema).default([]),
});
export type ExportDisclosure = z.infer<typeof exportDisclosureSchema>;
