import { useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { useUnblock } from './use-block.ts';

/** Nothing for a member who blocks nobody. */
export function BlockedMembers() {
  const blocks = trpc.marketplace.blocks.list.useQuery();
  useFailureToast(blocks.error, FAILED.blocks);
  const unblock = useUnblock();
  const title = useRef<HTMLHeadingElement>(null);
  const focusProps = useLostFocus(title, blocks.data ?? []);
  if (!blocks.data?.length) return null;
  return (
    <section className="profile-card" aria-labelledby="blockerade">
      <h2 className="profile-card-title" id="blockerade" ref={title} tabIndex={-1}>
        Blockerade medlemmar
      </h2>
      <ul className="blocked-members" {...focusProps}>
        {blocks.data.map(({ user_id, name, created_at }) => (
          <li key={user_id}>
            <div>
              <p className="blocked-name">{name}</p>
              <p className="blocked-since">sedan {formatDay(dayInStockholm(new Date(created_at)))}</p>
            </div>
            <Button
              aria-label={`Häv blockeringen av ${name}`}
              busy={unblock.isBusy(user_id)}
              onClick={() => unblock.start({ id: user_id, name })}
            >
              Häv
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
