import type { Revision } from '#src/features/history/contract.ts';

const ACTORS: Record<Revision['actor_kind'], string> = {
  admin: 'Administratör',
  organiser: 'Arrangör',
  source: 'Källa',
  geocoder: 'Platssökningen',
  system: 'Systemet',
};

export const actorOf = ({ actor_kind, actor }: Pick<Revision, 'actor_kind' | 'actor'>): string =>
  actor ? (actor_kind === 'admin' ? actor : `${ACTORS[actor_kind]}: ${actor}`) : ACTORS[actor_kind];
