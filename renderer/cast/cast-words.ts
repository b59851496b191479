// In words: what a change of the cast did to the lines, or would do, and what a voice is like.
import { type CastOutlook, type CastVoice, VOICE_TRAITS } from '../../shared/ipc/cast-requests.ts';
import { BATCH_ENGINE } from '../../shared/service/vocabulary.ts';
import { formatCounted } from '../ui/format.ts';

const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What rendering costs: `1,204 characters, EUR 0.12`. */
export function costWords({ characters, price }: Pick<CastOutlook, 'characters' | 'price'>): string {
  const said = formatCounted(characters, 'character');
  return price ? `${said}, ${price.currency} ${AMOUNT.format(price.amount)}` : said;
}

/** What has happened: a sentence or two; nothing where no line was rendered that could have turned stale. */
export function outlookDone(outlook: CastOutlook): string {
  const { stale, regained, rendered } = outlook;
  if (rendered === 0) return '';
  const lost = `${formatCounted(stale, 'line')} became stale: rendering ${stale === 1 ? 'it' : 'them'} again takes ${costWords(outlook)}.`;
  const won = `${formatCounted(regained, 'line')} ${regained === 1 ? 'has its take' : 'have their takes'} back.`;
  if (stale > 0) return regained > 0 ? `${lost} ${won}` : lost;
  return regained > 0 ? won : 'No line became stale.';
}

/** What would happen: a sentence or two. */
export function outlookAhead(outlook: CastOutlook): string {
  const { stale, approved, regained, rendered } = outlook;
  if (rendered === 0) return 'None of these lines is rendered yet.';
  const lost = `${formatCounted(stale, 'line')} would turn stale: rendering ${stale === 1 ? 'it' : 'them'} again takes ${costWords(outlook)}.`;
  const judged = approved > 0 ? ` ${formatCounted(approved, 'approved take')} among them.` : '';
  const won = ` ${formatCounted(regained, 'line')} would have ${regained === 1 ? 'its take' : 'their takes'} back.`;
  if (stale === 0) return regained > 0 ? `No line would turn stale.${won}` : 'No line would turn stale.';
  return `${lost}${judged}${regained > 0 ? won : ''}`;
}

/** What a voice is like, such as `English · british · female · slow`. */
export const traitWords = (voice: CastVoice): string =>
  VOICE_TRAITS.map((trait) => voice[trait])
    .filter(Boolean)
    .join(' · ');

/** Why a voice can't be cast; null where it can. */
export const whyNot = ({ isCastable, engine }: CastVoice): string | null =>
  isCastable
    ? null
    : `Can’t be cast: batches take ${BATCH_ENGINE} only, and this voice belongs to ${engine ?? 'another engine'}.`;
