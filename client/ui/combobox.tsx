import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Wiring } from './field';
import { IconButton } from './icon-button';
import { TextInput } from './inputs';

type Props<Option> = {
  wiring: Wiring;
  name: string;
  placeholder?: string;
  query: string;
  onQuery: (query: string) => void;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  render: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  /** The name of the list for a reader. */
  listLabel: string;
  /** Under the options, or in their place: that they are on their way, that there are none, that there are more. */
  notice?: string | undefined;
};

/**
 * A search field with suggestions under it: the editable combobox of the ARIA pattern. Typing marks the first
 * suggestion; arrows move the mark, Enter takes it, Escape closes the list and then empties the field, Tab goes on without it.
 */
export function Combobox<Option>(props: Props<Option>) {
  const { wiring, name, placeholder, query, onQuery, options, keyOf, render, onChoose, listLabel, notice } =
    props;
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const optionId = (at: number) => `${id}-${at}`;
  // Options that came or went while the list was open.
  const active = Math.min(marked, options.length - 1);
  const shows = open && options.length > 0;

  useEffect(() => {
    if (shows && active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [shows, active]);

  const search = (text: string) => {
    onQuery(text);
    setOpen(true);
    setMarked(text.trim() ? 0 : -1);
  };
  const close = () => {
    setOpen(false);
    setMarked(-1);
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    close();
    onChoose(option);
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    // Round the list; from nowhere to its near end.
    const from = open && active >= 0 ? active : step === 1 ? -1 : options.length;
    setMarked((from + step + options.length) % Math.max(options.length, 1));
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      // Never sends the form while suggestions are shown.
      event.preventDefault();
      if (shows) choose(options[active]);
    } else if (event.key === 'Escape' && (open || query)) {
      event.preventDefault();
      if (open) close();
      else onQuery('');
    } else if (event.key === 'Tab') {
      // The next stop may be the button in the field: the list would lie open over the fields below.
      close();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that focus has left its controls
    <div
      className="combobox"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <div className="combobox-field">
        <Search size={20} aria-hidden="true" />
        <TextInput
          {...wiring}
          ref={input}
          name={name}
          value={query}
          placeholder={placeholder}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shows}
          aria-controls={shows ? `${id}-list` : undefined}
          aria-activedescendant={shows && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => search(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={press}
        />
        {query && (
          <IconButton
            label="Rensa sökningen"
            className="combobox-clear"
            onClick={() => {
              search('');
              input.current?.focus();
            }}
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {open && (options.length > 0 || notice) && (
        // A press on the panel leaves focus in the field.
        // biome-ignore lint/a11y/noStaticElementInteractions: holds the options, which are what is pressed
        <div className="combobox-panel" onMouseDown={(event) => event.preventDefault()}>
          {shows && (
            <div id={`${id}-list`} ref={list} role="listbox" aria-label={listLabel} tabIndex={-1}>
              {options.map((option, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                <div
                  key={keyOf(option)}
                  id={optionId(at)}
                  className="combobox-option"
                  role="option"
                  aria-selected={at === active}
                  tabIndex={-1}
                  onClick={() => choose(option)}
                >
                  {render(option)}
                </div>
              ))}
            </div>
          )}
          {notice && <p className="combobox-notice">{notice}</p>}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {open && [options.length > 0 && `${options.length} förslag`, notice].filter(Boolean).join('. ')}
      </span>
    </div>
  );
}
