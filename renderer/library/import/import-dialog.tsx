import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { MAX_NAME_LENGTH } from '../../../shared/model/names.ts';
import { useAsk, useSend } from '../../bridge/use-ask.ts';
import { tImport, words } from '../../locales/words.ts';
import { formatCount } from '../../ui/format.ts';
import { beforeLeaving } from '../../ui/overlays/before-leaving.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { useView } from '../../ui/view-store.ts';
import { castChangeTexts } from '../../ui/wording/cast-changes.ts';
import { activePlan } from '../../ui/wording/plans.ts';
import { ModelAttribution } from '../speakers/model-attribution.tsx';
import { decisionsOf } from '../speakers/speaker-decisions.ts';
import { SpeakersChoice } from '../speakers/speakers-choice.tsx';
import { SpeakersScreen } from '../speakers/speakers-screen.tsx';
import { VersionComparison } from '../version-comparison.tsx';
import styles from './import-dialog.module.css';
import { joinImports } from './import-files.ts';
import { ImportKind, ImportNotes } from './import-kind.tsx';
import { ImportRoles } from './import-roles.tsx';
import { ImportSections } from './import-sections.tsx';
import { ImportSheets } from './import-sheets.tsx';
import { TextOfPart, TextToggle } from './import-text.tsx';

const t = words('library');
const tSpeakers = words('speakers');
const tModels = words('models');

export function ImportDialog() {
  const importId = useView((view) => view.importId);
  return importId === null ? null : <ImportSteps key={importId} importId={importId} />;
}

type View = 'preview' | 'speakers' | 'model';

