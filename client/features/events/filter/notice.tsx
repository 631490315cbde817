import { Button } from '#client/ui/button.tsx';
import { SimilarNotice } from '#client/ui/similar-notice.tsx';
import { nameOfNear } from '#src/features/events/filter/active.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { isSimilar } from '#src/features/events/search/ranks.ts';
import type { FilteredEvents } from './use-event-filter.ts';
import { useLocate } from './use-near.ts';

type Props = { filtered: Pick<FilteredEvents<unknown>, 'applied' | 'found' | 'near' | 'shown'> };

/** Explains a list that differs from the request: only similar matches, or no known place or distances. */
export function FilterNotice({ filtered: { applied, found, near, shown } }: Props) {
  return (
    <>
      {found && shown.length > 0 && isSimilar(found) && <SimilarNotice q={applied.q} />}
      {near.state === 'pending' && <p className="filter-notice">Räknar ut avstånd …</p>}
      {near.state === 'failed' && (
        <p className="filter-notice" role="status">
          Avstånden kunde inte räknas ut, så hela landet visas.
          <Button kind="soft" busy={near.isFetching} onClick={near.retry}>
            Försök igen
          </Button>
        </p>
      )}
      {near.state === 'missing' &&
        (applied.near === MY_POSITION ? (
          <LocateNotice />
        ) : (
          <p className="filter-notice">
            Orten ”{nameOfNear(applied.near)}” finns inte i ortlistan, så hela landet visas.
          </p>
        ))}
    </>
  );
}

const ignore = () => {};

/** A link with `near=mig` has no position. The person who opens it must share theirs. */
function LocateNotice() {
  const { isLocating, start } = useLocate(ignore);
  return (
    <p className="filter-notice">
      Din plats är inte hämtad, så hela landet visas.
      <Button kind="soft" busy={isLocating} onClick={start}>
        Hämta min plats
      </Button>
    </p>
  );
}
