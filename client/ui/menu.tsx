import { Menu as BaseMenu } from '@base-ui/react/menu';
import { ChevronDown, EllipsisVertical } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useCloseOnBack } from '#client/platform/navigation/back.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { showPopover } from './show-popover.ts';
import { useIsWide } from './use-media.ts';

export type MenuItem = {
  /** Identifies an item whose label changes, so that it keeps focus. */
  id?: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

type Props = {
  label: string;
  items: readonly MenuItem[];
  icon?: ReactNode;
  /** Shown on the button. Without it, the button is an icon. */
  text?: string;
  buttonClass?: string;
};

/** On a phone, Back closes the menu. */
export function Menu({ label, items, icon, text, buttonClass }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isWide = useIsWide();
  useCloseOnBack(open && !isWide, () => setOpen(false), { hasEntry: true, isStep: false });

  return (
    <div className="menu" ref={root}>
      <BaseMenu.Root open={open} onOpenChange={setOpen} modal={false}>
        <BaseMenu.Trigger
          ref={button}
          render={
            text ? (
              <Button className={buttonClass} icon={icon}>
                {text}
                <ChevronDown size={18} aria-hidden="true" />
              </Button>
            ) : (
              <IconButton label={label} className={buttonClass}>
                {icon ?? DOTS}
              </IconButton>
            )
          }
        />
        {/* Not in the body: a modal dialog makes everything outside it inert. */}
        <BaseMenu.Portal container={root}>
          <BaseMenu.Positioner
            className="menu-positioner"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            positionMethod="fixed"
            // Cards and dialogs do not clip the top layer.
            popover="manual"
            ref={showPopover}
          >
            <BaseMenu.Popup className="menu-list" aria-label={label}>
              {items.map((item) => (
                <BaseMenu.Item
                  key={item.id ?? item.label}
                  className={cx('menu-item', item.danger && 'menu-item-danger')}
                  disabled={item.disabled}
                  onClick={(event) => {
                    // A dialog that the item opens gives focus back to the button. By default, the item takes focus.
                    event.preventBaseUIHandler();
                    setOpen(false);
                    button.current?.focus();
                    item.onSelect();
                  }}
                >
                  {item.icon}
                  {item.label}
                </BaseMenu.Item>
              ))}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  );
}

const DOTS = <EllipsisVertical size={22} aria-hidden="true" />;
