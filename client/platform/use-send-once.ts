import { useEffect, useRef, useState } from 'react';

/**
 * The sending of a mutation, one at a time: until its answer has been drawn another press sends nothing. What React has
 * drawn cannot tell, for the second press of a double click comes before it draws that the first is on its way.
 */
export function useSendOnce<Input>(mutation: {
  mutateAsync: (input: Input) => Promise<unknown>;
}): (input: Input) => void {
  const isOnItsWay = useRef(false);
  const [answers, setAnswers] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that has been drawn is the reason
  useEffect(() => {
    isOnItsWay.current = false;
  }, [answers]);

  return (input) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    const answered = () => setAnswers((count) => count + 1);
    // A failure is told by the mutation itself.
    mutation.mutateAsync(input).then(answered, answered);
  };
}
