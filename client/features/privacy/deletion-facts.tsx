import { retention } from '#client/platform/page/retention.ts';
import { DEAL_KEPT_DAYS } from '#src/features/conversations/rules.ts';
import { EVIDENCE_DAYS } from '#src/features/reports/rules.ts';

export function DeletionFacts() {
  return (
    <>
      <div>
        <p className="deletion-about">Det här tas bort och går inte att få tillbaka:</p>
        <ul className="bullets">
          <li>ditt konto med namn, e-post och telefonnummer</li>
          <li>dina annonser och bevakningar</li>
          <li>alla meddelanden som du har skrivit</li>
        </ul>
      </div>
      <div>
        <p className="deletion-about">Det här finns kvar:</p>
        <ul className="bullets">
          <li>det andra har skrivit till dig, hos dem, utan ditt namn</li>
          <li>
            har ni kommit överens om en plats: hela konversationen, hos den andra, utan ditt namn och
            telefonnummer, i {DEAL_KEPT_DAYS} dagar
          </li>
          <li>rapporter om dig, med det ni skrev till varandra, i {EVIDENCE_DAYS} dagar</li>
          <li>annonser som någon har anmält, med ditt namn och din adress, i {EVIDENCE_DAYS} dagar</li>
          <li>rapporter som du har gjort, utan ditt namn och din adress</li>
          <li>
            det du har skickat med kontaktformuläret eller föreslagit till kalendern
            {retention() ? `, i högst ${retention()} efter att det kom in eller granskades` : ''}
          </li>
        </ul>
      </div>
    </>
  );
}
