import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import { DEAL_KEPT_DAYS } from '#src/features/conversations/rules.ts';
import { EVIDENCE_DAYS } from '#src/features/reports/rules.ts';
import { Part } from './part.tsx';

export function WhenYouLeave() {
  return (
    <Part title="När du tar bort ditt konto">
      <p>
        Du tar bort kontot på <Link to="/marketplace/profile">din profil</Link>, med ditt lösenord, eller med
        en länk som vi mejlar om kontot är avstängt. Då försvinner namn, e-post, telefonnummer, annonser, dina
        meddelanden, beslut, blockeringar, bevakningar, rapporter om dig och mejl som väntar, och du loggas ut
        överallt. Det här finns kvar:
      </p>
      <ul className="bullets">
        <li>
          Den du har skrivit med har kvar sina egna meddelanden, med lopp, ordernummer, distans och pris som
          de stod. I stället för ditt namn står Borttagen användare. Har bara du skrivit försvinner
          konversationen.
        </li>
        <li>
          Har ni en affär, med en reserverad eller såld plats eller steg som är avbockade, har den andra kvar
          hela konversationen med pris och steg i {DEAL_KEPT_DAYS} dagar, så att ingen kan radera spåren. I
          stället för ditt namn står Tidigare medlem, telefonnumret försvinner, och den andra kan rapportera.
          Detsamma gäller om du tar bort annonsen.
        </li>
        <li>Rapporter som du har gjort, utan ditt namn och din e-post.</li>
        <li>
          Har någon rapporterat dig: rapporten med det ni två skrev till varandra, annonsen, ditt namn och din
          e-post, i {EVIDENCE_DAYS} dagar.
        </li>
        <li>Har någon anmält din annons: annonsen, ditt namn och din e-post, i {EVIDENCE_DAYS} dagar.</li>
        <li>Vår logg, utan ditt namn; kontots id står kvar i det som rörde det.</li>
        <li>En kontrollsumma av kontots id, så att en gammal säkerhetskopia inte för tillbaka dig.</li>
        <li>Det du har skickat med formulären, med de tider som står ovan.</li>
        <li>Mejl som redan har skickats.</li>
      </ul>
      <p>
        Tar vi bort ett konto försvinner hela dess konversationer, även det andra skrev där, och i vår logg
        står namnet på det konto vi tog bort kvar.
      </p>
    </Part>
  );
}

export function Rights() {
  return (
    <Part title="Dina rättigheter">
      <ul className="bullets">
        <li>
          Få veta: ladda ner allt vi har om dig på <Link to="/marketplace/profile">din profil</Link>, som en
          fil i formatet JSON.
        </li>
        <li>Rätta: namn och telefonnummer ändrar du på profilen.</li>
        <li>Ta bort: annonser en i taget eller hela kontot, på profilen.</li>
        <li>
          Är ditt konto avstängt: försök <Link to="/marketplace/login">logga in</Link> som vanligt. Då kan du
          få en länk mejlad, och med den laddar du ner dina uppgifter eller tar bort kontot.
        </li>
        <li>
          Bevakar du utan konto: hämta och radera det vi har om adressen på sidan med dina bevakningar, som
          mejlen leder till.
        </li>
        <li>
          Har du inget konto, eller vill du invända mot något eller begränsa det, skriv till oss på{' '}
          <Link to="/contact">kontaktsidan</Link>.
        </li>
      </ul>
      <p>
        Är du inte nöjd med hur vi gör kan du klaga hos Integritetsskyddsmyndigheten,{' '}
        <ExternalLink href="https://www.imy.se" linkLabel="Integritetsskyddsmyndigheten">
          imy.se
        </ExternalLink>
        .
      </p>
    </Part>
  );
}