function ImportSteps({ importId }: { readonly importId: string }) {
  const [choices, setChoices] = useState<ImportChoices | null>(null);
  const [isCompared, setCompared] = useState(false);
  const [view, setView] = useState<View>('preview');
  const { data: project } = useAsk('project.current', {});
  const later = useView((view) => view.laterImports.length);
  const { nextImport, closeDialog } = useView.getState();
  const preview = useAsk(
    'project.importPreview',
    { importId, ...(choices && { choices }) },
    // Keeps the previous preview while a new one is computed, so that nothing jumps.
    { placeholderData: keepPreviousData },
  );
  // Keeps the last valid preview after an error, so that the producer can correct choices that leave no text.
  const last = useRef(preview.data);
  last.current = preview.data ?? last.current;
  const shown = last.current;
  // Finishes immediately, because the preview was already computed before the dialog opened.
  if (preview.isPending) return null;
  if (isCompared && project && shown) {
    return (
      <Dialog onClose={closeDialog} title={t('version.title', { project: project.name })} width={900}>
        <VersionComparison
          importId={importId}
          choices={shown.choices}
          back={() => setCompared(false)}
          close={closeDialog}
          onDone={nextImport}
        />
      </Dialog>
    );
  }
  if (view !== 'preview' && shown) {
    const { file } = shown;
    const go = (next: View) => {
      setChoices({ ...shown.choices, speakers: decisionsOf(file) });
      setView(next);
    };
    const back = () => go('preview');
    const decided = { ...shown.choices, speakers: decisionsOf(file) };
    if (view === 'model') {
      return (
        <Dialog onClose={back} title={tModels('ask.title')} width={560}>
          <ModelAttribution {...{ importId, file, back }} choices={shown.choices} confirm={() => go('speakers')} />
        </Dialog>
      );
    }
    return (
      <Dialog onClose={back} title={tSpeakers('title', { file })} width={1120}>
        <SpeakersScreen {...{ importId, file, back }} choices={decided} />
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={closeDialog}
      title={later > 0 ? t('import.titleOfSeveral', { later }) : t('import.title')}
      width={760}
    >
      {preview.error && (
        <ProblemNotice error={preview.error.error}>
          {choices && <Button onClick={() => setChoices(null)}>{t('import.readAgain')}</Button>}
        </ProblemNotice>
      )}
      {shown && (
        <Preview
          preview={shown}
          choices={choices ?? shown.choices}
          isSettled={preview.isSuccess && !preview.isPlaceholderData}
          change={setChoices}
          later={later}
          next={nextImport}
          close={closeDialog}
          confirmSpeakers={() => setView('speakers')}
          askModel={() => setView('model')}
          update={project && !project.readOnly ? { project: project.name, run: () => setCompared(true) } : null}
        />
      )}
    </Dialog>
  );
}

interface ImportPreviewProps {
  readonly preview: ImportPreview;
  /** These choices may be newer than the preview. */
  readonly choices: ImportChoices;
  readonly isSettled: boolean;
  readonly change: (choices: ImportChoices) => void;
  readonly later: number;
  readonly next: () => void;
  readonly close: () => void;
  readonly confirmSpeakers: () => void;
  readonly askModel: () => void;
  readonly update: { readonly project: string; readonly run: () => void } | null;
}

const DOCUMENT_KINDS = ['script', 'prose'] as const;

function Preview({
  preview,
  choices,
  isSettled,
  change,
  later,
  next,
  close,
  confirmSpeakers,
  askModel,
  update,
}: ImportPreviewProps) {
  const [name, setName] = useState(preview.name);
  const create = useSend('project.createFromImport');
  const { importId } = preview;
  const make = () =>
    beforeLeaving('open', () => create.mutate({ importId, name, choices: preview.choices }, { onSuccess: next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The project must match the preview.
    if (isSettled) make();
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={!isSettled}>
      <ImportParts />
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-5)">
        <p className="cut dim">{preview.file}</p>
        <SegmentedControl
          aria-label={t('import.kind.label')}
          value={preview.kind}
          onChange={(kind) =>
            change({ ...choices, kind: kind === 'prose' ? 'prose' : 'script', roles: null, merges: [] })
          }
          data={DOCUMENT_KINDS.map((value) => ({ value, label: t(`import.kind.${value}`) }))}
        />
      </Group>
      <ImportKind preview={preview} choices={choices} change={change} />
      <SpeakersChoice
        preview={preview}
        choices={choices}
        change={change}
        confirm={confirmSpeakers}
        askModel={askModel}
      />
      <TextInput
        data-autofocus
        label={t('import.name')}
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ImportFigures preview={preview} />
      <Notes preview={preview} />
      <ImportNotes preview={preview} choices={choices} change={change} />
      <ImportSheets preview={preview} choices={choices} change={change} />
      <ImportSections preview={preview} choices={choices} change={change} />
      <div className={styles.lists}>
        <Chapters preview={preview} choices={choices} />
        <ImportRoles preview={preview} choices={choices} change={change} />
      </div>
      {create.error && (
        <div ref={focusSolution}>
          <ProblemNotice error={create.error.error} onRetry={make} />
        </div>
      )}
      <div className={styles.actions}>
        {update && (
          <Button
            className={styles.update ?? ''}
            title={t('version.compareHint')}
            disabled={!isSettled}
            onClick={update.run}
          >
            {t('version.compare', { project: update.project })}
          </Button>
        )}
        {later > 0 && <Button onClick={next}>{t('import.skip')}</Button>}
        <Button onClick={close}>{t('cancel')}</Button>
        <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === '' || !isSettled}>
          {t('import.create')}
        </Button>
      </div>
    </form>
  );
}

/** In a low window, the error and its button may be out of view. */
function focusSolution(problem: HTMLElement | null): void {
  const wayOut =
    problem?.querySelector('button') ?? problem?.closest('form')?.querySelector<HTMLElement>('[data-autofocus]');
  wayOut?.focus();
  problem?.scrollIntoView({ block: 'nearest' });
}

function Notes({ preview: { warnings, notices, castChanges } }: { readonly preview: ImportPreview }) {
  const cast = castChangeTexts(castChanges);
  return (
    <>
      {cast.length > 0 && (
        <ul className={styles.notices} aria-label={t('import.roles.cast')} aria-live="polite">
          {cast.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className={`warning-box ${styles.warnings}`} aria-label={t('import.warnings')}>
          {warnings.map(tImport.warning).map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {notices.length > 0 && (
        <ul className={styles.notices} aria-label={t('import.notices')}>
          {notices.map(tImport.notice).map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Chapters({ preview, choices }: Pick<ImportPreviewProps, 'preview' | 'choices'>) {
  const [open, setOpen] = useState<number | null>(null);
  const [stop, setStop] = useState(0);
  const { chapters } = preview;
  return (
    <section className={styles.found}>
      <h3 className="label">{t('import.chapters')}</h3>
      <ol aria-label={t('import.chapters')} onKeyDown={moveBetweenButtons}>
        {chapters.map(({ title, lines, opening }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: chapter titles may repeat
          <Fragment key={index}>
            <li>
              <TextToggle
                title={title || t('import.opening')}
                isOpen={index === open}
                toggle={() => setOpen(index === open ? null : index)}
                tabIndex={index === Math.min(stop, chapters.length - 1) ? 0 : -1}
                onFocus={() => setStop(index)}
              />
              <span className={styles.named}>
                <span className="cut">{title || t('import.opening')}</span>
                {opening !== '' && <span className={`cut ${styles.sample}`}>{opening}</span>}
              </span>
              <small>{t('import.lines', { lines })}</small>
            </li>
            {index === open && (
              <li className={styles.text}>
                <TextOfPart
                  preview={preview}
                  choices={choices}
                  part={{ of: 'chapter', index }}
                  title={title || t('import.opening')}
                />
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

function moveBetweenButtons(event: KeyboardEvent<HTMLOListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus();
}

function ImportFigures({ preview }: { readonly preview: ImportPreview }) {
  const { lines, characters, chapters, roles, seconds, price, sendingMs } = preview;
  const { data: status } = useAsk('connection.status', {});
  const isLimited = status !== undefined && activePlan(status) !== null;
  const speaking = roles.filter(({ isRole }) => isRole).length;
  return (
    <dl className={styles.figures}>
      <Figure label={t('import.figure.lines', { lines })} value={formatCount(lines)} />
      <Figure label={t('import.figure.characters')} value={formatCount(characters)} />
      <Figure label={t('import.figure.chapters', { chapters: chapters.length })} value={formatCount(chapters.length)} />
      <Figure label={t('import.figure.roles', { roles: speaking })} value={formatCount(speaking)} />
      <Figure label={t('import.figure.audio')} value={formatSpeechTime(seconds)} />
      {price && <Figure label={t('import.figure.price')} value={moneyText(price)} />}
      {isLimited && sendingMs !== null && <Figure label={t('import.figure.sending')} value={sendingText(sendingMs)} />}
    </dl>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Formats seconds as `40 s`, `26 min`, `2 h 40 min` or `61 h`. */
function formatSpeechTime(seconds: number): string {
  if (seconds < 90) return t('import.time.seconds', { seconds: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t('import.time.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 10) return t('import.time.hoursAndMinutes', { hours, minutes: minutes % 60 });
  return t('import.time.hours', { hours: Math.round(minutes / 60) });
}

const sendingText = (milliseconds: number): string =>
  milliseconds < 1_000 ? t('import.time.atOnce') : formatSpeechTime(Math.ceil(milliseconds / 1_000));

const moneyText = (price: { readonly amount: number; readonly currency: string }): string =>
  price.amount >= 100 ? t('import.wholeMoney', price) : t('import.money', price);

/** Renders nothing for a single file. */
function ImportParts() {
  const importId = useView((view) => view.importId);
  const later = useView((view) => view.laterImports);
  const parts = useView((view) => view.importParts);
  const { busy, error, run } = useAttempt();
  const { showImport } = useView.getState();
  const [first, ...others] = parts;
  if (first !== undefined) {
    return (
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-5)">
        <p>{t('import.parts.joined', { files: parts.length })}</p>
        <Button onClick={() => showImport(first, others)}>{t('import.parts.apart')}</Button>
      </Group>
    );
  }
  if (importId === null || later.length === 0) return null;
  const join = () =>
    void run(async () => {
      await joinImports([importId, ...later]);
    });
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-5)">
        <p>{t('import.parts.several', { files: later.length + 1 })}</p>
        <Button loading={busy} onClick={join}>
          {t('import.parts.join')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} onRetry={join} />}
    </>
  );
}
