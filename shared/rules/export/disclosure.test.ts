import { describe, expect, it } from 'vitest';
import type { ExportTargetId } from '../../model/export/export-target.ts';
import type { DisclosureChoice } from '../../model/settings.ts';
import type { SpeechSourceKind } from '../digital-source-type.ts';
import {
  DISCLOSURE_LANGUAGES,
  type DisclosedWork,
  disclosureFor,
  disclosureText,
  isSpokenDisclosureWanted,
} from './disclosure.ts';
import { TARGETS } from './export-targets.ts';

const ENGLISH: DisclosedWork = { kind: 'audiobook', language: 'en-GB' };
const sentence = (sources: readonly SpeechSourceKind[], work: Partial<DisclosedWork> = {}) =>
  disclosureText(sources, { ...ENGLISH, ...work })?.sentence;

describe('the sentence about synthetic voices', () => {
  it('isn’t needed for recordings', () => {
    expect(disclosureText([], ENGLISH)).toBeNull();
    expect(disclosureText(['recorded'], ENGLISH)).toBeNull();
  });

  it('says how much of the book is synthetic, and whether a person’s voice is imitated', () => {
    expect(sentence(['trained', 'rule-based'])).toBe('This audiobook is narrated by a digital voice.');
    expect(sentence(['recorded', 'trained'])).toBe('Parts of this audiobook are narrated by a digital voice.');
    expect(sentence(['cloned'])).toBe('This audiobook is narrated by a digital replica of a human voice.');
    expect(sentence(['cloned', 'trained'])).toBe(
      'This audiobook is narrated by digital voices, including a replica of a human voice.',
    );
    expect(sentence(['trained'], { kind: 'podcast' })).toBe('The voices in this production are digital.');
  });

  it('is in the book’s language, or else in English, which is reported', () => {
    expect(sentence(['trained'], { language: 'de-AT' })).toBe(
      'Dieses Hörbuch wird von einer digitalen Stimme gelesen.',
    );
    expect(sentence(['trained'], { language: 'ja' })).toBe('このオーディオブックは、合成音声が朗読しています。');
    const french = disclosureText(['trained'], { ...ENGLISH, language: 'fr' });
    expect(french).toMatchObject({ language: 'en', isOwnLanguage: false });
    expect(disclosureText(['trained'], { ...ENGLISH, language: null })).toMatchObject({ isOwnLanguage: true });
  });

  it('differs for each case in every language', () => {
    const mixtures: readonly SpeechSourceKind[][] = [['trained'], ['cloned'], ['cloned', 'trained']];
    for (const language of DISCLOSURE_LANGUAGES) {
      const all = (['audiobook', 'drama'] as const).flatMap((kind) =>
        mixtures.flatMap((sources) =>
          [sources, [...sources, 'recorded' as const]].map((heard) => sentence(heard, { kind, language })),
        ),
      );
      expect(new Set(all).size, language).toBe(12);
    }
  });
});

describe('the spoken disclosure', () => {
  const wanted = (choice: DisclosureChoice, ...sources: SpeechSourceKind[]) =>
    isSpokenDisclosureWanted(choice, sources);

  it('is the default in the EU if a voice is cloned', () => {
    expect(wanted({ region: 'eu', spoken: 'by-rule' }, 'recorded', 'cloned')).toBe(true);
    expect(wanted({ region: 'eu', spoken: 'by-rule' }, 'trained')).toBe(false);
    expect(wanted({ region: 'other', spoken: 'by-rule' }, 'cloned')).toBe(false);
    expect(wanted({ region: null, spoken: 'by-rule' }, 'cloned')).toBe(false);
  });

  it('follows the producer’s choice, except for recordings', () => {
    expect(wanted({ region: null, spoken: 'always' }, 'trained')).toBe(true);
    expect(wanted({ region: 'eu', spoken: 'never' }, 'cloned')).toBe(false);
    expect(wanted({ region: 'eu', spoken: 'always' }, 'recorded')).toBe(false);
  });
});

describe('the disclosure for a target', () => {
  const made = (id: ExportTargetId, sources: readonly SpeechSourceKind[] = ['trained'], language = 'de') =>
    disclosureFor(TARGETS[id], sources, { kind: 'audiobook', language });

  it('uses the words that a store prescribes, and otherwise Lectern’s', () => {
    expect(made('spotify')?.description).toEqual({
      text: 'This audiobook is narrated by a digital voice.',
      isPrescribed: true,
    });
    expect(made('google-play')?.description).toEqual({
      text: 'Dieses Hörbuch wird von einer digitalen Stimme gelesen.',
      isPrescribed: false,
    });
    expect(made('kobo')).toMatchObject({ narrator: 'synthesized voice', cover: 'Digitale Stimme' });
    expect(made('m4b')).toMatchObject({ narrator: null, rss: null });
    expect(made('acx', ['recorded'])).toBeNull();
  });

  it('has the codes of ONIX, and an element for the feed of a podcast', () => {
    expect(made('kobo')?.onix).toContain('<ContributorRole>E07</ContributorRole><UnnamedPersons>07</UnnamedPersons>');
    expect(made('kobo', ['cloned', 'recorded'])?.onix).toContain('<UnnamedPersons>08</UnnamedPersons>');
    expect(made('kobo', ['cloned', 'trained'])?.onix).toContain('<UnnamedPersons>07</UnnamedPersons>');
    expect(made('podcast')?.rss).toBe('<podcast:txt purpose="ai-content">true</podcast:txt>');
  });
});
