import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AriaProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './inputs.tsx';

type Props<Option> = {
  ariaProps: AriaProps;
  name: string;
  placeholder?: string;
  query: string;
  onQuery: (query: string) => void;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  render: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  listLabel: string;
  /** Shown after the options or instead of them: loading, no results, or more results. */
  notice?: string | undefined;
  /** A link or button after the notice. Tab moves to it. */
  noticeAction?: ReactNode;
  /** In a popover, which the second Escape closes: it must not clear what was chosen. */
  keepsText?: boolean;
};

/**
 * Typing highlights the first option. Escape closes the suggestions, then clears the field. Tab leaves without
 * choosing.
 */
export function Combobox<Option>(props: Props<Option>) {
  const {
    ariaProps,
    name,
    placeholder,
    query,
    onQuery,
    options,
    keyOf,
    render,
    onChoose,
    listLabel,
    notice,
    noticeAction,
    keepsText = false,
  } = props;
  const [open, setOpen] = useState(false);
  const actions = useRef<Autocomplete.Root.Actions>(null);
  const hasSuggestions = open && options.length > 0;
  const isPanelOpen = hasSuggestions || (open && !!notice);

  const close = () => {
    setOpen(false);
    // Without this, the highlight would still be there when the suggestions open again.
    actions.current?.unmount();
  };

  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler: () => void }) => {
    if (event.nativeEvent.isComposing) return;
    // The options must exist before Autocomplete can highlight one.
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') flushSync(() => setOpen(true));
    // Do not submit the form.
    else if (event.key === 'Enter' && open) event.preventDefault();
    else if (event.key === 'Escape') {
      // It would clear the field at once.
      event.preventBaseUIHandler();
      if (isPanelOpen || (query && !keepsText)) event.preventDefault();
      if (!isPanelOpen && !keepsText) onQuery('');
      close();
    } else if (event.key === 'Tab' && !noticeAction) close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only detects that focus has left
    <div
      className="combobox"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      {/* `inline` because the library's own popup has buttons that screen readers call "Dismiss". */}
      <Autocomplete.Root
        inline
        actionsRef={actions}
        open={open}
        onOpenChange={(willOpen) => (willOpen ? setOpen(true) : close())}
        items={options}
        filter={null}
        value={query}
        onValueChange={(text) => {
          onQuery(text);
          setOpen(true);
        }}
        autoHighlight
        highlightItemOnHover={false}
      >
        <div className="combobox-field">
          <Search size={20} aria-hidden="true" />
          <Autocomplete.Input
            {...ariaProps}
            render={<TextInput />}
            name={name}
            placeholder={placeholder}
            aria-expanded={hasSuggestions}
            enterKeyHint="search"
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
          <Autocomplete.Clear
            render={
              <IconButton label="Rensa sökningen">
                <X size={20} aria-hidden="true" />
              </IconButton>
            }
            className="combobox-clear"
            tabIndex={0}
          />
        </div>
        {isPanelOpen && (
          // Pressing the panel keeps focus in the field.
          // biome-ignore lint/a11y/noStaticElementInteractions: contains the options
          <div className="combobox-panel" onMouseDown={(event) => event.preventDefault()}>
            {hasSuggestions && (
              <Autocomplete.List aria-label={listLabel}>
                {(option: Option) => (
                  <Autocomplete.Item
                    key={keyOf(option)}
                    value={option}
                    className="combobox-option"
                    onClick={() => onChoose(option)}
                  >
                    {render(option)}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            )}
            {notice && (
              <p className="combobox-notice">
                {notice}
                {noticeAction && <> {noticeAction}</>}
              </p>
            )}
          </div>
        )}
        <Autocomplete.Status className="visually-hidden">
          {open && [hasSuggestions && `${options.length} förslag`, notice].filter(Boolean).join('. ')}
        </Autocomplete.Status>
      </Autocomplete.Root>
    </div>
  );
}
