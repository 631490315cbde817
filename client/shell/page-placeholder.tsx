import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';

export function PagePlaceholder() {
  const isSlow = useDelayed(true);
  return (
    <div className="page">
      {isSlow && (
        <div className="page-placeholder">
          <p className="visually-hidden" role="status">
            Laddar sidan...
          </p>
          <Skeleton width="min(420px, 70%)" height={38} />
          <Skeleton width="100%" height={66} />
          <Skeleton width="100%" height={126} />
        </div>
      )}
    </div>
  );
}
