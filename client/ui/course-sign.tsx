import { Sign, type SignKind } from './course-art.tsx';

const SIZE = 36;

export function CourseSign({ mark }: { mark: SignKind }) {
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
