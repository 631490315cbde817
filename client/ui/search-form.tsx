import type { ReactNode } from 'react';

/** The filters apply at once, so submitting does nothing. Without scripts, a form with a submit button is sent. */
export function SearchForm(props: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from 2022 do not support the search element
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
