import { createElement, type FunctionComponent, lazy } from 'react';

export type LazyComponent<Props extends object = object> = FunctionComponent<Props> & {
  /** A failure is reported when the component is rendered. */
  preload: () => Promise<void>;
};

const resetCallbacks = new Set<() => void>();

/** Like `React.lazy`, but a failed fetch can be retried. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
): LazyComponent<Props> {
  const create = (): FunctionComponent<Props> =>
    lazy(() =>
      load().catch((error) => {
        resetCallbacks.add(() => {
          Current = create();
        });
        throw error;
      }),
    );
  let Current = create();
  const preload = () =>
    load().then(
      () => {},
      () => {},
    );
  return Object.assign((props: Props) => createElement(Current, props), { preload });
}

/** Allows components whose fetch failed to be fetched again. Returns whether there were any. */
export function resetFailedComponents(): boolean {
  const hadFailed = resetCallbacks.size > 0;
  for (const reset of resetCallbacks) reset();
  resetCallbacks.clear();
  return hadFailed;
}
