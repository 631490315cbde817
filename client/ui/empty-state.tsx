import type { ReactNode } from 'react';
import { CourseArt, type CourseStory } from './course-art.tsx';

type Props = {
  story: CourseStory;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
};

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
