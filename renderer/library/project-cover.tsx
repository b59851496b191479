import { useState } from 'react';
import { coverUrl } from '../bridge/media-url.ts';
import styles from './project-cover.module.css';

interface ProjectCoverProps {
  readonly id: string;
  readonly name: string;
  /** The version of the picture that the producer chose; null: there is none. */
  readonly picture: string | null;
}

/** Colours of the palette for roles: eight that go together in both themes. */
const COLOURS = 8;
const LONG = 28;
const VERY_LONG = 64;

/** The producer's picture, or the title in type on a colour that stays the project's own. Decorative: the name stands beside it. */
export function ProjectCover({ id, name, picture }: ProjectCoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (picture !== null && picture !== broken) {
    return (
      <span className={styles.cover} aria-hidden>
        <img alt="" src={coverUrl(id, picture)} onError={() => setBroken(picture)} draggable={false} />
      </span>
    );
  }
  const size = name.length > VERY_LONG ? 'small' : name.length > LONG ? 'middle' : 'large';
  return (
    <span className={styles.cover} aria-hidden data-colour={colourOf(name)} data-size={size}>
      <span className={styles.title}>{name}</span>
      <span className={styles.initial}>{initialOf(name)}</span>
    </span>
  );
}

/** 1 to 8, the same for the same title. */
export function colourOf(name: string): number {
  let hash = 0;
  for (const letter of name.normalize('NFC')) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % COLOURS) + 1;
}

/** The first letter that says something: of "The Picture of Dorian Gray", P. */
export function initialOf(name: string): string {
  const words = name.replace(/^(?:the|a|an|der|die|das|le|la|les|el|il)\s+/i, '').match(/[\p{L}\p{N}]/u);
  return (words?.[0] ?? '·').toUpperCase();
}
