import { Ban, Flag, LockOpen } from 'lucide-react';
import type { ConversationDetail } from '../../../src/features/conversations/contract';
import { Menu } from '../../ui/menu';
import { useBlock, useUnblock } from '../blocks/use-block';

type Props = { detail: ConversationDetail; onReport: () => void };

/** What can be done with the other member and with the ad. */
export function ThreadMenu({ detail: { other_user, is_blocked }, onReport }: Props) {
  const block = useBlock();
  const unblock = useUnblock();
  const { id, name } = other_user;
  return (
    <>
      <Menu
        label="Fler val"
        items={[
          {
            label: `Rapportera ${name}`,
            icon: <Flag size={18} aria-hidden="true" />,
            onSelect: onReport,
          },
          is_blocked
            ? {
                label: 'Häv blockering',
                icon: <LockOpen size={18} aria-hidden="true" />,
                onSelect: () => unblock.start({ id, name }),
              }
            : {
                label: `Blockera ${name}`,
                icon: <Ban size={18} aria-hidden="true" />,
                onSelect: () => block.start({ id, name }),
              },
        ]}
      />
      {block.dialog}
    </>
  );
}
