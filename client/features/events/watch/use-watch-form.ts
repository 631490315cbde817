import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { saveDraft } from '#client/platform/forms/drafts.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useSession } from '#client/platform/session/member.ts';
import { kronorOf } from '#client/ui/money-input.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { type Cadence, WatchInput, type WatchKind } from '#src/features/watches/contract.ts';
import { isMarketKind } from '#src/features/watches/rules.ts';
import { kindsOf, type Watched } from './watched.ts';

const DEFAULT_CADENCES: Record<WatchKind, Cadence> = {
  search: 'daily',
  series: 'daily',
  event: 'direct',
  market_sale: 'direct',
  market_wanted: 'direct',
};

export type WatchValues = {
  kind: WatchKind;
  /** Empty for that of the kind. */
  cadence: Cadence | '';
  distance: string;
  /** The highest of ads to sell, the lowest of those that seek. */
  price: string;
  email: string;
  website: string;
};

const draftNameOf = (watched: Watched) =>
  'search' in watched
    ? `watch ${watched.search.query}`
    : `watch ${watched.event.id} ${watched.kind ?? ''} ${watched.max_price ?? ''}`;

const initialValuesOf = (watched: Watched, kinds: readonly WatchKind[]): WatchValues => ({
  kind: ('event' in watched && watched.kind) || kinds[0] || 'event',
  cadence: '',
  distance: '',
  price: 'event' in watched && watched.max_price ? String(watched.max_price) : '',
  email: '',
  website: '',
});

/** `confirmedAt` is the address of a visitor, who must confirm the watch by mail. A member's dialog closes instead. */
export function useWatchForm(watched: Watched, onClose: () => void) {
  const today = useToday();
  const session = useSession();
  const utils = trpc.useUtils();
  const isMounted = useIsMounted();
  const kinds: WatchKind[] = 'search' in watched ? ['search'] : kindsOf(watched.event, today);
  const [draftName] = useState(() => draftNameOf(watched));
  const [initialValues] = useState(() => initialValuesOf(watched, kinds));
  const form = useForm(initialValues, draftName);
  const { values, clear } = form;
  const [confirmedAt, setConfirmedAt] = useState<string>();

  const kind = kinds.includes(values.kind) ? values.kind : (kinds[0] ?? values.kind);
  const cadence = values.cadence || DEFAULT_CADENCES[kind];

  const options = form.mutationOptions(FAILED.watch);
  const creation = trpc.public.watches.create.useMutation({
    ...options,
    onSuccess: (response, { email }) => {
      saveDraft(draftName, '');
      if (response.watch) {
        options.onSuccess(response);
        void utils.marketplace.watches.invalidate();
        if (isMounted.current) onClose();
      } else if (isMounted.current) {
        clear();
        setConfirmedAt(email ?? '');
      } else {
        // The dialog was closed meanwhile.
        options.onSuccess(response);
      }
    },
  });

  const isMarket = isMarketKind(kind);
  const price = isMarket && values.price.trim() ? kronorOf(values.price) : null;
  const event = 'event' in watched ? watched.event : undefined;
  const input = {
    kind,
    query: 'search' in watched ? watched.search.query : null,
    // For a series too: lists do not have its id.
    event_id: event?.id ?? null,
    series_id: null,
    distance: isMarket ? values.distance : null,
    min_price: kind === 'market_wanted' ? price : null,
    max_price: kind === 'market_sale' ? price : null,
    cadence,
    email: session ? null : values.email,
    website: values.website,
  };
  const findErrors = () => {
    const errors = fieldErrorsOf(WatchInput, input);
    return errors && { ...errors, price: errors.min_price ?? errors.max_price };
  };

  return {
    form,
    kinds,
    kind,
    cadence,
    send: form.submit(findErrors, input, creation),
    isSending: creation.isPending,
    isMember: !!session,
    confirmedAt,
  };
}
