// A screen that fails takes down itself, never the window.
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';

interface ScreenFailureProps {
  readonly children: ReactNode;
}

export class ScreenFailure extends Component<ScreenFailureProps, { readonly failure: string | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure instanceof Error ? failure.message : String(failure) };
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <EmptyState
        title="This screen ran into a defect of Lectern"
        detail={`Nothing that was saved is lost. What it said: ${this.state.failure}`}
      >
        <Button onClick={() => this.setState({ failure: null })}>Show it again</Button>
      </EmptyState>
    );
  }
}
