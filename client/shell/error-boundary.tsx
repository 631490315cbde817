import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

type Props = { path: string; onFault: () => void; children: ReactNode };

/** Where a fault in a page ends: words and a way out instead of a white screen. A new path tries again. */
export class ErrorBoundary extends Component<Props, { failedAt?: string }> {
  override state: { failedAt?: string } = {};

  static getDerivedStateFromError() {
    return { failedAt: window.location.pathname };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    this.props.onFault();
  }

  override componentDidUpdate() {
    if (this.state.failedAt !== undefined && this.state.failedAt !== this.props.path) {
      this.setState({ failedAt: undefined });
    }
  }

  override render() {
    if (this.state.failedAt === undefined) return this.props.children;
    return (
      <div className="page">
        <div className="page-notice">
          <EmptyState
            story="lost"
            heading="h1"
            title="Något gick fel"
            text="Sidan kunde inte visas. Ladda om den och försök igen."
            action={
              <Button kind="primary" onClick={() => window.location.reload()}>
                Ladda om sidan
              </Button>
            }
          />
        </div>
      </div>
    );
  }
}
