import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { CountedWords } from '../../../shared/model/counted-words.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { ASIDE_PLACES, ASIDES, type Aside, type AsidePlace } from '../../../shared/model/manuscript.ts';
import { tImport, words } from '../../locales/words.ts';
import { formatCount } from '../../ui/format.ts';
import styles from './import-sections.module.css';

const t = words('library');

interface ImportSectionsProps {
  readonly preview: ImportPreview;
  /** May be newer than the preview. */
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

export function ImportSections({ preview, choices, change }: ImportSectionsProps) {
  const { sections, asides, asideWords, leftOut } = preview;
  const ticks = choices.sections ?? sections.map(({ isRead }) => isRead);
  // A ref, because memoised rows keep old callbacks.
  const latest = useRef({ ticks, choices, change });
  latest.current = { ticks, choices, change };
  const [stop, setStop] = useState(0);
  const tick = useCallback((at: number, isRead: boolean) => {
    const now = latest.current;
    now.change({ ...now.choices, sections: now.ticks.toSpliced(at, 1, isRead) });
  }, []);
  if (sections.length === 0) return null;
  const inForce = ASIDES.filter((aside) => asides[aside] > 0);
  const isAsGuessed = choices.sections === undefined;
  return (
    <section className={styles.sections}>
      <div className={styles.head}>
        <h3 className="label">{t('import.sections.label')}</h3>
        <small>{t('import.sections.read', { read: ticks.filter(Boolean).length, all: sections.length })}</small>
        <Button
          variant="subtle"
          onClick={() => change({ ...choices, sections: sections.map(() => true) })}
          disabled={ticks.every(Boolean)}
        >
          {t('import.sections.all')}
        </Button>
        <Button variant="subtle" onClick={() => change({ ...choices, sections: undefined })} disabled={isAsGuessed}>
          {t('import.sections.guessed')}
        </Button>
      </div>
      <ol aria-label={t('import.sections.label')} onKeyDown={moveFocus}>
        {sections.map((section, at) => (
          <SectionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their order, and titles may repeat
            key={at}
            at={at}
            title={section.title}
            sample={section.sample}
            kind={section.kind}
            characters={section.characters}
            why={section.evidence ? tImport.evidence(section.evidence) : null}
            isRead={ticks[at] ?? section.isRead}
            isStop={at === stop}
            tick={tick}
            focused={setStop}
          />
        ))}
      </ol>
      {inForce.length > 0 && (
        <div className={styles.asides}>
          {inForce.map((aside) => (
            <AsideChoice
              key={aside}
              aside={aside}
              count={asides[aside]}
              words={asideWords[aside]}
              placement={choices[aside] ?? 'left-out'}
              choose={(place) => change({ ...choices, [aside]: place })}
            />
          ))}
        </div>
      )}
      {leftOut.length > 0 && (
        <ul className={styles.leftOut} aria-label={t('import.leftOut.label')}>
          {leftOut.map((notice) => (
            <li key={notice.kind}>{noticeText(notice)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function noticeText({ kind, count, words, sample = '', at }: ImportPreview['leftOut'][number]): string {
  const notice = t(`import.leftOut.${kind}`, { count });
  const withWords = words === undefined ? notice : t('import.leftOut.words', { notice, words, sample });
  return tImport.first(withWords, count, at);
}

interface SectionRowProps {
  readonly at: number;
  readonly title: string | null;
  readonly sample: string | undefined;
  readonly kind: ImportPreview['sections'][number]['kind'];
  readonly characters: number;
  readonly why: string | null;
  readonly isRead: boolean;
  readonly isStop: boolean;
  readonly tick: (at: number, isRead: boolean) => void;
  readonly focused: (at: number) => void;
}

const SectionRow = memo(function SectionRow(props: SectionRowProps) {
  const { at, title, sample, kind, characters, why, isRead, isStop, tick, focused } = props;
  return (
    <li data-read={isRead}>
      <Checkbox
        label={title ?? untitledLabel(at, sample)}
        checked={isRead}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => focused(at)}
        onChange={(event) => tick(at, event.currentTarget.checked)}
      />
      <small>
        {t('import.sections.about', { kind: t(`import.sections.kind.${kind}`), characters: formatCount(characters) })}
      </small>
      {why !== null && <small>{why}</small>}
    </li>
  );
});

const untitledLabel = (at: number, sample: string | undefined): string =>
  sample === undefined
    ? t('import.sections.untitled', { number: at + 1 })
    : t('import.sections.begins', { number: at + 1, sample });

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const at = boxes.findIndex((box) => box.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  boxes[Math.max(0, Math.min(next, boxes.length - 1))]?.focus();
}

interface AsideChoiceProps {
  readonly aside: Aside;
  readonly count: number;
  readonly words: CountedWords | undefined;
  readonly placement: AsidePlace;
  readonly choose: (place: AsidePlace) => void;
}

function AsideChoice({ aside, count, words, placement, choose }: AsideChoiceProps) {
  return (
    <NativeSelect
      label={t(`import.asides.${aside}`, { count })}
      description={words?.words && t('import.asides.words', { words: words.words, sample: words.sample ?? '' })}
      value={placement}
      onChange={({ currentTarget }) => choose(ASIDE_PLACES.find((known) => known === currentTarget.value) ?? placement)}
      data={ASIDE_PLACES.map((value) => ({ value, label: t(`import.asides.place.${value}`) }))}
    />
  );
}
