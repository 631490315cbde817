import { useToday } from '#client/platform/page/clock.ts';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';
import { VIEW_DAYS } from '#src/features/organisers/rules.ts';
import { addDaysTo, formatDay } from '#src/shared/dates.ts';
import { formatCount } from '#src/shared/text.ts';

/** How many look, watch, sell and seek. Nobody knows who. */
export function RaceNumbers({ event }: { event: OrganiserEvent }) {
  const total = event.views.reduce((sum, { views }) => sum + views, 0);
  const numbers = [
    [total === 1 ? 'visning på 30 dagar' : 'visningar på 30 dagar', total],
    ['följer', event.watchers],
    ['säljer plats', event.selling],
    ['söker plats', event.seeking],
  ] as const;
  return (
    <div className="organiser-numbers">
      <dl>
        {numbers.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {total > 0 && <ViewsChart views={event.views} />}
    </div>
  );
}

const [BAR, GAP, HEIGHT] = [7, 3, 44];

function ViewsChart({ views }: Pick<OrganiserEvent, 'views'>) {
  const today = useToday();
  const byDay = new Map(views.map(({ day, views: count }) => [day, count]));
  const days = Array.from({ length: VIEW_DAYS }, (_, index) => addDaysTo(today, index + 1 - VIEW_DAYS));
  const most = Math.max(...byDay.values());
  const busiest = views.find(({ views: count }) => count === most)?.day ?? today;
  const label = `Visningar per dag de senaste 30 dagarna, flest ${formatDay(busiest)}: ${formatCount(most)}`;
  return (
    <svg
      className="organiser-chart"
      viewBox={`0 0 ${VIEW_DAYS * (BAR + GAP) - GAP} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {days.map((day, index) => {
        const count = byDay.get(day) ?? 0;
        const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
        return (
          <rect
            key={day}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            data-empty={count === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}
