// How a role is spoken: every parameter of the service, with its bounds and what it does.
import { ActionIcon, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import type { CastRole } from '../../shared/ipc/cast-requests.ts';
import {
  boundsInWords,
  PARAMETER_GUIDE,
  PARAMETER_NAMES,
  type ParameterName,
} from '../../shared/rules/parameter-guide.ts';
import { speechParametersSchema } from '../../shared/service/input-parameters.ts';
import { ParameterInput } from '../ui/parameter-input.tsx';
import { changeRole } from './cast-changes.ts';
import styles from './cast-inspector.module.css';

/** Pixels: what sets a parameter back, or its unit. */
const MARK_WIDTH = 30;

export function RoleParameters({ role }: { readonly role: CastRole }) {
  return PARAMETER_NAMES.map((name) => <Parameter key={name} role={role} name={name} />);
}

function Parameter({ role, name }: { readonly role: CastRole; readonly name: ParameterName }) {
  const guide = PARAMETER_GUIDE[name];
  const value = role.parameters[name] ?? null;
  const bounds = boundsInWords(guide);
  const id = `about-${name}`;
  // A longer one stands with the bounds alone.
  const unit = guide.rules.kind === 'number' && guide.rules.unit.length <= 2 ? guide.rules.unit : '';
  return (
    <div className={styles.field} data-own={value !== null}>
      <span>{guide.label}</span>
      <ParameterInput
        name={name}
        value={value}
        describedBy={id}
        mark={value === null ? <em className={styles.unit}>{unit}</em> : <Reset role={role} name={name} />}
        markWidth={MARK_WIDTH}
        onSet={(next) => set(role, name, next)}
      />
      <p id={id} className={styles.what}>
        {guide.what}
        {bounds && <span className="figures"> {bounds}.</span>}
      </p>
    </div>
  );
}

function Reset({ role, name }: { readonly role: CastRole; readonly name: ParameterName }) {
  const label = `Set back ${PARAMETER_GUIDE[name].label.toLowerCase()} of ${role.name}`;
  return (
    <Tooltip label={`Back to ${PARAMETER_GUIDE[name].none}`}>
      <ActionIcon size={22} aria-label={label} onClick={() => set(role, name, null)}>
        <RotateCcw size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function set({ name: role }: CastRole, name: ParameterName, value: number | string | null): void {
  const { data } = speechParametersSchema.safeParse(value === null ? {} : { [name]: value });
  if (!data) return;
  const { label, none } = PARAMETER_GUIDE[name];
  changeRole(role, { parameters: { [name]: null, ...data } }, `${label} of ${role}: ${value ?? none}`);
}
