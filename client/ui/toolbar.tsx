import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTypedText } from '#client/platform/navigation/use-typed-text.ts';
import { formatCount } from '#src/shared/text.ts';

type Props = {
  title: string;
  count?: number | undefined;
  children?: ReactNode;
};

export function Toolbar({ title, count, children }: Props) {
  return (
    <div className="toolbar">
      <div className="toolbar-title">
        <h1 className="type-title">{title}</h1>
        {count !== undefined && (
          <span className="toolbar-count" aria-live="polite">
            {formatCount(count)} st
          </span>
        )}
      </div>
      {children}
    </div>
  );
}

type SearchProps = { label: string; value: string; onChange: (value: string) => void };

export function ToolbarSearch({ label, value, onChange }: SearchProps) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <label className="toolbar-search">
      <span className="visually-hidden">{label}</span>
      <Search size={20} aria-hidden="true" />
      <input
        className="input"
        type="search"
        name="q"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
