import { Plus } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { ChangeQueue } from './change-queue.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { SourceItem } from './source-item.tsx';
import { useSourceActions } from './use-source-actions.tsx';

const POLL_INTERVAL_MS = 60_000;
const NEW_SOURCE = 'new';

export default function SourcesAdmin() {
  const sources = trpc.admin.sources.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
  useFailureToast(sources.error, FAILED.fetchSources);
  const [openedId, setOpenedId] = useState<string>();
  const actions = useSourceActions();
  const opened = sources.data?.find(({ id }) => id === openedId);

  return (
    <>
      <Toolbar title="Källor" count={sources.data?.length}>
        <Button
          kind="primary"
          className="toolbar-main"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setOpenedId(NEW_SOURCE)}
        >
          Lägg till källa
        </Button>
      </Toolbar>
      <ListStates
        query={sources}
        placeholder={<ListPlaceholder label="Laddar källor" />}
        failureTitle={FAILED.fetchSources}
        emptyState={{
          title: 'Inga källor',
          text: 'En källa är en kalender (.ics), en CSV-fil eller en JSON Feed på en annan webbplats. Den hämtas varje dag.',
        }}
        total={sources.data?.length ?? 0}
      >
        <ChangeQueue actions={actions} />
        <section className="source-section" aria-labelledby="kallor">
          <h2 className="type-section" id="kallor">
            Källor
          </h2>
          <ul className="data-list">
            {sources.data?.map((source) => (
              <li key={source.id}>
                <SourceItem source={source} actions={actions} onEdit={() => setOpenedId(source.id)} />
              </li>
            ))}
          </ul>
        </section>
      </ListStates>
      {openedId && (opened || openedId === NEW_SOURCE) && (
        <SourceDialog key={openedId} source={opened} onClose={() => setOpenedId(undefined)} />
      )}
      {actions.dialogs}
    </>
  );
}
