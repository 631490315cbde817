import type { ReactNode } from 'react';
import { useContactInfo } from '#client/features/contact/use-contact-info.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { MARKET_RULES } from '#src/features/statements/rules.ts';

/** Each sentence must match what the code does. */
export default function RulesPage() {
  usePageTitle('Regler');
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">Regler för Startplatsmarknaden</h1>
      </div>
      <div className="policy">
        <p>
          Reglerna gäller annonser, meddelanden och konton på{' '}
          <Link to="/marketplace">Startplatsmarknaden</Link>. Vi förmedlar kontakt mellan medlemmar. Köpet gör
          ni upp själva, och pengarna går aldrig genom oss.
        </p>
        <ol className="rules">
          {MARKET_RULES.map(({ id, title, text }) => (
            <li key={id} id={id}>
              <h2 className="type-card">{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <Decisions />
        <Reporting />
        <Objecting />
        <ContactPoint />
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2 className="type-section">{title}</h2>
      {children}
    </section>
  );
}

function Decisions() {
  return (
    <Part id="beslut" title="Så beslutar vi">
      <p>
        En människa fattar alla beslut om regelbrott, och ingen annons tas bort automatiskt. Råden som visas i
        en konversation kommer av fasta regler; de varnar läsaren och ändrar ingen text.
      </p>
      <p>
        En annons slutar att visas av sig själv när loppet är över, inställt, framflyttat eller borttaget, när
        arrangören inte tillåter överlåtelse, när tiden för namnbyte är över, eller efter 60 dagar om den inte
        förnyas. Det är inget beslut om ett regelbrott.
      </p>
      <ul className="bullets">
        <li>En annons som bryter mot reglerna eller lagen döljs eller tas bort.</li>
        <li>Ett konto som används för bedrägeri, trakasserier eller upprepade regelbrott stängs av.</li>
        <li>
          Den som beslutet gäller får ett mejl: vad vi har beslutat, vad som har hänt, vilken regel eller lag
          det bygger på och hur man invänder.
        </li>
      </ul>
    </Part>
  );
}

function Reporting() {
  return (
    <Part id="anmal" title="Anmäl en annons eller en medlem">
      <p>
        Tryck på flaggan på annonsen. Du behöver inget konto: skriv vad som är fel, ditt namn och din
        e-postadress, och försäkra att uppgifterna stämmer. Den som har lagt upp annonsen får inte veta vem du
        är. Du får ett kvitto genast och ett mejl när vi har beslutat.
      </p>
      <p>
        Är du inloggad rapporterar du i stället den som har lagt upp annonsen, eller den du skriver med.
        Fungerar inte formuläret kan du skriva till oss på <Link to="/contact">kontaktsidan</Link> eller
        mejla. Ange annonsens nummer, till exempel SP-1042.
      </p>
    </Part>
  );
}

function Objecting() {
  return (
    <Part id="invand" title="Invänd mot ett beslut">
      <p>
        Gäller beslutet dig finns en länk i mejlet. Med den invänder du inom sex månader, också om kontot är
        avstängt. Har du anmält något och tycker att vi har beslutat fel, skriv till oss på{' '}
        <Link to="/contact">kontaktsidan</Link> inom sex månader och ange ärendets nummer. Vi prövar saken
        igen och svarar. Du kan också få den prövad i domstol.
      </p>
    </Part>
  );
}

function ContactPoint() {
  const info = useContactInfo();
  return (
    <Part id="kontakt" title="Kontaktpunkt">
      <p>
        {info?.company_name ? `${info.company_name} driver marknaden. ` : ''}Medlemmar, besökare och
        myndigheter når oss på svenska eller engelska på <Link to="/contact">kontaktsidan</Link>
        {info?.email && (
          <>
            {' '}
            eller <MailLink email={info.email} />
          </>
        )}
        . Vad vi sparar i ett ärende står i <Link to="/privacy">integritetspolicyn</Link>.
      </p>
    </Part>
  );
}
