import type { ReactNode } from 'react';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="type-section">{title}</h2>
      {children}
    </section>
  );
}

export function Terms({ terms }: { terms: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl>
      {terms.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
