import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { LibraryDialog } from './library-dialogs.tsx';
import type { ListedProject } from './use-listed-projects.ts';
import type { ProjectSteps } from './use-project-steps.ts';

interface ProjectMenuProps {
  readonly project: ListedProject;
  readonly steps: ProjectSteps;
  readonly ask: (dialog: LibraryDialog) => void;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  /** Whether Tab leads to its button. */
  readonly isStop: boolean;
}

/** Everything that can be done with a project, the way out of its trouble first. */
export function ProjectMenu({ project, steps, ask, opened, onChange, isStop }: ProjectMenuProps) {
  const { kind } = project.state;
  const isThere = kind !== 'missing' && kind !== 'not-a-project';
  const isSound = kind === 'sound' || kind === 'open' || kind === 'moved';
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={220}
      returnFocus
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <ActionIcon
          aria-label={`More about ${project.name}`}
          color="dim"
          tabIndex={isStop ? 0 : -1}
          data-project-menu={project.id}
        >
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isThere && <Menu.Item onClick={() => steps.locate(project)}>Locate…</Menu.Item>}
        {kind === 'moved' && <Menu.Item onClick={() => steps.confirmPlace(project)}>It belongs here</Menu.Item>}
        {isThere && (
          <>
            {isSound && <Menu.Item onClick={() => ask({ kind: 'rename', project })}>Rename…</Menu.Item>}
            {(isSound || kind === 'in-use') && (
              <Menu.Item onClick={() => ask({ kind: 'duplicate', project })}>Duplicate…</Menu.Item>
            )}
            <Menu.Item onClick={() => ask({ kind: 'backups', project })}>Backups…</Menu.Item>
            <Menu.Item onClick={() => steps.chooseCover(project)}>Choose a cover…</Menu.Item>
            {project.cover !== null && (
              <Menu.Item onClick={() => steps.removeCover(project)}>Remove the cover</Menu.Item>
            )}
            <Menu.Item onClick={() => steps.reveal(project)}>Show in folder</Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => steps.archive(project)}>
          {project.archived ? 'Take out of the archive' : 'Archive'}
        </Menu.Item>
        <Menu.Item onClick={() => steps.forget(project)}>Take off this list</Menu.Item>
        {isThere && (
          <Menu.Item color="fail" onClick={() => steps.toBin(project)}>
            Move to bin
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
