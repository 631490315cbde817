import type { TileComponent } from 'pigeon-maps';

/** The addresses of a tile server's tiles, or none: the outline is drawn instead. */
export function tileProvider(template: string | null) {
  if (!template) return () => '';
  return (x: number, y: number, z: number) =>
    template.replace('{x}', String(x)).replace('{y}', String(y)).replace('{z}', String(z));
}

export const NoTile: TileComponent = () => <></>;

/** A tile of the map; `onFail` and `onLoad` tell whether the tile server is there. */
export function makeTile(onLoad: () => void, onFail: () => void): TileComponent {
  return function Tile({ tile, tileLoaded }) {
    const { left, top, width, height } = tile;
    return (
      <img
        className="map-tile"
        src={tile.url}
        alt=""
        width={width}
        height={height}
        style={{ transform: `translate(${left}px, ${top}px)` }}
        onLoad={() => {
          tileLoaded();
          onLoad();
        }}
        onError={(event) => {
          event.currentTarget.hidden = true;
          tileLoaded();
          onFail();
        }}
      />
    );
  };
}
