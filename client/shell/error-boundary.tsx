import { Component, type ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

type Props = {
  path: string;
  /** Returns true if the page's code failed to load, so that a retry may help. */
  onError: () => boolean;
  /** The pressed button is gone, so focus must move. */
  onRetry: () => void;
  children: ReactNode;
};

type State = { failedPath?: string | undefined; isLoadFailure: boolean; wasRetried: boolean };

const NO_ERROR: State = { failedPath: undefined, isLoadFailure: false, wasRetried: false };

/** Navigation resets it. If the page's code failed to load, it also retries when the browser is online again. */
export class ErrorBoundary extends Component<Props, State> {
  override state = NO_ERROR;
  /** The next load is the one after the network came back. */
  isBackOnline = false;

  static getDerivedStateFromError() {
    return { failedPath: window.location.pathname };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    const isLoadFailure = this.props.onError();
    this.setState({ isLoadFailure });
    // Some browsers cache a failed module fetch until the page is reloaded.
    if (isLoadFailure && this.isBackOnline && navigator.onLine) window.location.reload();
    this.isBackOnline = false;
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryWhenOnline);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryWhenOnline);
  }

  override componentDidUpdate() {
    if (this.state.failedPath !== undefined && this.state.failedPath !== this.props.path)
      this.setState(NO_ERROR);
  }

  retryWhenOnline = () => {
    this.isBackOnline = this.state.isLoadFailure;
    this.retryLoad();
  };

  retryLoad = () => {
    if (this.state.isLoadFailure) this.setState({ failedPath: undefined, wasRetried: true });
  };

  override render() {
    if (this.state.failedPath === undefined) return this.props.children;
    const { isLoadFailure, wasRetried } = this.state;
    // A reload works only when online.
    const canRetry = isLoadFailure && !(wasRetried && navigator.onLine);
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
    const retryAndMoveFocus = () => {
      this.retryLoad();
      this.props.onRetry();
    };
    return (
      <Button kind="primary" onClick={retryAndMoveFocus}>
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
