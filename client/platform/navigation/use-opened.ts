import { useEffect, useState } from 'react';

/**
 * What a dialog was opened for, by the id in the URL, as it was then: it stays, with what was typed, when somebody else
 * changes or deletes it. `current` is it as it is now, undefined when it is gone.
 */
export function useOpened<One extends { id: string }>(
  all: readonly One[] | undefined,
  id: string,
): { opened: One | undefined; current: One | undefined } {
  const [opened, setOpened] = useState<One>();
  const current = all?.find((one) => one.id === id);
  useEffect(() => {
    if (!id) setOpened(undefined);
    else if (current) setOpened((before) => (before?.id === id ? before : current));
  }, [id, current]);
  return { opened: opened?.id === id ? opened : undefined, current };
}
