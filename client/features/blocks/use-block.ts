import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useAction } from '#client/ui/use-action.tsx';

type Member = { id: string; name: string };

function useRefetchBlocks(): () => void {
  const { blocks, conversations } = trpc.useUtils().marketplace;
  return () => {
    void blocks.list.invalidate();
    void conversations.open.invalidate();
  };
}

export function useBlock() {
  const { client } = trpc.useUtils();
  return useAction({
    confirm: ({ name }: Member) => ({
      title: `Blockera ${name}`,
      question: [
        'Ni kan inte skriva till varandra, varken här eller om andra annonser, och en reservation mellan er upphör.',
        'Gamla meddelanden går att läsa för er båda.',
        `${name} får inget besked, men kan märka det på att det inte går att skriva till dig.`,
      ].join(' '),
      confirmLabel: 'Blockera',
    }),
    send: ({ id }) => client.marketplace.blocks.create.mutate({ user_id: id }),
    successToast: ({ name }) => `Du har blockerat ${name}`,
    failureToast: FAILED.block,
    refresh: useRefetchBlocks(),
  });
}

export function useUnblock() {
  const { client } = trpc.useUtils();
  return useAction({
    send: ({ id }: Member) => client.marketplace.blocks.delete.mutate({ user_id: id }),
    successToast: 'Blockeringen är hävd',
    failureToast: FAILED.unblock,
    refresh: useRefetchBlocks(),
  });
}
