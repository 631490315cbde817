import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';
import type { AdminLink, LinkCheckResult } from '#src/features/links/contract.ts';
import { countOf, formatCount } from '#src/shared/text.ts';

export function useRefreshLinks(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.links.list.invalidate();
    void utils.admin.events.list.invalidate();
    refreshCounts();
  };
}

function textOf({ checked, ok, remaining }: LinkCheckResult): string {
  if (checked === 0 && remaining === 0) return 'Det finns inga länkar att kontrollera.';
  const rest = remaining > 0 ? ` ${countOf(remaining, 'länk', 'länkar')} kontrolleras i bakgrunden.` : '';
  return `${countOf(checked, 'länk kontrollerad', 'länkar kontrollerade')}, ${formatCount(ok)} fungerar.${rest}`;
}

export const questionAbout = ({ event_count }: AdminLink): string => `${formatCount(event_count)} evenemang`;

export function useLinkActions() {
  const { client } = trpc.useUtils();
  const refresh = useRefreshLinks();
  const check = useAction({
    send: (input: { id?: string }) => client.admin.links.check.mutate(input),
    successToast: textOf,
    failureToast: FAILED.checkLinks,
    refresh,
  });
  const removal = useAction({
    confirm: (link: AdminLink) => ({
      title: 'Ta bort länken',
      about: link.url,
      question: `Länken tas bort från ${questionAbout(link)}.`,
      confirmLabel: 'Ta bort länken',
      danger: true,
    }),
    send: ({ id }) => client.admin.links.remove.mutate({ id }),
    successToast: ({ message }) => message,
    failureToast: FAILED.changeLink,
    refresh,
  });
  return { check, removal };
}
