import { useEffect, useRef } from 'react';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { createSpokenMark, followSpokenWord } from '../ui/sound/spoken-word.ts';
import styles from './player.module.css';

/** Position of the spoken word, as a share of the caption's width. */
const WORD_PLACE = 0.3;

/** The words of the loaded take in one row, with the spoken one highlighted. */
export function Caption() {
  const takeId = usePlayer(({ track }) => (track?.source.kind === 'take' ? track.source.takeId : null));
  const { data } = useAsk('proof.takes', { takeIds: [takeId ?? 0] }, { enabled: takeId !== null });
  const proofed = data?.find((one) => one.takeId === takeId);
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!proofed || proofed.words.length === 0) return;
    const words = spokenWords(proofed.text);
    const mark = createSpokenMark();
    return followSpokenWord(proofed.takeId, proofed.words, (at) => {
      const word = at === null ? undefined : words[at];
      const text = box.current?.firstChild;
      if (!word || !text || !box.current) {
        mark(null);
        return;
      }
      const range = new Range();
      range.setStart(text, word.from);
      range.setEnd(text, word.to);
      mark(range);
      const [outer, inner] = [box.current.getBoundingClientRect(), range.getBoundingClientRect()];
      box.current.scrollLeft += inner.left - outer.left - WORD_PLACE * outer.width;
    });
  }, [proofed]);
  if (!proofed || proofed.words.length === 0) return null;
  return (
    <p ref={box} className={styles.caption} dir="auto">
      {proofed.text}
    </p>
  );
}
