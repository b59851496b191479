import { Button, Checkbox } from '@mantine/core';
import type { FilesPreview } from '../../shared/ipc/export-requests.ts';
import { DEFAULT_HIGH_PASS_HZ, GENTLE_COMPRESSION } from '../../shared/model/export/delivery.ts';
import { BOUNDED_FIGURES, type ExportTarget, type ExportTargetId } from '../../shared/model/export/export-target.ts';
import type { OwnTarget } from '../../shared/model/export/own-target.ts';
import type { FilesOptions, FilesTarget } from '../../shared/model/export/target-export.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { boundText } from '../../shared/words/check-words.ts';
import {
  encodingText,
  loudnessText,
  missingDetailsText,
  narrationPolicyText,
  sourceText,
  targetName,
} from '../../shared/words/delivery-words.ts';
import { verdictRowText } from '../../shared/words/verdict-words.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { listed, tDelivery, words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { rememberWhenSaved } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { isProgramTarget, useTarget } from './export-drafts.ts';
import styles from './export-screen.module.css';
import { OwnTargetButtons } from './own-target-dialog.tsx';
import targets from './targets.module.css';

const t = words('targets');

interface MissingPartProps {
  readonly kind: FilesTarget;
  readonly outlook: FilesPreview;
}

export function MissingPart({ kind, outlook: { lines, verdict } }: MissingPartProps) {
  const { data: book } = useAsk('book.read', {});
  const readiness = book?.readiness.find(({ target }) => target === kind);
  const details = isProgramTarget(kind) || !readiness ? [] : missingDetailsText(tDelivery, TARGETS[kind], readiness);
  const { withoutTake, inScope, staleLeftOut, notApproved, suspicious } = lines;
  const credits = verdict.rows.filter((row) => row.kind === 'credits' || row.kind === 'credits-differ');
  const isNothing = details.length + credits.length + withoutTake + staleLeftOut + notApproved + suspicious === 0;
  return (
    <Section id="export-missing" title={t('missing.heading')} className={styles.part}>
      <ul className={targets.missing} aria-labelledby="export-missing">
        {isNothing && <li className="dim">{t('missing.nothing')}</li>}
        {details.length > 0 && (
          <li>
            {t('missing.details', { what: listed(details) })}{' '}
            <Button size="compact-xs" onClick={() => useView.getState().openDialog('book')}>
              {t('missing.fill')}
            </Button>
          </li>
        )}
        {credits.map((row) => (
          <li key={row.kind}>
            {verdictRowText(tDelivery, { cover: null }, row, listed)}{' '}
            <Button size="compact-xs" onClick={() => useView.getState().openDialog('book')}>
              {t('missing.fill')}
            </Button>
          </li>
        ))}
        {withoutTake > 0 && (
          <li>
            {t('missing.withoutTake', { without: withoutTake, lines: inScope })}{' '}
            <Button size="compact-xs" onClick={() => useView.getState().showInReview('without-take')}>
              {t('missing.showLines')}
            </Button>
          </li>
        )}
        {staleLeftOut > 0 && (
          <li>
            {t('missing.stale', { lines: staleLeftOut })}{' '}
            <Button size="compact-xs" onClick={() => useView.getState().showInReview('stale')}>
              {t('missing.showLines')}
            </Button>
          </li>
        )}
        {suspicious > 0 && (
          <li>
            {t('missing.suspicious', { lines: suspicious })}{' '}
            <Button size="compact-xs" onClick={() => useView.getState().showInReview('suspicious-undecided')}>
              {t('missing.reviewLines')}
            </Button>
          </li>
        )}
        {notApproved > 0 && (
          <li>
            {t('missing.notApproved', { lines: notApproved })}{' '}
            <Button size="compact-xs" onClick={() => runCommand('go.review')}>
              {t('missing.showLines')}
            </Button>
          </li>
        )}
      </ul>
    </Section>
  );
}

interface SoundPartProps {
  readonly kind: FilesTarget;
  readonly options: FilesOptions;
}

