import type { TileComponentProps } from 'pigeon-maps';
import { createContext, useContext } from 'react';

/** The addresses of a tile server's tiles, or none: the outline is drawn instead. */
export function tileProvider(template: string | null) {
  if (!template) return () => '';
  return (x: number, y: number, z: number) =>
    template.replace('{x}', String(x)).replace('{y}', String(y)).replace('{z}', String(z));
}

/** Told of each tile whether it came: from that follows whether the tile server is there. */
export const TileReport = createContext<(came: boolean) => void>(() => {});

export const NoTile = () => <></>;

/** A raster tile of the map; one that does not come leaves a gap, not a broken picture. */
export function Tile({ tile, tileLoaded }: TileComponentProps) {
  const report = useContext(TileReport);
  const { url, left, top, width, height } = tile;
  return (
    <img
      className="map-tile"
      src={url}
      alt=""
      style={{ width, height, transform: `translate(${left}px, ${top}px)` }}
      onLoad={() => {
        tileLoaded();
        report(true);
      }}
      onError={(event) => {
        event.currentTarget.hidden = true;
        tileLoaded();
        report(false);
      }}
    />
  );
}
