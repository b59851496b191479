// Lines of the role that set something for themselves.
import { ActionIcon, Button } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import type { CastOverride, CastRole } from '../../shared/ipc/cast-requests.ts';
import { PARAMETER_GUIDE, PARAMETER_NAMES } from '../../shared/rules/parameter-guide.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import { Editable } from '../ui/writing.tsx';
import { clearOverrides } from './cast-changes.ts';
import styles from './cast-inspector.module.css';

/** Up to this many are shown; the others appear as these are cleared. */
const SHOWN = 50;

export function RoleOverrides({ role }: { readonly role: CastRole }) {
  const { data: lines, error } = useAsk('cast.overrides', { role: role.name }, { enabled: role.overrides > 0 });
  if (role.overrides === 0) return null;
  if (error) return <ProblemNotice error={error.error} />;
  return (
    <>
      <h2 className="label">Lines that differ · {formatCount(role.overrides)}</h2>
      {lines && (
        <ul className={styles.overrides} aria-label={`Lines of ${role.name} with settings of their own`}>
          {lines.slice(0, SHOWN).map((line) => (
            <Line key={line.lineId} line={line} />
          ))}
        </ul>
      )}
      {lines && lines.length > SHOWN && <p className="dim">and {formatCount(lines.length - SHOWN)} more</p>}
      {lines && lines.length > 0 && (
        <Editable>
          <Clearing lines={lines} />
        </Editable>
      )}
    </>
  );
}

function Line({ line }: { readonly line: CastOverride }) {
  const { lineId, label, excerpt } = line;
  const show = () => {
    const { selectLine, goTo } = useView.getState();
    goTo('script');
    selectLine(lineId, true);
  };
  return (
    <li>
      <button type="button" className={styles.line} onClick={show} title={`${label}: show it in the script`}>
        <span className="cut">{excerpt}</span>
        <small className="dim cut">
          {label} · {overrideWords(line)}
        </small>
      </button>
      <Editable>
        <ActionIcon
          size={22}
          aria-label={`Clear the settings of ${label}`}
          onClick={() => clearOverrides([line], null)}
        >
          <RotateCcw size={13} aria-hidden />
        </ActionIcon>
      </Editable>
    </li>
  );
}

/** For each thing that lines set, a button that takes it away from all of them. */
function Clearing({ lines }: { readonly lines: readonly CastOverride[] }) {
  const names = ([...PARAMETER_NAMES, 'voice'] as const).filter((name) =>
    lines.some(({ override }) => override[name] !== undefined),
  );
  return (
    <div className={styles.deeds}>
      {names.map((name) => (
        <Button
          key={name}
          onClick={() =>
            clearOverrides(
              lines.filter(({ override }) => override[name] !== undefined),
              name,
            )
          }
        >
          Clear {name === 'voice' ? 'voice' : PARAMETER_GUIDE[name].label.toLowerCase()}
        </Button>
      ))}
      {names.length > 1 && <Button onClick={() => clearOverrides(lines, null)}>Clear all</Button>}
    </div>
  );
}

function overrideWords({ override }: CastOverride): string {
  const { voice, ...parameters } = override;
  const said = PARAMETER_NAMES.flatMap((name) =>
    parameters[name] === undefined ? [] : [`${PARAMETER_GUIDE[name].label.toLowerCase()} ${parameters[name]}`],
  );
  return [...said, ...(voice === undefined ? [] : ['another voice'])].join(', ');
}
