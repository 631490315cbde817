import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

type Props = {
  path: string;
  /** Answers whether it is only that the page could not be fetched: then it may come at another try. */
  onFault: () => boolean;
  /** The button that was pressed is gone. */
  onRetry: () => void;
  children: ReactNode;
};

type State = { failedAt?: string | undefined; isLost: boolean; wasRetried: boolean };

const FINE: State = { failedAt: undefined, isLost: false, wasRetried: false };

/**
 * Where a fault in a page ends: words and a way out instead of a white screen. A new path tries again, and so does
 * what could not be fetched when the network is back.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state = FINE;

  static getDerivedStateFromError() {
    return { failedAt: window.location.pathname };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    this.setState({ isLost: this.props.onFault() });
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryLost);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryLost);
  }

  override componentDidUpdate() {
    if (this.state.failedAt !== undefined && this.state.failedAt !== this.props.path) this.setState(FINE);
  }

  retryLost = () => {
    if (this.state.isLost) this.setState({ failedAt: undefined, wasRetried: true });
  };

  override render() {
    if (this.state.failedAt === undefined) return this.props.children;
    const { isLost, wasRetried } = this.state;
    // Some browsers remember that a file could not be fetched until the site is loaded anew, which takes a network.
    const canRetry = isLost && !(wasRetried && navigator.onLine);
    return (
      <div className="page">
        <div className="page-notice">
          <EmptyState
            story="lost"
            heading="h1"
            title="Något gick fel"
            text={
              canRetry
                ? 'Sidan kunde inte hämtas. Kontrollera din anslutning och försök igen.'
                : 'Sidan kunde inte visas. Ladda om den och försök igen.'
            }
            action={canRetry ? this.retryButton() : <ReloadButton />}
          />
        </div>
      </div>
    );
  }

  retryButton() {
    const retry = () => {
      this.retryLost();
      this.props.onRetry();
    };
    return (
      <Button kind="primary" onClick={retry}>
        Försök igen
      </Button>
    );
  }
}

const ReloadButton = () => (
  <Button kind="primary" onClick={() => window.location.reload()}>
    Ladda om sidan
  </Button>
);
