import { CircleHelp } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';

type Props<Answer extends string> = {
  question: string;
  answers: readonly Answer[];
  onAnswer: (answer: Answer) => void;
};

/** Asks about a value that is probably a mistake. The form can be sent without an answer. */
export function RaceQuestion<Answer extends string>({ question, answers, onAnswer }: Props<Answer>) {
  return (
    <div className="race-question">
      <CircleHelp size={18} aria-hidden="true" />
      <p>{question}</p>
      {answers.map((answer) => (
        <Button key={answer} kind="soft" onClick={() => onAnswer(answer)}>
          {answer}
        </Button>
      ))}
    </div>
  );
}
