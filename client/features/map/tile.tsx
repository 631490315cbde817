import type { TileComponentProps } from 'pigeon-maps';
import { createContext, useContext } from 'react';

/** Without a template, the outline is drawn instead. */
export function tileProvider(template: string | null) {
  if (!template) return () => '';
  return (x: number, y: number, z: number) =>
    template.replace('{x}', String(x)).replace('{y}', String(y)).replace('{z}', String(z));
}

/** Called for each tile that was loaded or failed, to detect an unavailable tile server. */
export const ReportTileContext = createContext<(hasLoaded: boolean) => void>(() => {});

export const NoTile = () => <></>;

/** A tile that fails to load is hidden instead of showing a broken image. */
export function Tile({ tile, tileLoaded }: TileComponentProps) {
  const report = useContext(ReportTileContext);
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
