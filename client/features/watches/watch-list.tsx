import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { CADENCES, type Cadence, type Watch } from '#src/features/watches/contract.ts';
import { CADENCE_LABELS } from '#src/features/watches/rules.ts';
import { useCadence } from './use-cadence.ts';
import type { WatchCalls } from './watch-calls.ts';
import { WatchName } from './watch-name.tsx';

type Props = { label: string; watches: readonly Watch[]; calls: WatchCalls };

export function WatchList({ label, watches, calls }: Props) {
  const changeCadence = useCadence(calls);
  const ending = useEnd(calls);
  return (
    <>
      <ul className="watch-list" aria-label={label}>
        {watches.map((watch) => {
          const { id, title, cadence, is_expiring } = watch;
          return (
            <li key={id}>
              <WatchName watch={watch}>{is_expiring && <Tag tone="warn">Avslutas snart</Tag>}</WatchName>
              <div className="watch-controls">
                <Select
                  aria-label={`Hur ofta: ${title}`}
                  value={cadence}
                  onChange={(event) => changeCadence({ id, cadence: event.target.value as Cadence })}
                >
                  {CADENCES.map((value) => (
                    <option key={value} value={value}>
                      {CADENCE_LABELS[value]}
                    </option>
                  ))}
                </Select>
                <Button
                  kind="quiet"
                  aria-label={`Avsluta ${title}`}
                  busy={ending.isBusy(id)}
                  onClick={() => ending.start(watch)}
                >
                  Avsluta
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {ending.dialog}
    </>
  );
}

function useEnd({ remove, show, refetch }: WatchCalls) {
  return useAction({
    confirm: ({ title }: Watch) => ({
      title: 'Avsluta bevakningen?',
      about: title,
      question: 'Du får inga fler mejl om den.',
      confirmLabel: 'Avsluta',
    }),
    send: ({ id }) => remove({ id }),
    successToast: 'Bevakningen är avslutad',
    failureToast: FAILED.endWatch,
    onSuccess: (_, { id }) =>
      show((list) => ({ ...list, watches: list.watches.filter((one) => one.id !== id) })),
    refresh: refetch,
  });
}