export function SoundPart({ kind, options }: SoundPartProps) {
  const set = (change: Partial<FilesOptions>) => useTarget.getState().setOptions(kind, change);
  const { ratio, thresholdDbfs } = GENTLE_COMPRESSION;
  return (
    <Section title={t('sound.heading')} className={styles.part}>
      <div className={styles.body}>
        <Checkbox
          label={t('sound.music')}
          description={t('sound.musicHint')}
          checked={options.music ?? true}
          onChange={(event) => set({ music: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('sound.highPass')}
          description={t('sound.highPassHint', { hertz: DEFAULT_HIGH_PASS_HZ })}
          checked={options.highPass ?? false}
          onChange={(event) => set({ highPass: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('sound.compression')}
          description={t('sound.compressionHint', { ratio, threshold: thresholdDbfs })}
          checked={options.compression ?? false}
          onChange={(event) => set({ compression: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}

interface TargetPartProps {
  readonly target: ExportTargetId;
}

/** Renders nothing for targets that are meant for the producer's own use. */
export function VoicesPart({ target, planned }: TargetPartProps & { readonly planned: readonly ExportTargetId[] }) {
  const stance = narrationPolicyText(tDelivery, { id: target });
  if (stance === null) return null;
  const plan = (isFor: boolean) => {
    const others = planned.filter((id) => id !== target);
    const saving = ask('project.updateSettings', { targets: isFor ? [...others, target] : others });
    rememberWhenSaved(t('voices.changed'), saving, 'export').catch(notifyFailure);
  };
  return (
    <Section title={t('voices.heading')} className={styles.part}>
      <div className={`${styles.body} ${targets.stance}`}>
        <p>{stance}</p>
        <Editable>
          <Checkbox
            label={t('voices.planned', { target: tDelivery(`target.${target}`) })}
            description={t('voices.plannedHint')}
            checked={planned.includes(target)}
            onChange={(event) => plan(event.currentTarget.checked)}
          />
        </Editable>
      </div>
    </Section>
  );
}

const OUTPUT_FIGURES = ['sampleRate', 'channels', 'headSeconds', 'tailSeconds'] as const;

function requirementRows({
  encoding,
  goal,
  figures,
  cover,
  needs,
}: ExportTarget): readonly (readonly [string, string])[] {
  const made = OUTPUT_FIGURES.filter((figure) => goal && !figures.bounds[figure]);
  const bounds = BOUNDED_FIGURES.flatMap((figure) => {
    const bound = figures.bounds[figure];
    return bound ? [[tDelivery(`figure.${figure}`), boundText(tDelivery, figure, bound)] as const] : [];
  });
  return [
    ...(encoding ? [[t('figures.format'), encodingText(tDelivery, encoding)] as const] : []),
    ...(goal?.loudness
      ? [[t('figures.loudness', { measure: goal.loudness.measure }), loudnessText(tDelivery, goal.loudness)] as const]
      : []),
    ...(goal ? [[t('figures.peak'), tDelivery('value.truePeakDbtp', { value: goal.truePeakDbtp })] as const] : []),
    ...(typeof goal?.roomToneDbfs === 'number'
      ? [[t('figures.roomTone'), tDelivery('value.noiseFloorDbfs', { value: goal.roomToneDbfs })] as const]
      : []),
    ...made.map(
      (figure) =>
        [tDelivery(`figure.${figure}`), tDelivery(`value.${figure}`, { value: goal?.[figure] ?? 0 })] as const,
    ),
    ...bounds,
    ...(cover
      ? [
          [
            t('figures.cover'),
            t('figures.coverRule', { pixels: cover.fewestPixels, isSquare: cover.isSquare ? 'yes' : 'no' }),
          ] as const,
        ]
      : []),
    ...(needs.length > 0
      ? [[t('figures.details'), listed(needs.map((field) => tDelivery(`field.${field}`)))] as const]
      : []),
  ];
}

interface RequirementsPartProps {
  readonly target: ExportTarget;
  readonly all: readonly OwnTarget[];
}

export function RequirementsPart({ target, all }: RequirementsPartProps) {
  const rows = requirementRows(target);
  const source = sourceText(tDelivery, target);
  const copy = () =>
    copyText(
      [
        targetName(tDelivery, target),
        ...rows.map(([what, value]) => `${what}\t${value}`),
        ...(source ? [source] : []),
      ].join('\n'),
    );
  return (
    <Section id="export-figures" title={t('figures.heading')} className={styles.part}>
      <div className={styles.body}>
        <table className={targets.wants} aria-labelledby="export-figures">
          <tbody>
            {rows.map(([what, value]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {source && <p className="dim">{source}</p>}
        <p>
          <Button size="compact-xs" onClick={copy}>
            {t('figures.copy')}
          </Button>
        </p>
        <OwnTargetButtons target={target} all={all} />
      </div>
    </Section>
  );
}
