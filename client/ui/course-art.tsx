import { useMemo } from 'react';
import { cx } from './class-names.ts';
import { contours } from './contours.ts';

/**
 * Illustrations of empty pages, drawn as courses on an orienteering map. `lost` ends at a control marked "?", `start`
 * is a single triangle, `inbox` leads from start to finish.
 */
export type CourseStory = 'lost' | 'start' | 'inbox';

type Point = { x: number; y: number };
export type SignKind = 'start' | 'control' | 'unsure' | 'finish';
/** The label is above the sign, or below it if `below` is set. */
export type Control = Point & { mark: SignKind; label?: string; below?: boolean };

const COURSES: Record<CourseStory, readonly Control[]> = {
  lost: [
    { x: 100, y: 112, mark: 'start' },
    { x: 190, y: 60, mark: 'control', label: '1' },
    { x: 278, y: 100, mark: 'control', label: '2' },
    { x: 350, y: 64, mark: 'unsure', label: '?' },
  ],
  start: [{ x: 224, y: 84, mark: 'start' }],
  inbox: [
    { x: 110, y: 116, mark: 'start' },
    { x: 224, y: 58, mark: 'control', label: '1' },
    { x: 338, y: 100, mark: 'finish' },
  ],
};

const RADIUS = 14;
const [WIDTH, HEIGHT] = [448, 168];
const SEED = 7;

function legPath(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [((to.x - from.x) / length) * (RADIUS + 5), ((to.y - from.y) / length) * (RADIUS + 5)];
  return `M${from.x + dx} ${from.y + dy}L${to.x - dx} ${to.y - dy}`;
}

export function Sign({ control }: { control: Control }) {
  const { x, y, mark, label, below } = control;
  if (mark === 'start') {
    return <path className="course" d={`M${x} ${y - 15}L${x + 14} ${y + 9}H${x - 14}Z`} />;
  }
  return (
    <>
      <circle className={cx('course', mark === 'unsure' && 'course-unsure')} cx={x} cy={y} r={RADIUS} />
      {mark === 'finish' && <circle className="course" cx={x} cy={y} r={RADIUS - 6} />}
      {label && (
        <text x={x} y={mark === 'unsure' ? y + 5 : below ? y + RADIUS + 18 : y - RADIUS - 7}>
          {label}
        </text>
      )}
    </>
  );
}

export function Course({ controls }: { controls: readonly Control[] }) {
  return controls.map((control, index) => {
    const previous = controls[index - 1];
    return (
      <g key={`${control.x}`}>
        {previous && (
          <path
            className={cx('course', control.mark === 'unsure' && 'course-dotted')}
            d={legPath(previous, control)}
          />
        )}
        <Sign control={control} />
      </g>
    );
  });
}

export function Contours({ width, height, seed }: { width: number; height: number; seed: number }) {
  return useMemo(() => contours(width, height, seed), [width, height, seed]).map((line) => (
    <path key={line.step} className={cx('contour', line.isIndex && 'contour-index')} d={line.path} />
  ));
}

export function CourseArt({ story }: { story: CourseStory }) {
  return (
    <svg
      className="course-art"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid meet"
      overflow="visible"
      aria-hidden="true"
    >
      <g transform={`translate(${-WIDTH} ${-HEIGHT / 4})`}>
        <Contours width={WIDTH * 3} height={HEIGHT * 1.5} seed={SEED} />
      </g>
      <Course controls={COURSES[story]} />
    </svg>
  );
}
