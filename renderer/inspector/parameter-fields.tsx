// How the line is spoken: what is in force, where it comes from, and what this line sets in its place.
import { ActionIcon, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import type { LineOverride } from '../../shared/model/cast.ts';
import { PARAMETER_GUIDE, PARAMETER_NAMES } from '../../shared/rules/parameter-guide.ts';
import { speechParametersSchema } from '../../shared/service/input-parameters.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { ParameterInput } from '../ui/parameter-input.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { stepUnderWay, undoOf } from '../ui/undo-history.ts';
import { parameterWords } from '../ui/wording/parameters.ts';
import styles from './inspector.module.css';

const t = words('inspector');

type LineParameter = LineDetail['parameters'][number];
type Name = LineParameter['name'];
type ParameterFieldsProps = Pick<LineDetail, 'id' | 'override' | 'parameters'>;
type OverriddenLine = Pick<LineDetail, 'id' | 'override'>;

/** Pixels of what stands at the right of a field. */
const MARK_WIDTH: Readonly<Record<LineParameter['origin'], number>> = { line: 28, role: 70, project: 56, service: 8 };

/** Drawn again only where one of these is another: not at each keystroke in the line's words. */
export const ParameterFields = memo(({ id, override, parameters }: ParameterFieldsProps) => {
  const shown = parameters
    .filter(({ name, value }) => !PARAMETER_GUIDE[name].isRare || value !== null)
    .toSorted((a, b) => PARAMETER_NAMES.indexOf(a.name) - PARAMETER_NAMES.indexOf(b.name));
  return shown.map((parameter) => (
    <ParameterField key={parameter.name} line={{ id, override }} parameter={parameter} />
  ));
});

function ParameterField({ line, parameter }: { readonly line: OverriddenLine; readonly parameter: LineParameter }) {
  const { name, value, origin } = parameter;
  const { label, what } = parameterWords(name);
  const set = (next: number | string | null) => setOverride(line, name, next);
  const mark =
    origin === 'line' ? (
      <Reset name={name} onReset={() => set(null)} />
    ) : (
      <em className={styles.origin}>{origin === 'service' ? '' : t(`origin.${origin}`)}</em>
    );
  return (
    <div className={styles.field} data-own={origin === 'line'}>
      <span title={what}>{label}</span>
      <ParameterInput name={name} value={value} mark={mark} markWidth={MARK_WIDTH[origin]} onSet={set} />
    </div>
  );
}

function Reset({ name, onReset }: { readonly name: Name; readonly onReset: () => void }) {
  const label = t('parameter.reset', { parameter: parameterWords(name).name });
  return (
    <Tooltip label={t('parameter.resetHint')}>
      <ActionIcon size={22} aria-label={label} onClick={onReset} className={styles.reset}>
        <RotateCcw size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Null takes the line's own value away. */
function setOverride({ id, override }: OverriddenLine, name: Name, value: number | string | null): void {
  const { [name]: _, ...others } = override ?? {};
  const voice = override?.voice;
  const parsed = speechParametersSchema.safeParse(
    value === null ? without(others) : { ...without(others), [name]: value },
  );
  if (!parsed.success) return;
  const next: LineOverride = voice === undefined ? parsed.data : { ...parsed.data, voice };
  const wanted = Object.keys(next).length === 0 ? null : next;
  const work = ask('line.setOverride', { lineId: id, override: wanted }).then(({ step }) => {
    const parameter = parameterWords(name).label;
    const said = value === null ? t('parameter.isReset', { parameter }) : t('parameter.changed', { parameter, value });
    notify(said, { id: 'override', undo: undoOf(step) });
  });
  stepUnderWay(work).catch(notifyFailure);
}

const without = ({ voice: _, ...parameters }: LineOverride) => parameters;
