import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Column, DataTable, type RowAction } from '#client/ui/data-table.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { bannerName } from '#src/features/banners/rules.ts';
import { MoveButtons } from './move-buttons.tsx';
import { Thumbnail } from './thumbnail.tsx';

type Props = {
  banners: readonly AdminBanner[];
  onMove: (banner: AdminBanner, by: -1 | 1) => void;
  onToggle: (banner: AdminBanner, isActive: boolean) => void;
  onEdit: (banner: AdminBanner) => void;
  onDelete: (banner: AdminBanner) => void;
};

export function BannerList({ banners, onMove, onToggle, onEdit, onDelete }: Props) {
  // The breakpoint of DataTable: below it, moving and toggling are in the menu.
  const isTable = useMedia('(min-width: 47.5em)');
  const focusAfterMove = useFocusAfterMove(banners);
  const editAction = (banner: AdminBanner): RowAction => ({
    label: 'Redigera',
    icon: <Pencil size={18} aria-hidden="true" />,
    onSelect: () => onEdit(banner),
  });
  const deleteAction = (banner: AdminBanner): RowAction => ({
    label: 'Ta bort',
    icon: <Trash2 size={18} aria-hidden="true" />,
    danger: true,
    onSelect: () => onDelete(banner),
  });
  const menuActions = (banner: AdminBanner): RowAction[] => [
    {
      label: 'Flytta upp',
      icon: <ArrowUp size={18} aria-hidden="true" />,
      disabled: banner.order_index === 0,
      onSelect: () => {
        focusAfterMove(banner.id);
        onMove(banner, -1);
      },
    },
    {
      label: 'Flytta ner',
      icon: <ArrowDown size={18} aria-hidden="true" />,
      disabled: banner.order_index >= banners.length - 1,
      onSelect: () => {
        focusAfterMove(banner.id);
        onMove(banner, 1);
      },
    },
    {
      label: banner.is_active ? 'Inaktivera' : 'Aktivera',
      icon: banner.is_active ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />,
      onSelect: () => onToggle(banner, !banner.is_active),
    },
  ];

  const columns: Column<AdminBanner>[] = [
    {
      key: 'order_index',
      label: 'Ordning',
      kind: 'nowrap',
      cell: (banner) => (
        <span className="banner-order">
          <span className="banner-number">{banner.order_index}</span>
          <MoveButtons banner={banner} count={banners.length} onMove={onMove} />
        </span>
      ),
    },
    { key: 'file', label: 'Bild', cell: (banner) => <Thumbnail banner={banner} /> },
    { key: 'title', label: 'Titel', cell: (banner) => <TitleAndDescription banner={banner} /> },
    {
      key: 'link_url',
      label: 'Länk',
      cell: ({ link_url }) => <span className="banner-url">{readableUrl(link_url)}</span>,
    },
    {
      key: 'is_active',
      label: 'Aktiv',
      cell: (banner) => (
        <Switch
          label={`Aktiv: ${bannerName(banner)}`}
          checked={banner.is_active}
          onChange={(checked) => onToggle(banner, checked)}
        />
      ),
    },
  ];

  return (
    <DataTable
      caption="Banners i den ordning de visas"
      rows={banners}
      keyOf={({ id }) => id}
      nameOf={bannerName}
      columns={columns}
      actions={(banner) => [
        ...(isTable ? [] : menuActions(banner)),
        editAction(banner),
        deleteAction(banner),
      ]}
      compact={(banner) => (
        <div className="banner-compact" id={`banner-${banner.id}`}>
          <Thumbnail banner={banner} />
          <div>
            <TitleAndDescription banner={banner} />
            {banner.link_url && <span className="banner-url">{readableUrl(banner.link_url)}</span>}
            {banner.is_active ? <Tag tone="ok">Aktiv</Tag> : <Tag tone="warn">Inaktiv</Tag>}
          </div>
        </div>
      )}
    />
  );
}

/** Moving a row in the DOM removes focus from its menu button. */
function useFocusAfterMove(banners: readonly AdminBanner[]): (id: string) => void {
  const movedId = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order moves the row
  useEffect(() => {
    if (!movedId.current) return;
    const row = document.getElementById(`banner-${movedId.current}`)?.closest('li');
    if (document.activeElement === document.body) row?.querySelector('button')?.focus();
    movedId.current = undefined;
  }, [banners]);
  return (id) => {
    movedId.current = id;
  };
}

function readableUrl(url: string | null): string | null {
  try {
    return url && decodeURI(url);
  } catch {
    return url;
  }
}

function TitleAndDescription({ banner: { title, description } }: { banner: AdminBanner }) {
  return (
    <span className="banner-row-text">
      {title ? <strong>{title}</strong> : <span className="banner-untitled">Utan titel</span>}
      {description && <span className="banner-description">{description}</span>}
    </span>
  );
}
