// Texts that disclose synthetic voices to listeners and stores. They are part of the book, so they are in its language,
// not that of the interface.
import type { ExportTarget } from '../../model/export/export-target.ts';
import type { ProductionKind } from '../../model/production-kind.ts';
import type { DisclosureChoice } from '../../model/settings.ts';
import { isSynthetic, type SpeechSourceKind } from '../digital-source-type.ts';

export const DISCLOSURE_LANGUAGES = ['en', 'de', 'ja'] as const;
type DisclosureLanguage = (typeof DISCLOSURE_LANGUAGES)[number];

/** `replica`: only cloned voices. `both`: cloned and other synthetic voices. */
type SyntheticVoices = 'digital' | 'replica' | 'both';

/** Whether all of the speech is synthetic, or only part of it. */
type SyntheticShare = 'whole' | 'part';

/** Podcasts, audio dramas and other productions share a text, because they aren't narrated. */
type Work = 'audiobook' | 'production';

interface DisclosureTexts {
  readonly sentence: Readonly<
    Record<Work, Readonly<Record<SyntheticVoices, Readonly<Record<SyntheticShare, string>>>>>
  >;
  readonly cover: Readonly<Record<SyntheticVoices, string>>;
}

const TEXTS: Readonly<Record<DisclosureLanguage, DisclosureTexts>> = {
  en: {
    sentence: {
      audiobook: {
        digital: {
          // Spotify prescribes these words.
          whole: 'This audiobook is narrated by a digital voice.',
          part: 'Parts of this audiobook are narrated by a digital voice.',
        },
        replica: {
          whole: 'This audiobook is narrated by a digital replica of a human voice.',
          part: 'Parts of this audiobook are narrated by a digital replica of a human voice.',
        },
        both: {
          whole: 'This audiobook is narrated by digital voices, including a replica of a human voice.',
          part: 'Parts of this audiobook are narrated by digital voices, including a replica of a human voice.',
        },
      },
      production: {
        digital: {
          whole: 'The voices in this production are digital.',
          part: 'Some of the voices in this production are digital.',
        },
        replica: {
          whole: 'The voices in this production are digital replicas of human voices.',
          part: 'Some of the voices in this production are digital replicas of human voices.',
        },
        both: {
          whole: 'The voices in this production are digital, and some are replicas of human voices.',
          part: 'Some of the voices in this production are digital, including replicas of human voices.',
        },
      },
    },
    cover: { digital: 'Digital voice', replica: 'Digital voice replica', both: 'Digital voices' },
  },
  de: {
    sentence: {
      audiobook: {
        digital: {
          whole: 'Dieses Hörbuch wird von einer digitalen Stimme gelesen.',
          part: 'Teile dieses Hörbuchs werden von einer digitalen Stimme gelesen.',
        },
        replica: {
          whole: 'Dieses Hörbuch wird von der digitalen Nachbildung einer menschlichen Stimme gelesen.',
          part: 'Teile dieses Hörbuchs werden von der digitalen Nachbildung einer menschlichen Stimme gelesen.',
        },
        both: {
          whole:
            'Dieses Hörbuch wird von digitalen Stimmen gelesen, darunter die Nachbildung einer menschlichen Stimme.',
          part: 'Teile dieses Hörbuchs werden von digitalen Stimmen gelesen, darunter die Nachbildung einer menschlichen Stimme.',
        },
      },
      production: {
        digital: {
          whole: 'Die Stimmen in dieser Produktion sind digital.',
          part: 'Einige der Stimmen in dieser Produktion sind digital.',
        },
        replica: {
          whole: 'Die Stimmen in dieser Produktion sind digitale Nachbildungen menschlicher Stimmen.',
          part: 'Einige der Stimmen in dieser Produktion sind digitale Nachbildungen menschlicher Stimmen.',
        },
        both: {
          whole: 'Die Stimmen in dieser Produktion sind digital, einige sind Nachbildungen menschlicher Stimmen.',
          part: 'Einige der Stimmen in dieser Produktion sind digital, darunter Nachbildungen menschlicher Stimmen.',
        },
      },
    },
    cover: { digital: 'Digitale Stimme', replica: 'Digitale Stimmnachbildung', both: 'Digitale Stimmen' },
  },
  ja: {
    sentence: {
      audiobook: {
        digital: {
          whole: 'このオーディオブックは、合成音声が朗読しています。',
          part: 'このオーディオブックの一部は、合成音声が朗読しています。',
        },
        replica: {
          whole: 'このオーディオブックは、実在の人物の声を再現した合成音声が朗読しています。',
          part: 'このオーディオブックの一部は、実在の人物の声を再現した合成音声が朗読しています。',
        },
        both: {
          whole: 'このオーディオブックは、実在の人物の声を再現したものを含む合成音声が朗読しています。',
          part: 'このオーディオブックの一部は、実在の人物の声を再現したものを含む合成音声が朗読しています。',
        },
      },
      production: {
        digital: {
          whole: 'この作品の声は、合成音声です。',
          part: 'この作品の声の一部は、合成音声です。',
        },
        replica: {
          whole: 'この作品の声は、実在の人物の声を再現した合成音声です。',
          part: 'この作品の声の一部は、実在の人物の声を再現した合成音声です。',
        },
        both: {
          whole: 'この作品の声は、実在の人物の声を再現したものを含む合成音声です。',
          part: 'この作品の声の一部は、実在の人物の声を再現したものを含む合成音声です。',
        },
      },
    },
    cover: { digital: '合成音声', replica: '合成音声（実在の声の再現）', both: '合成音声' },
  },
};

