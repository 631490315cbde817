import type { ReactNode } from 'react';
import { CourseArt, type CourseStory } from './course-art';

type Props = {
  story: CourseStory;
  title: string;
  /** One line under the title. */
  text?: ReactNode;
  /** One button. */
  action?: ReactNode;
  heading?: 'h1' | 'h2';
};

/** Nothing here: a strip of map whose course tells why, a title, a line, a button. */
export function EmptyState({ story, title, text, action, heading: Heading = 'h2' }: Props) {
  return (
    <div className="empty-state">
      <div className="empty-state-strip">
        <CourseArt story={story} />
      </div>
      <div className="empty-state-text">
        <Heading className="type-section">{title}</Heading>
        {text && <p>{text}</p>}
        {action}
      </div>
    </div>
  );
}
