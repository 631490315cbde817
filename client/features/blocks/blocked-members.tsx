import { useRef } from 'react';
import { dayInStockholm, formatDay } from '../../../src/shared/dates';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { useFailureToast } from '../../platform/feedback/use-failure-toast';
import { Button } from '../../ui/button';
import { useLostFocus } from '../../ui/use-lost-focus';
import { useUnblock } from './use-block';

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