export interface DisclosedWork {
  readonly kind: ProductionKind;
  /** BCP 47 tag of the book; null if unknown. */
  readonly language: string | null;
}

interface DisclosureText {
  readonly language: DisclosureLanguage;
  /** False if there is no text in the book's language. An unknown language counts as English. */
  readonly isOwnLanguage: boolean;
  /** For descriptions, and spoken before the opening credits. */
  readonly sentence: string;
  /** A label for the cover. */
  readonly cover: string;
}

/** Returns the texts about the voices, or null if no voice is synthetic. */
export function disclosureText(sources: Iterable<SpeechSourceKind>, work: DisclosedWork): DisclosureText | null {
  const all = [...new Set(sources)];
  const synthetic = all.filter(isSynthetic);
  if (synthetic.length === 0) return null;
  const share = synthetic.length < all.length ? 'part' : 'whole';
  const voices = !synthetic.includes('cloned') ? 'digital' : synthetic.length > 1 ? 'both' : 'replica';
  const primary = work.language?.toLowerCase().split('-')[0];
  const own = DISCLOSURE_LANGUAGES.find((known) => known === primary);
  const language = own ?? 'en';
  const { sentence, cover } = TEXTS[language];
  return {
    language,
    isOwnLanguage: own !== undefined || primary === undefined,
    sentence: sentence[work.kind === 'audiobook' ? 'audiobook' : 'production'][voices][share],
    cover: cover[voices],
  };
}

/**
 * Returns whether a disclosure should be spoken at the start. The producer's choice takes precedence. By default, cloned
 * voices are disclosed in the EU, where audio-only deep fakes need an audible disclosure.
 */
export function isSpokenDisclosureWanted(
  { region, spoken }: DisclosureChoice,
  sources: Iterable<SpeechSourceKind>,
): boolean {
  const all = [...sources];
  if (spoken !== 'by-rule') return spoken === 'always' && all.some(isSynthetic);
  return region === 'eu' && all.includes('cloned');
}

/** What to enter when publishing a book. */
interface TargetDisclosure extends DisclosureText {
  readonly description: { readonly text: string; readonly isPrescribed: boolean };
  /** A name that the store requires among the narrators; null if it doesn't. */
  readonly narrator: string | null;
  /** A contributor in ONIX for Books 3.0. */
  readonly onix: string;
  /** An element for an episode's item in an RSS feed; null for targets other than podcasts. */
  readonly rss: string | null;
}

/** ONIX list 17: read by. List 19: synthesised voice, unspecified or based on a real voice actor. */
const READ_BY = 'E07';
const ONIX_VOICES: Readonly<Record<'synthetic' | 'replica', string>> = { synthetic: '07', replica: '08' };

/** Several podcast hosts and apps use this element, but the podcast namespace doesn't list its purpose. */
const RSS_ELEMENT = '<podcast:txt purpose="ai-content">true</podcast:txt>';

/** Returns null if no voice is synthetic. */
export function disclosureFor(
  { id, synthetic }: Pick<ExportTarget, 'id' | 'synthetic'>,
  sources: readonly SpeechSourceKind[],
  work: DisclosedWork,
): TargetDisclosure | null {
  const text = disclosureText(sources, work);
  if (text === null) return null;
  const how = synthetic?.kind === 'disclosed' ? synthetic.how : null;
  const isReplica = sources.filter(isSynthetic).every((source) => source === 'cloned');
  return {
    ...text,
    description:
      how?.into === 'description'
        ? { text: how.words, isPrescribed: true }
        : { text: text.sentence, isPrescribed: false },
    narrator: how?.into === 'narrators' ? how.words : null,
    onix: `<Contributor><ContributorRole>${READ_BY}</ContributorRole><UnnamedPersons>${
      ONIX_VOICES[isReplica ? 'replica' : 'synthetic']
    }</UnnamedPersons></Contributor>`,
    rss: id === 'podcast' ? RSS_ELEMENT : null,
  };
}
