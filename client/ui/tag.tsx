import { Search, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** `sale` is filled and `wanted` outlined, so that they differ without colour. The others are states. */
export type Tone = 'sale' | 'wanted' | 'plain' | 'ok' | 'warn' | 'err';

const ICONS = { sale: Ticket, wanted: Search } as const;

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = tone === 'sale' || tone === 'wanted' ? ICONS[tone] : undefined;
  return (
    <span className={cx('tag', `tag-${tone}`)}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
    </span>
  );
}
