import { Button, Stack, Switch } from '@mantine/core';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { words } from '../../locales/words.ts';
import { decisionsOf } from './speaker-decisions.ts';
import styles from './speakers-screen.module.css';

const t = words('speakers');
const tLibrary = words('library');
const tModels = words('models');

interface SpeakersChoiceProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
  readonly confirm: () => void;
  readonly askModel: () => void;
}

/** Renders nothing for a script, because a script names its speakers. */
export function SpeakersChoice({ preview, choices, change, confirm, askModel }: SpeakersChoiceProps) {
  const { speech, kind, file } = preview;
  if (kind !== 'prose') return null;
  const attribute = choices.attribute ?? false;
  return (
    <Stack gap="var(--gap-3)">
      <Switch
        label={tLibrary('import.attribute.label')}
        description={tLibrary('import.attribute.about')}
        checked={attribute}
        onChange={(event) =>
          change({
            ...choices,
            attribute: event.currentTarget.checked,
            speakers: decisionsOf(file),
            roles: null,
            merges: [],
          })
        }
      />
      {attribute && speech && (
        <div className={`framed ${styles.confirm}`}>
          <p className="dim">
            {t('state', { quotations: speech.quotations, doubtful: speech.doubtful })}
            {speech.lost > 0 && ` ${t('lost', { lost: speech.lost })}`}
          </p>
          {speech.doubtful > 0 && (
            <Button title={tModels('ask.hint')} onClick={askModel}>
              {tModels('ask.open')}
            </Button>
          )}
          <Button onClick={confirm} disabled={speech.quotations === 0}>
            {t('confirm', { doubtful: speech.doubtful })}
          </Button>
        </div>
      )}
    </Stack>
  );
}
