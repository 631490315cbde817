import { type ComponentType, createElement, lazy } from 'react';

type Module = { default: ComponentType };

export type LazyPage = ComponentType & {
  /** Starts to fetch the code. A failure is reported when the page is rendered. */
  preload: () => Promise<void>;
};

const failed = new Set<() => void>();

/** A page whose code is fetched when it is first rendered. Like `React.lazy`, but a failed fetch can be tried again. */
export function lazyPage(load: () => Promise<Module>): LazyPage {
  const create = () =>
    lazy(() =>
      load().catch((error) => {
        failed.add(() => {
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
  return Object.assign(() => createElement(Current), { preload });
}

/** Lets pages whose fetch failed be fetched again. Returns whether there were any. */
export function resetFailedPages(): boolean {
  const hadFailed = failed.size > 0;
  for (const reset of failed) reset();
  failed.clear();
  return hadFailed;
}
