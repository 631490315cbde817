import type { ReactNode } from 'react';

/** What is filtered at each change: a landmark of its own, and nothing to send. */
export function SearchForm(props: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 do not know the search element
    <form
      className={props.className}
      role="search"
      aria-label={props.label}
      onSubmit={(event) => event.preventDefault()}
    >
      {props.children}
    </form>
  );
}
