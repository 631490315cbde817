import { useEffect, useRef, useState } from 'react';

/** What is sent about one record does not wait for what is sent about another. */
const keyOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;

/**
 * The sending of a mutation, one at a time of each record: until its answer has been drawn another press sends nothing.
 * What React has drawn cannot tell, for the second press of a double click comes before it draws that the first is on
 * its way.
 */
export function useSendOnce<Input>(mutation: {
  mutateAsync: (input: Input) => Promise<unknown>;
}): (input: Input) => void {
  const onTheirWay = useRef(new Set<unknown>());
  const answered = useRef<unknown[]>([]);
  const [answers, setAnswers] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that has been drawn is the reason
  useEffect(() => {
    for (const key of answered.current.splice(0)) onTheirWay.current.delete(key);
  }, [answers]);

  return (input) => {
    const key = keyOf(input);
    if (onTheirWay.current.has(key)) return;
    onTheirWay.current.add(key);
    const done = () => {
      answered.current.push(key);
      setAnswers((count) => count + 1);
    };
    // A failure is told by the mutation itself.
    mutation.mutateAsync(input).then(done, done);
  };
}
