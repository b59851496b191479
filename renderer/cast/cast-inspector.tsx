import { PARAMETERS_IN_DISPLAY_ORDER, type ParameterName, SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import { ActionIcon, Button, Group } from '@mantine/core';
import { CircleQuestionMark, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { CastOverride, CastRole } from '../../shared/ipc/cast-requests.ts';
import { NARRATOR } from '../../shared/model/cast.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { listed, words } from '../locales/words.ts';
import { castVoice, clearOverrides, setRoleParameter } from '../ui/cast/cast-change.ts';
import { CollapsibleFields } from '../ui/fields/collapsible-fields.tsx';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { ParameterInput } from '../ui/fields/parameter-input.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { useView } from '../ui/view-store.ts';
import { parameterBounds, parameterText } from '../ui/wording/parameters.ts';
import { auditionLine, LineChooser, notCastableReason, useChosenLine } from './audition.tsx';
import { removeRole } from './cast-changes.ts';
import styles from './cast-inspector.module.css';
import { showInReview, useCast, useChosenRole } from './cast-store.ts';
import { InspectorSlot } from './inspector-slot.tsx';

const t = words('cast');
const tUses = words('uses');

export function CastInspector() {
  const role = useChosenRole();
  const section = useCast((state) => state.section);
  if (section === 'pronunciation' || section === 'clones') return <InspectorSlot className="inspector" />;
  return <div className="inspector">{role && <Role key={role.name} role={role} />}</div>;
}

function Role({ role }: { readonly role: CastRole }) {
  const colourOf = useRoleColours();
  const { openDialog, browseVoices } = useCast.getState();
  return (
    <>
      <h2 className="label">{t('role.heading', { lines: role.lines, characters: role.characters })}</h2>
      <div className={styles.role}>
        <span className="cut" title={role.name}>
          <RoleName role={role.name} colour={colourOf(role.name)} />
        </span>
        {role.name !== NARRATOR && (
          <Editable>
            <Group component="span" align="stretch" wrap="nowrap" gap="var(--gap-2)">
              <Button onClick={() => openDialog({ kind: 'rename', role: role.name })}>{t('role.rename')}</Button>
              {role.lines === 0 ? (
                <Button onClick={() => removeRole(role.name)}>{t('role.remove')}</Button>
              ) : (
                <Button onClick={() => openDialog({ kind: 'merge', role: role.name, into: null })}>
                  {t('role.merge')}
                </Button>
              )}
            </Group>
          </Editable>
        )}
      </div>
      <h2 className="label">{t('role.voice')}</h2>
      <button type="button" className={styles.voice} onClick={browseVoices}>
        <span>{role.voice === null ? t('role.noVoice') : (role.voiceName ?? role.voice)}</span>
        {role.voiceTraits && <small className="dim">{role.voiceTraits}</small>}
        {role.voice !== null && <small className={styles.change}>{t('role.anotherVoice')}</small>}
      </button>
      <UseRestriction voice={role.voice} />
      {role.lines > 0 && (
        <Group pt={8}>
          <Button onClick={() => showInReview(role.name)}>{t('role.review')}</Button>
        </Group>
      )}
      <h2 className="label">{t('role.audition')}</h2>
      <LineChooser role={role} />
      <Audition role={role} />
      <RoleParameters role={role} />
      <RoleOverrides role={role} />
    </>
  );
}

function UseRestriction({ voice }: { readonly voice: string | null }) {
  const { data: voices } = useAsk('cast.voices', {});
  const found = voices?.find(({ id }) => id === voice);
  if (found?.commercialUse !== false) return null;
  return <small className="stale small">{tUses('casting', { licence: found.licence ?? '' })}</small>;
}

function Audition({ role }: { readonly role: CastRole }) {
  const line = useChosenLine(role);
  const colour = useRoleColours()(role.name);
  const { data: voices } = useAsk('cast.voices', {});
  const looking = useCast(({ section, voice }) => (section === 'voices' ? voice : null));
  const other = voices?.find(({ id }) => id === looking && id !== role.voice);
  const preview = (voice: string, voiceName: string) => {
    if (line) auditionLine({ role: role.name, line, voice, voiceName, colour }).catch(notifyFailure);
  };
  const { voice, voiceName } = role;
  return (
    <Group gap="var(--gap-2)" pt={6}>
      {voice !== null && (
        <Button disabled={line === null} onClick={() => preview(voice, voiceName ?? t('role.unlisted'))}>
          {voiceName === null ? t('role.previewUnlisted') : t('role.preview', { voice: voiceName })}
        </Button>
      )}
      {other && (
        <Button disabled={line === null} onClick={() => preview(other.id, other.name)}>
          {t('role.preview', { voice: other.name })}
        </Button>
      )}
      {other?.isCastable && (
        <Editable>
          <Button variant="filled" onClick={() => void castVoice(role.name, other.id, other.name).catch(notifyFailure)}>
            {t('role.cast', { voice: other.name })}
          </Button>
        </Editable>
      )}
      {other && notCastableReason(other) && (
        <small className={`stale small ${styles.whyNot}`}>{notCastableReason(other)}</small>
      )}
      {other && <UseRestriction voice={other.id} />}
      {line && <small className="dim">{t('role.eachTime', { characters: [...line.text].length })}</small>}
    </Group>
  );
}

/** The maximum number of lines shown. As overrides are cleared, the remaining lines appear. */
const MAX_SHOWN = 50;

function RoleOverrides({ role }: { readonly role: CastRole }) {
  const { data: lines, error } = useAsk('cast.overrides', { role: role.name }, { enabled: role.overrides > 0 });
  if (role.overrides === 0) return null;
  if (error) return <ProblemNotice error={error.error} />;
  return (
    <>
      <h2 className="label">{t('role.overrides', { lines: role.overrides })}</h2>
      {lines && (
        <ul className={styles.overrides} aria-label={t('role.overridesLabel', { role: role.name })}>
          {lines.slice(0, MAX_SHOWN).map((line) => (
            <Line key={line.lineId} line={line} />
          ))}
        </ul>
      )}
      {lines && lines.length > MAX_SHOWN && (
        <p className="dim">{t('role.more', { lines: lines.length - MAX_SHOWN })}</p>
      )}
      {lines && lines.length > 0 && (
        <Editable>
          <ClearButtons lines={lines.slice(0, MAX_SHOWN)} />
        </Editable>
      )}
    </>
  );
}

const clear = (...cleared: Parameters<typeof clearOverrides>): void =>
  void clearOverrides(...cleared).catch(notifyFailure);

function Line({ line }: { readonly line: CastOverride }) {
  const { lineId, label, excerpt } = line;
  const show = () => {
    const { selectLine, goTo } = useView.getState();
    goTo('script');
    selectLine(lineId, true);
  };
  return (
    <li>
      <button type="button" className={styles.line} onClick={show} title={t('role.show', { line: label })}>
        <span className="cut">{excerpt}</span>
        <small className="dim cut">
          {label} · {overrideText(line)}
        </small>
      </button>
      <Editable>
        <ActionIcon size={24} aria-label={t('role.clearLine', { line: label })} onClick={() => clear([line], null)}>
          <RotateCcw size={13} aria-hidden />
        </ActionIcon>
      </Editable>
    </li>
  );
}

function ClearButtons({ lines }: { readonly lines: readonly CastOverride[] }) {
  const differing = (name: keyof CastOverride['override']) =>
    lines.filter(({ override }) => override[name] !== undefined);
  const names = ([...PARAMETERS_IN_DISPLAY_ORDER, 'voice'] as const).filter((name) => differing(name).length > 0);
  return (
    <Group gap="var(--gap-2)" pt={6}>
      {names.map((name) => (
        <Button key={name} onClick={() => clear(differing(name), name)}>
          {name === 'voice'
            ? t('role.clearVoice', { lines: differing(name).length })
            : t('role.clear', { parameter: parameterName(name), lines: differing(name).length })}
        </Button>
      ))}
      {names.length > 1 && (
        <Button onClick={() => clear(lines, null)}>{t('role.clearAll', { lines: lines.length })}</Button>
      )}
    </Group>
  );
}

function overrideText({ override }: CastOverride): string {
  const { voice, ...parameters } = override;
  const parts = PARAMETERS_IN_DISPLAY_ORDER.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [t('role.override', { parameter: parameterName(name), value })];
  });
  return listed([...parts, ...(voice === undefined ? [] : [t('role.overrideVoice')])]);
}

