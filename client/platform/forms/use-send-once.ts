import { useEffect, useRef, useState } from 'react';

/** The id of the record that an input is about. What is sent about one record does not wait for another. */
export const idOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;

/**
 * Returns a `send` that ignores calls while one for the same record is pending. It uses a ref, because the second click of
 * a double click comes before React renders the pending state.
 */
export function useSendOnce<Input>(mutation: {
  mutateAsync: (input: Input) => Promise<unknown>;
}): (input: Input) => void {
  const onTheirWay = useRef(new Set<unknown>());
  const answered = useRef<unknown[]>([]);
  const [answers, setAnswers] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that has been drawn is the reason
  useEffect(() => {
    for (const id of answered.current.splice(0)) onTheirWay.current.delete(id);
  }, [answers]);

  return (input) => {
    const id = idOf(input);
    if (onTheirWay.current.has(id)) return;
    onTheirWay.current.add(id);
    const done = () => {
      answered.current.push(id);
      setAnswers((count) => count + 1);
    };
    // A failure is told by the mutation itself.
    mutation.mutateAsync(input).then(done, done);
  };
}
