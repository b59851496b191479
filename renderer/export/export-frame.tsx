import type { ReactNode } from 'react';
import { ScreenFrame } from '../ui/screen-frame.tsx';

interface ExportFrameProps {
  /** A line below the title. */
  readonly about: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The screen, whatever an export is at. */
export function ExportFrame(props: ExportFrameProps) {
  return <ScreenFrame title="Export" ends {...props} />;
}
