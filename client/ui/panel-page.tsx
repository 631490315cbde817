import type { ReactNode } from 'react';
import { Contours, type Control, Course } from './course-art.tsx';

const [WIDTH, HEIGHT] = [520, 760];

const COURSE_PICTURES = {
  first: {
    seed: 11,
    controls: [
      { x: 100, y: 505, mark: 'start' },
      { x: 192, y: 389, mark: 'control', label: '1' },
      { x: 338, y: 418, mark: 'control', label: '2', below: true },
      { x: 279, y: 253, mark: 'control', label: '3', below: true },
      { x: 416, y: 185, mark: 'control', label: '4', below: true },
      { x: 357, y: 88, mark: 'finish' },
    ],
  },
  second: {
    seed: 23,
    controls: [
      { x: 92, y: 520, mark: 'start' },
      { x: 220, y: 446, mark: 'control', label: '1', below: true },
      { x: 182, y: 310, mark: 'control', label: '2', below: true },
      { x: 328, y: 272, mark: 'control', label: '3', below: true },
      { x: 386, y: 160, mark: 'control', label: '4', below: true },
      { x: 280, y: 74, mark: 'finish' },
    ],
  },
} as const satisfies Record<string, { seed: number; controls: readonly Control[] }>;

type Props = {
  sign?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  coursePicture: keyof typeof COURSE_PICTURES;
  slogan: string;
  children: ReactNode;
};

export function PanelPage({ sign, title, lead, coursePicture, slogan, children }: Props) {
  const { seed, controls } = COURSE_PICTURES[coursePicture];
  return (
    <div className="page panel-page">
      <div className="panel-page-form">
        <div className="panel-page-head">
          {sign}
          <h1 className="type-title">{title}</h1>
          {lead && <p className="page-lead">{lead}</p>}
        </div>
        {children}
      </div>
      <div className="panel">
        <svg
          className="course-art"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMin slice"
          aria-hidden="true"
        >
          <Contours width={WIDTH} height={HEIGHT} seed={seed} />
          <Course controls={controls} />
        </svg>
        <p className="panel-slogan type-month">{slogan}</p>
      </div>
    </div>
  );
}
