import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type {
  AcceptResult,
  Source,
  SourceChange,
  SourceFetchResult,
} from '#src/features/sources/contract.ts';
import { countOf, formatCount } from '#src/shared/text.ts';

export function useRefreshSources(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.sources.invalidate();
    void utils.admin.events.list.invalidate();
    refreshCounts();
  };
}

function fetchedText({ is_modified, added, changed, accepted, errors, ignored }: SourceFetchResult): string {
  const left = ignored.length > 0 ? ` ${countOf(ignored.length, 'post är', 'poster är')} inte med.` : '';
  const failed = `${left}${errors.length > 0 ? ` ${formatCount(errors.length)} gick inte att läsa: ${errors[0]}` : ''}`;
  if (!is_modified || (added === 0 && changed === 0)) return `Inget nytt i källan.${failed}`;
  const parts = [
    added > 0 && countOf(added, 'nytt', 'nya'),
    changed > 0 && countOf(changed, 'ändrat', 'ändrade'),
  ];
  return `${parts.filter(Boolean).join(' och ')} evenemang${accepted > 0 ? ' har lagts in' : ' väntar på granskning'}.${failed}`;
}

function acceptedText({ accepted, conflicts: [conflict, ...others] }: AcceptResult): string {
  const text = countOf(accepted, 'ändring godkänd.', 'ändringar godkända.');
  if (!conflict) return text;
  return `${text} ${formatCount(others.length + 1)} väntar ännu, som ${conflict.event_name}: ${conflict.detail}`;
}

export type SourceActions = ReturnType<typeof useSourceActions>;

export function useSourceActions() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshSources();
  const fetch = useAction({
    send: ({ id }: Source) => client.admin.sources.fetch.mutate({ id }),
    successToast: fetchedText,
    failureToast: FAILED.fetchSource,
    refresh,
  });
  const acceptAll = useAction({
    confirm: ({ name, waiting_count }: Source) => ({
      title: 'Godkänn alla',
      question: `${formatCount(waiting_count)} ändringar från ${name} läggs in i kalendern. Det går att ångra.`,
      confirmLabel: 'Godkänn alla',
    }),
    send: ({ id }) => client.admin.sources.acceptAll.mutate({ id }),
    successToast: acceptedText,
    failureToast: FAILED.acceptChange,
    refresh,
  });
  const accept = useAction({
    send: ({ id }: SourceChange) => client.admin.sources.acceptChange.mutate({ change_id: id }),
    successToast: acceptedText,
    failureToast: FAILED.acceptChange,
    refresh,
  });
  const ignore = useAction({
    send: ({ id }: SourceChange) => client.admin.sources.ignoreChange.mutate({ change_id: id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.ignoreChange,
    refresh,
  });
  const deletion = useAction({
    confirm: ({ name }: Source) => ({
      title: 'Ta bort källa',
      question: `Vill du ta bort ${name}? Evenemangen är kvar, men det som väntar på granskning försvinner.`,
      confirmLabel: 'Ta bort',
      danger: true,
    }),
    send: ({ id }) => client.admin.sources.delete.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.deleteSource,
    refresh,
  });
  const dialogs = (
    <>
      {acceptAll.dialog}
      {deletion.dialog}
    </>
  );
  return { fetch, acceptAll, accept, ignore, deletion, dialogs };
}
