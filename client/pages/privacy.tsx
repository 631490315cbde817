import { useContactInfo } from '#client/features/contact/use-contact-info.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import type { ContactInfo } from '#src/features/contact/contract.ts';
import { urlOf } from '#src/shared/web-url.ts';
import { Rights, WhenYouLeave } from './privacy/leaving.tsx';
import { Part } from './privacy/part.tsx';
import { Members, Senders, Visitors, Watchers } from './privacy/stored.tsx';

/** Each sentence must match what the code does. */
export default function PrivacyPage() {
  usePageTitle('Integritetspolicy');
  const info = useContactInfo();
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Integritetspolicy</h1>
      </div>
      <div className="policy">
        <p>
          Här står vad {clientConfig().site_name} sparar om dig, varför, hur länge och vem som ser det. Vi
          säljer inga uppgifter, visar ingen reklam som följer dig och använder varken kakor eller andras
          mätverktyg.
        </p>
        <Responsible info={info} />
        <Visitors />
        <Senders />
        <Watchers />
        <Members />
        <WhoSees />
        <Elsewhere />
        <WhenYouLeave />
        <Rights />
      </div>
    </div>
  );
}

function Responsible({ info }: { info: ContactInfo | undefined }) {
  const { site_name } = clientConfig();
  return (
    <Part title="Vem som ansvarar">
      <p>
        {info?.company_name ?? `Den som driver ${site_name}`} ansvarar för personuppgifterna. Skriv till oss
        på <Link to="/contact">kontaktsidan</Link>
        {info?.email && (
          <>
            {' '}
            eller till <MailLink email={info.email} />
          </>
        )}
        {info?.phone && (
          <>
            , eller ring <PhoneLink phone={info.phone} />
          </>
        )}
        .{info?.address && ` Adress: ${info.address.trim().replace(/\s*\n\s*/g, ', ')}.`}
      </p>
    </Part>
  );
}

function WhoSees() {
  return (
    <Part title="Vem som ser vad">
      <ul className="bullets">
        <li>Alla ser dina annonser med ditt namn.</li>
        <li>
          Den du skriver med ser ditt namn och dina meddelanden. När du har skrivit i konversationen visas
          också ditt telefonnummer, så länge det står på din profil. Namnet står också i mejlet om att du har
          skrivit.
        </li>
        <li>Din e-postadress visas aldrig för andra medlemmar eller besökare.</li>
        <li>
          Den som du rapporterar får inte veta att det var du. Därför säger filen med dina egna uppgifter om
          andra har rapporterat dig, när och varför, men inte av vem eller med vilka ord. Den du blockerar ser
          att ni inte kan skriva till varandra, men inte vem av er som har blockerat.
        </li>
        <li>Den vars annons du anmäler får inte veta vem du är.</li>
        <li>
          Vi som driver tjänsten ser konton, annonser, deras meddelanden, rapporter med bevis, invändningar,
          det som kommer in från formulären och, om du skriver till oss om dem, dina bevakningar.
        </li>
        <li>
          Det vi gör där skrivs i en logg: vem av oss, när, vad och vad det gällde, till exempel namnet på
          kontot eller ämnet i ett meddelande. Loggen sparas i två år.
        </li>
        <li>
          Vi kan göra säkerhetskopior av allt utom inloggningar, väntande mejl, obekräftade bevakningar, logg
          och bevis. Läses en gammal kopia in tas konton och adresser som har raderats bort ur den.
        </li>
      </ul>
    </Part>
  );
}

function Elsewhere() {
  const { map_tile_url } = clientConfig();
  const tiles = urlOf(map_tile_url ?? '')?.host;
  return (
    <Part title="Vad som hämtas från andra">
      <p>
        Sidor, typsnitt och våra egna bilder kommer från oss.{' '}
        {tiles
          ? `Kartbilderna hämtas från ${tiles}, som då ser din IP-adress och att du kommer härifrån.`
          : 'Det gör kartan också.'}{' '}
        En banner kan visa en bild eller film som ligger hos någon annan; den platsen ser då din IP-adress.
        Länkar till lopp och andra sidor leder bort härifrån, och där gäller deras egna villkor.
      </p>
    </Part>
  );
}
