import { type Mark, Sign } from './course-art';

const SIZE = 36;

/** One sign of a course, to say how far something has come: start, finish, or a control that is not there. */
export function CourseSign({ mark }: { mark: Mark }) {
  return (
    <svg
      className="course-art course-sign"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={64}
      height={64}
      aria-hidden="true"
    >
      <Sign control={{ x: SIZE / 2, y: SIZE / 2, mark, ...(mark === 'unsure' && { label: '?' }) }} />
    </svg>
  );
}
