import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import type { CourseStory } from './course-art.tsx';

const nothing = () => null;

/** Few pages are empty. Without a connection the text is enough. */
const CourseArt = lazyComponent(() =>
  import('./course-art.tsx').then(
    (loaded) => ({ default: loaded.CourseArt }),
    () => ({ default: nothing }),
  ),
);

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
        <Suspense>
          <CourseArt story={story} />
        </Suspense>
      </div>
      <div className="empty-state-text">
        <Heading className="type-section">{title}</Heading>
        {text && <p>{text}</p>}
        {action}
      </div>
    </div>
  );
}
