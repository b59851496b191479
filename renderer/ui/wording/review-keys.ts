import type { common } from '../../locales/en/common.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

interface KeyHint {
  readonly keys: readonly string[];
  readonly what: string;
}

/** A getter, because the language isn't known yet when this module loads. */
const reviewKey = (name: keyof typeof common.keys.review, ...keys: readonly string[]): KeyHint => ({
  keys,
  get what() {
    return t(`keys.review.${name}`);
  },
});
const playerKey = (name: keyof typeof common.keys.player, ...keys: readonly string[]): KeyHint => ({
  keys,
  get what() {
    return t(`keys.player.${name}`);
  },
});

export const REVIEW_KEYS: readonly KeyHint[] = [
  reviewKey('play', 'Space'),
  reviewKey('steps', 'J', 'K'),
  reviewKey('findings', 'F'),
  reviewKey('approve', 'A'),
  reviewKey('reject', 'X'),
  reviewKey('rejectAndRender', 'R'),
  reviewKey('another', 'T'),
  reviewKey('compare', 'B'),
  reviewKey('pick', 'P'),
  reviewKey('note', 'N'),
  reviewKey('trim', '[', ']'),
  reviewKey('gain', '+', '−'),
  reviewKey('hear', 'H'),
  reviewKey('accept', 'O'),
];

export const PLAYER_KEYS: readonly KeyHint[] = [
  playerKey('play', 'Space'),
  playerKey('back', 'J'),
  playerKey('pause', 'K'),
  playerKey('faster', 'L'),
];
