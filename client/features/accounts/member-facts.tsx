import type { MemberFacts as Facts } from '#src/features/accounts/contract.ts';
import { formatMonth } from '#src/shared/dates.ts';
import { countOf } from '#src/shared/text.ts';

/** `Medlem sedan mars 2026 · 3 avslutade affärer · Svarar oftast samma dag`. */
export function MemberFacts({ facts }: { facts: Facts }) {
  const { member_since, completed_deals, replies } = facts;
  const month = formatMonth(`${member_since}-01`).toLowerCase();
  const parts = [
    `Medlem sedan ${month} ${member_since.slice(0, 4)}`,
    completed_deals > 0 && countOf(completed_deals, 'avslutad affär', 'avslutade affärer'),
    replies === 'same_day' && 'Svarar oftast samma dag',
  ];
  return <p className="member-facts">{parts.filter(Boolean).join(' · ')}</p>;
}
