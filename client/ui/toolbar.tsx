import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../src/shared/text';

type Props = {
  title: string;
  /** How many there are, as "56 st"; undefined until it is known. */
  count?: number | undefined;
  children?: ReactNode;
};

/** The head of an admin's tab: its title and count, then what can be done. */
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

/** Browsers limit how often history may change: the search is told, and stands in the URL, when the fingers rest. */
const TYPING_PAUSE = 250;

/**
 * Narrows the list as one types; its name is `q` (D26). What is typed stands here at once: where `value` is kept in the
 * URL it comes back later than the next key.
 */
export function ToolbarSearch({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value);
  const told = useRef<string[]>([]);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const at = told.current.lastIndexOf(value);
    told.current = told.current.slice(at + 1);
    if (at !== -1) return;
    // Not typed here: by Back, a link, or a button that clears it.
    clearTimeout(pause.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const type = (typed: string) => {
    setText(typed);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      told.current.push(typed);
      tell.current(typed);
    }, TYPING_PAUSE);
  };
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
        onChange={(event) => type(event.target.value)}
      />
    </label>
  );
}
