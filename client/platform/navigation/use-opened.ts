import { useEffect, useState } from 'react';

/**
 * `opened` is the record when its dialog was opened: the dialog keeps it when someone else changes or deletes the
 * record. `current` is the record now; undefined if it was deleted.
 */
export function useOpened<Item extends { id: string }>(
  all: readonly Item[] | undefined,
  id: string,
): { opened: Item | undefined; current: Item | undefined } {
  const [opened, setOpened] = useState<Item>();
  const current = all?.find((item) => item.id === id);
  useEffect(() => {
    if (!id) setOpened(undefined);
    else if (current) setOpened((before) => (before?.id === id ? before : current));
  }, [id, current]);
  return { opened: opened?.id === id ? opened : undefined, current };
}
