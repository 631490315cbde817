import type { ReactNode } from 'react';
import { type Sport, sportNamed } from '#src/shared/sports.ts';

/** 24 px grid, stroke 1.9, round caps. Dots are heads and hubs. */
const DRAWINGS: Record<Sport, ReactNode> = {
  'Cykel landsväg': (
    <>
      <circle cx="5.5" cy="16.8" r="3.6" />
      <circle cx="18.5" cy="16.8" r="3.6" />
      <path d="M12 18v-4.6l-3.4-2.5 4-3.9 2.6 3.2h3" />
      <circle className="dot" cx="15.2" cy="4.6" r="1.8" />
    </>
  ),
  'Cykel MTB': (
    <>
      <circle cx="6.4" cy="16.6" r="3.6" />
      <circle cx="17.6" cy="16.6" r="3.6" />
      <path d="M2.6 10.6 9 3.8l3.4 4 2.4-2.4 6.6 6" />
      <path d="m10 16.6 2-3.2 2 3.2" />
    </>
  ),
  Löpning: (
    <>
      <circle className="dot" cx="15" cy="4" r="1.9" />
      <path d="M7.6 9.8 10 7.4l3.6.6-2.6 5.2 3.6 2.6-.9 4.6" />
      <path d="m13.6 8 1.9 2.9 3.1.5" />
      <path d="m10.2 14.6-1.7 3.2-4.3.2" />
    </>
  ),
  'Löpning trail': (
    <>
      <path d="M12 2.8 8.4 8h1.8l-3.4 5.6h10.4L13.8 8h1.8z" />
      <path d="M12 13.6v4" />
      <path d="M2.6 20.6c2.6-2.4 5.2-2.4 8.2-1s6.6 1.2 10.6-1.4" />
    </>
  ),
  'Löpning - tidslopp': (
    <>
      <circle cx="12" cy="13.6" r="7.4" />
      <path d="M12 9.800v4.200l2.6 1.500M9.6 2.800h4.8" />
    </>
  ),
  Multisport: (
    <>
      <circle cx="12" cy="12" r="8.8" />
      <path d="m15.8 8.2-1.9 5.6-5.7 2 1.9-5.700z" />
    </>
  ),
  OCR: (
    <>
      <path d="M3.4 4.800h17.200v14.400H3.400zM3.4 9.600h17.200M3.4 14.400h17.2" />
      <path d="M12 4.800v4.800M7.8 9.600v4.800M16.2 9.600v4.800M12 14.400v4.8" />
    </>
  ),
  Rullskidor: (
    <>
      <path d="M8.6 3.400h4.600v4.800l5 2v3.600H8.600z" />
      <path d="M2.6 15.400c1 1.4 2 1.6 3.4 1.600h12.400c1.4 0 2.2-.6 3-2" />
      <circle cx="7.2" cy="19.4" r="1.9" />
      <circle cx="16.6" cy="19.4" r="1.9" />
    </>
  ),
  Simning: (
    <>
      <circle className="dot" cx="18.6" cy="8.6" r="2" />
      <path d="M3.6 13.4 9.4 7.200l3.4-.8 3.6 5" />
      <path d="M2.6 17.800c1.6 0 1.6 1.4 3.2 1.400s1.6-1.4 3.2-1.4 1.6 1.4 3.2 1.4 1.6-1.4 3.2-1.4 1.6 1.4 3.2 1.4 1.6-1.4 2.8-1.4" />
    </>
  ),
  Längdskidor: (
    <>
      <circle className="dot" cx="12.2" cy="3.8" r="1.9" />
      <path d="M8.2 12.2 10.8 7.400l2.6 1.2.4 3.800h3" />
      <path d="m10.2 11.2 2.4 4-.8 5M8.2 14.600l-2.6 5.6" />
      <path d="M17.6 7.8 16.4 20.200M2.8 20.400h16.400c1 0 1.6-.4 2-1.2" />
    </>
  ),
  Swimrun: (
    <>
      <circle className="dot" cx="15.4" cy="3.6" r="1.8" />
      <path d="M8.2 8.4 10.8 6l3.4.8-2.7 4.6 3.3 2.400v2.2" />
      <path d="m14.2 6.8 1.7 2.500h2.7" />
      <path d="m10.7 12.4-1.5 2.700H4.8" />
      <path d="M2.6 18.600c1.6 0 1.6 1.6 3.2 1.600s1.6-1.6 3.2-1.6 1.6 1.6 3.2 1.6 1.6-1.6 3.2-1.6 1.6 1.6 3.2 1.6 1.6-1.6 2.8-1.6" />
    </>
  ),
  Triathlon: (
    <>
      <circle cx="12" cy="7.6" r="4.2" />
      <circle cx="7" cy="16" r="4.2" />
      <circle cx="17" cy="16" r="4.2" />
    </>
  ),
};

const UNKNOWN_DRAWING = (
  <>
    <circle cx="12" cy="12" r="8.8" />
    <path d="M12 7.600v5.200M12 16.200v.1" />
  </>
);

/** Decoration: the name is next to it. */
export function SportIcon({ sport, size = 24 }: { sport: string; size?: number }) {
  const knownSport = sportNamed(sport);
  return (
    <svg className="sport-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {knownSport ? DRAWINGS[knownSport] : UNKNOWN_DRAWING}
    </svg>
  );
}

export function SportBadge({ sport }: { sport: string }) {
  return (
    <span className="sport-badge" data-sport={sport}>
      <SportIcon sport={sport} size={17} />
      {sport}
    </span>
  );
}