const MARK_WIDTH = 30;

function RoleParameters({ role }: { readonly role: CastRole }) {
  const [isExplained, setExplained] = useState(false);
  return (
    <>
      <div className={styles.heading}>
        <h2 className="label">{t('role.parameters')}</h2>
        <IconButton
          icon={CircleQuestionMark}
          label={t('role.explain')}
          size={24}
          aria-pressed={isExplained}
          onClick={() => setExplained(!isExplained)}
        />
      </div>
      <CollapsibleFields
        fields={PARAMETERS_IN_DISPLAY_ORDER.map((name) => ({
          key: name,
          label: parameterText(name).label,
          isSet: role.parameters[name] !== undefined,
          field: <Parameter role={role} name={name} isExplained={isExplained} />,
        }))}
      />
    </>
  );
}

interface ParameterProps {
  readonly role: CastRole;
  readonly name: ParameterName;
  /** Screen readers always read out the explanations. */
  readonly isExplained: boolean;
}

function Parameter({ role, name, isExplained }: ParameterProps) {
  const { rules } = SPEECH_PARAMETERS[name];
  const { label, what } = parameterText(name);
  const readRoles = useRefetch('cast.roles');
  const value = role.parameters[name] ?? null;
  const bounds = parameterBounds(name);
  const id = `about-${name}`;
  // The field has no space for longer units. They are shown together with the limits.
  const unit = rules.kind === 'number' && rules.unit.length <= 2 ? rules.unit : '';
  return (
    <div className="labelled-field" data-own={value !== null}>
      <span title={what}>{label}</span>
      <ParameterInput
        name={name}
        value={value}
        describedBy={id}
        mark={value === null ? <em className={styles.unit}>{unit}</em> : <Reset role={role} name={name} />}
        markWidth={MARK_WIDTH}
        onSet={(next) => setRoleParameter(role.name, name, next).then(readRoles)}
      />
      <p id={id} className={isExplained ? styles.what : 'unseen'}>
        {what}
        {bounds && <span className="figures"> {bounds}.</span>}
      </p>
    </div>
  );
}

function Reset({ role, name }: { readonly role: CastRole; readonly name: ParameterName }) {
  const label = t('role.reset', { parameter: parameterName(name), role: role.name });
  return (
    <IconButton
      icon={RotateCcw}
      label={label}
      hint={t('role.resetHint', { value: parameterText(name).none })}
      size={24}
      onClick={() => void setRoleParameter(role.name, name, null).catch(notifyFailure)}
    />
  );
}

const parameterName = (name: ParameterName): string => parameterText(name).name;
