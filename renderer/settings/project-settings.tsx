import { Switch } from '@mantine/core';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { rememberStep, stepUnderWay, undoOf } from '../ui/undo-history.ts';
import { Editable } from '../ui/writing.tsx';
import { Part, Setting } from './part.tsx';

type SpokenParts = Pick<ProjectSettings, 'speakHeadings' | 'speakBrackets'>;

const WHAT: Readonly<Record<keyof SpokenParts, string>> = {
  speakHeadings: 'Speaking of headings.',
  speakBrackets: 'Speaking of directions.',
};

/** What of the open project's script is spoken. */
export function ProjectPart() {
  const { data: project } = useAsk('project.current', {});
  return (
    <Part title="Project" intro={project ? undefined : 'Open a project to see its settings.'}>
      {project && (
        <Editable>
          <Switches project={project} />
        </Editable>
      )}
    </Part>
  );
}

function Switches({ project }: { readonly project: ProjectSummary }) {
  const { speakHeadings, speakBrackets } = project.settings;
  const change = (name: keyof SpokenParts, value: boolean) => {
    const kept = ask('project.updateSettings', { [name]: value }).then(({ step }) => {
      const undo = undoOf(step);
      // Another screen may be in view once it is kept.
      if (undo) rememberStep(WHAT[name], undo, 'settings');
    });
    stepUnderWay(kept).catch(notifyFailure);
  };
  return (
    <>
      <Setting
        label="Headings"
        hint="Spoken headings are lines of the narrator. Takes are kept while headings are silent, and come back with them."
      >
        <Switch
          label="Speak headings"
          checked={speakHeadings}
          onChange={(event) => change('speakHeadings', event.currentTarget.checked)}
        />
      </Setting>
      <Setting
        label="Directions"
        hint="Round brackets inside a role’s line. Changing this makes takes of lines with brackets out of date."
      >
        <Switch
          label="Speak directions inside lines"
          checked={speakBrackets}
          onChange={(event) => change('speakBrackets', event.currentTarget.checked)}
        />
      </Setting>
    </>
  );
}
