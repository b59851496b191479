import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useRef, useState } from 'react';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { CountedWords } from '../../../shared/model/counted-words.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { ASIDE_PLACES, ASIDES, type Aside, type AsidePlace } from '../../../shared/model/manuscript.ts';
import { foldForSearch } from '../../../shared/rules/search-pattern.ts';
import { tImport, words } from '../../locales/words.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { formatCount } from '../../ui/format.ts';
import styles from './import-sections.module.css';
import { TextOfPart, TextToggle } from './import-text.tsx';

const t = words('library');

/** With fewer sections than this, the list has no filter. */
const MIN_FILTERED = 8;

interface ImportSectionsProps {
  readonly preview: ImportPreview;
  /** These choices may be newer than the preview. */
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

export function ImportSections({ preview, choices, change }: ImportSectionsProps) {
  const { sections, asides, asideWords, leftOut } = preview;
  const ticks = choices.sections ?? sections.map(({ isRead }) => isRead);
  // A ref, because memoised rows keep using old callbacks.
  const [query, setQuery] = useState('');
  const wanted = foldForSearch(query.trim());
  const shown = sections.flatMap((section, at) =>
    foldForSearch(`${nameOf(section, at)} ${kindText(section)}`).includes(wanted) ? [at] : [],
  );
  const latest = useRef({ ticks, choices, change, shown });
  latest.current = { ticks, choices, change, shown };
  const [stop, setStop] = useState(0);
  const [open, setOpen] = useState<number | null>(null);
  const toggle = useCallback((at: number) => setOpen((before) => (before === at ? null : at)), []);
  const anchor = useRef(0);
  const tick: TickSection = useCallback((at, isRead, since = at) => {
    const now = latest.current;
    const other = since === 'last' ? anchor.current : since;
    const [from, to] = [Math.min(other, at), Math.max(other, at)];
    const changed = new Set(now.shown.filter((one) => one >= from && one <= to));
    anchor.current = at;
    now.change({ ...now.choices, sections: now.ticks.map((before, one) => (changed.has(one) ? isRead : before)) });
  }, []);
  if (sections.length === 0) return null;
  const isShown = new Set(shown);
  const choose = (isRead: (at: number) => boolean) =>
    change({ ...choices, sections: sections.map((_, at) => isRead(at)) });
  const tabStop = isShown.has(stop) ? stop : shown[0];
  const inForce = ASIDES.filter((aside) => asides[aside] > 0);
  const isAsGuessed = choices.sections === undefined;
  return (
    <section className={styles.sections}>
      <div className={styles.head}>
        <h3 className="label">{t('import.sections.label')}</h3>
        <small>{t('import.sections.read', { read: ticks.filter(Boolean).length, all: sections.length })}</small>
        <Button
          variant="subtle"
          onClick={() => choose((at) => isShown.has(at) || ticks[at] === true)}
          disabled={shown.every((at) => ticks[at])}
        >
          {t('import.sections.all')}
        </Button>
        <Button
          variant="subtle"
          onClick={() => choose((at) => !isShown.has(at) && ticks[at] === true)}
          disabled={!shown.some((at) => ticks[at])}
        >
          {t('import.sections.none')}
        </Button>
        {wanted !== '' && (
          <Button
            variant="subtle"
            title={t('import.sections.onlyHint')}
            onClick={() => choose((at) => isShown.has(at))}
            disabled={shown.length === 0}
          >
            {t('import.sections.only')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => change({ ...choices, sections: undefined })} disabled={isAsGuessed}>
          {t('import.sections.guessed')}
        </Button>
      </div>
      {sections.length >= MIN_FILTERED && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field would create the project
        <div onKeyDown={withoutEnter}>
          <SearchField
            label={t('import.sections.filter')}
            placeholder={t('import.sections.filter')}
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      {shown.length === 0 && <p className="dim">{t('import.sections.nothing', { query: query.trim() })}</p>}
      <ol
        aria-label={t('import.sections.label')}
        onKeyDown={(event) => {
          const at = Number((event.target as HTMLElement).dataset['at'] ?? Number.NaN);
          const [opens, closes] = isRightToLeft(event.currentTarget)
            ? ['ArrowLeft', 'ArrowRight']
            : ['ArrowRight', 'ArrowLeft'];
          if (Number.isNaN(at) || (event.key !== opens && event.key !== closes)) return moveFocus(event, tick);
          event.preventDefault();
          setOpen(event.key === opens ? at : null);
        }}
      >
        {sections.map(
          (section, at) =>
            isShown.has(at) && (
              <SectionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their order, and titles may repeat
                key={at}
                at={at}
                label={nameOf(section, at)}
                about={kindText(section)}
                sample={section.title === null ? undefined : section.sample}
                why={section.evidence ? tImport.evidence(section.evidence) : null}
                isRead={ticks[at] ?? section.isRead}
                isStop={at === tabStop}
                tick={tick}
                focused={setStop}
                toggle={toggle}
                text={
                  at === open ? (
                    <TextOfPart
                      preview={preview}
                      choices={choices}
                      part={{ of: 'section', index: at }}
                      title={nameOf(section, at)}
                    />
                  ) : null
                }
              />
            ),
        )}
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

type ShownSection = ImportPreview['sections'][number];

const nameOf = ({ title, sample }: ShownSection, at: number): string => title ?? untitledLabel(at, sample);

const kindText = ({ kind, characters }: ShownSection): string =>
  t('import.sections.about', { kind: t(`import.sections.kind.${kind}`), characters: formatCount(characters) });

function withoutEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/**
 * Includes or excludes the visible sections from `since` to `at`. `last` stands for the section that was changed most
 * recently.
 */
type TickSection = (at: number, isRead: boolean, since?: number | 'last') => void;

interface SectionRowProps {
  readonly at: number;
  readonly label: string;
  readonly about: string;
  /** The start of the section's text, or undefined if the label already contains it. */
  readonly sample: string | undefined;
  readonly why: string | null;
  readonly isRead: boolean;
  readonly isStop: boolean;
  readonly tick: TickSection;
  readonly focused: (at: number) => void;
  readonly toggle: (at: number) => void;
  /** Null unless the text is shown. */
  readonly text: ReactNode;
}

const SectionRow = memo(function SectionRow(props: SectionRowProps) {
  const { at, label, about, sample, why, isRead, isStop, tick, focused, toggle, text } = props;
  return (
    <>
      <li data-read={isRead}>
        <TextToggle title={label} isOpen={text !== null} toggle={() => toggle(at)} tabIndex={-1} />
        <Checkbox
          label={label}
          description={sample}
          checked={isRead}
          data-at={at}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => focused(at)}
          onChange={({ currentTarget, nativeEvent }) =>
            tick(at, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true ? 'last' : at)
          }
        />
        <small>{about}</small>
        {why !== null && <small>{why}</small>}
      </li>
      {text !== null && <li className={styles.text}>{text}</li>}
    </>
  );
});

const isRightToLeft = (element: HTMLElement): boolean => element.closest('[dir]')?.getAttribute('dir') === 'rtl';

const untitledLabel = (at: number, sample: string | undefined): string =>
  sample === undefined
    ? t('import.sections.untitled', { number: at + 1 })
    : t('import.sections.begins', { number: at + 1, sample });

/** With Shift, the rows up to the newly focused one get the same tick state as the previously focused row. */
export function moveFocus(event: KeyboardEvent<HTMLOListElement>, tick: TickSection): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const at = boxes.findIndex((box) => box.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  const [from, to] = [boxes[at], boxes[Math.max(0, Math.min(next, boxes.length - 1))]];
  to?.focus();
  if (event.shiftKey && from && to) tick(Number(to.dataset['at']), from.checked, Number(from.dataset['at']));
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
