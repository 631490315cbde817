import { useEffect, useRef, useState } from 'react';

/** The id of the record that a call is about. Calls about different records do not wait for each other. */
export const idOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;

/**
 * Returns a `send` that ignores calls while one for the same record is pending. It uses a ref, because the second click
 * of a double click arrives before React renders the pending state.
 */
export function useSendOnce<Input>(mutation: {
  mutateAsync: (input: Input) => Promise<unknown>;
}): (input: Input) => void {
  const pending = useRef(new Set<unknown>());
  const settled = useRef<unknown[]>([]);
  const [settledCount, setSettledCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a settled call was rendered
  useEffect(() => {
    for (const id of settled.current.splice(0)) pending.current.delete(id);
  }, [settledCount]);

  return (input) => {
    const id = idOf(input);
    if (pending.current.has(id)) return;
    pending.current.add(id);
    const markSettled = () => {
      settled.current.push(id);
      setSettledCount((count) => count + 1);
    };
    // The mutation reports its own failures.
    mutation.mutateAsync(input).then(markSettled, markSettled);
  };
}
