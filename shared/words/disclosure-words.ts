import type { ExportDisclosure } from '../model/export/disclosure.ts';
import { decisionText } from './consent-words.ts';
import type { DeliveryWords } from './delivery-words.ts';

/** Returns what the producer has to enter when publishing the book, one item per row. */
export function disclosureRows(tDelivery: DeliveryWords, disclosure: ExportDisclosure): readonly string[] {
  const { description, narrator, cover, spoken, isSpokenRecommended, onix, rss, isOwnLanguage } = disclosure;
  const { text, isInFiles } = description;
  return [
    tDelivery('disclosure.description', { text, isInFiles: isInFiles ? 'yes' : 'no' }),
    ...(narrator === null ? [] : [tDelivery('disclosure.narrator', { name: narrator })]),
    tDelivery('disclosure.cover', { text: cover }),
    ...(spoken === null
      ? []
      : [tDelivery('disclosure.spoken', { text: spoken.text, isExported: spoken.isExported ? 'yes' : 'no' })]),
    ...(isSpokenRecommended && !spoken?.isExported ? [tDelivery('disclosure.spokenRecommended')] : []),
    tDelivery('disclosure.onix', { element: onix }),
    ...(rss === null ? [] : [tDelivery('disclosure.rss', { element: rss })]),
    ...(isOwnLanguage ? [] : [tDelivery('disclosure.english')]),
    ...disclosure.consentDecisions.map((decision) => decisionText(tDelivery, decision)),
  ];
}
