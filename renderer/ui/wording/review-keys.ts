import type { common } from '../../locales/en/common.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

interface PlaceKeys {
  readonly keys: readonly string[];
  readonly what: string;
}

/** The text is a getter, because the language isn't known yet when this module loads. */
const inReview = (name: keyof typeof common.keys.review, ...keys: readonly string[]): PlaceKeys => ({
  keys,
  get what() {
    return t(`keys.review.${name}`);
  },
});
const inPlayer = (name: keyof typeof common.keys.player, ...keys: readonly string[]): PlaceKeys => ({
  keys,
  get what() {
    return t(`keys.player.${name}`);
  },
});

export const REVIEW_KEYS: readonly PlaceKeys[] = [
  inReview('play', 'Space'),
  inReview('steps', 'J', 'K'),
  inReview('approve', 'A'),
  inReview('reject', 'X'),
  inReview('rejectAndRender', 'R'),
  inReview('another', 'T'),
  inReview('compare', 'B'),
  inReview('pick', 'P'),
  inReview('note', 'N'),
  inReview('trim', '[', ']'),
  inReview('gain', '+', '−'),
];

export const PLAYER_KEYS: readonly PlaceKeys[] = [
  inPlayer('play', 'Space'),
  inPlayer('back', 'J'),
  inPlayer('pause', 'K'),
  inPlayer('faster', 'L'),
];
