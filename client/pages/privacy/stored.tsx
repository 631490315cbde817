import { retention } from '#client/platform/page/retention.ts';
import { EVIDENCE_DAYS } from '#src/features/reports/rules.ts';
import {
  ANSWER_DAYS,
  IDLE_DAYS,
  NEWS_DAYS,
  REFUSAL_DAYS,
  REQUEST_DAYS,
} from '#src/features/watches/rules.ts';
import { Part, Terms } from './part.tsx';

const keptFor = (since: string) => {
  const days = retention();
  return days ? `tas bort ${days} efter att ${since}` : 'finns kvar tills vi tar bort det';
};

export function Visitors() {
  return (
    <Part title="När du besöker kalendern">
      <p>
        Du kan titta på kalendern, kartan och annonserna utan att lämna några uppgifter. Serverns logg säger
        vilken sorts sida som hämtades, när och om det gick bra, men inte av vem: inga IP-adresser och inga
        namn.
      </p>
      <Terms
        terms={[
          [
            'IP-adress, när du loggar in eller skickar något',
            'Vi räknar hur många försök som kommer från samma adress, för att skydda konton och formulär mot den som gissar eller skräpar ner. Räkningen gäller i högst ett dygn och är borta inom två. Adresser som du har loggat in från sparas med kontot i 30 dagar efter inloggningen, så att andras gissningar inte kan låsa dig ute.',
          ],
          [
            'IP-adress, när du läser utan att vara inloggad',
            'För att ingen ska kunna överlasta kalendern räknar vi hur många sidor som hämtas från samma adress eller nät och hur mycket av serverns tid de tar. Räkningen gäller den senaste minuten, eller tills tiden är intjänad igen. Den finns bara i serverns minne, där äldre adresser ersätts av nya, och är borta när servern startar om.',
          ],
          [
            'Hur ofta ett lopps sida visas',
            'Din webbläsare meddelar att sidan visas. Vi sparar antalet per lopp och dag i 400 dagar, och arrangören ser det. Din IP-adress finns i serverns minne i en halvtimme, så att samma besök inte räknas flera gånger, och sparas inte.',
          ],
          [
            'I din egen webbläsare',
            'Där ligger det utseende du har valt, att du har sett rutan på Startplatsmarknaden och, om du har loggat in, dina kontouppgifter och en nyckel som håller dig inloggad. Det du har börjat skriva finns kvar tills du stänger fliken eller loggar ut. Inget av det är kakor.',
          ],
        ]}
      />
    </Part>
  );
}

export function Senders() {
  return (
    <Part title="När du skriver till oss eller föreslår ett lopp">
      <Terms
        terms={[
          [
            'Kontaktformuläret',
            `Namn, e-post, ämne och meddelande, för att kunna svara dig. Det ${keptFor('det kom in')}.`,
          ],
          [
            'Förslag till kalendern',
            `Uppgifterna om loppet, ditt namn, din e-post och, om du har lämnat det, ditt telefonnummer, för att kunna granska förslaget och mejla dig om det. Ett granskat förslag ${keptFor('det granskades')}; ett som väntar finns kvar tills det är granskat. Blir förslaget ett evenemang är det bara uppgifterna om loppet som visas.`,
          ],
          [
            'Om du är arrangör',
            `Din e-postadress, för att kunna mejla dig en länk att ändra loppets uppgifter med, när den används, och vad du ändrar och föreslår. Länken gäller i 18 månader, och vi återkallar den när du vill. Den ${keptFor('den gick ut eller återkallades')}, och din adress försvinner då också ur loppets historik. Ett förslag ${keptFor('det granskades')}.`,
          ],
          [
            'Anmälan av en annons',
            `Ditt namn, din e-post, vad du skrev och vårt beslut, för att kunna pröva anmälan och svara dig. Den som har lagt upp annonsen får inte veta vem du är. En avgjord anmälan ${keptFor('den avgjordes')}; en som väntar finns kvar tills den är avgjord.`,
          ],
        ]}
      />
      <p>
        Grunden är vårt berättigade intresse av att svara på det du har skickat, hålla kalendern riktig och
        marknaden trygg.
      </p>
    </Part>
  );
}

export function Watchers() {
  return (
    <Part title="När du bevakar lopp eller annonser">
      <Terms
        terms={[
          [
            'Bevakningar',
            `Din e-post, eller ditt konto, vad du bevakar och hur ofta du vill ha mejl. En bevakning av ett lopp tas bort när loppet är över, eller ett år efter det gamla datumet om ett framflyttat lopp inte har fått något nytt. Om de andra frågar vi en gång om året, och får vi inget svar på ${ANSWER_DAYS} dagar tas de bort. Din adress tas bort ${IDLE_DAYS} dagar efter den sista bevakningen, så att länkarna i mejlen du har fått fungerar om du bevakar igen.`,
          ],
          [
            'Det du inte har bekräftat',
            `Utan konto bekräftar du varje bevakning i ett mejl. Din e-post och det du ville bevaka tas bort efter ${REQUEST_DAYS} dagar.`,
          ],
          [
            'Det vi har mejlat',
            `Vilka nyheter du har fått, så att du aldrig får samma två gånger, i ${NEWS_DAYS / 365} år eller tills din adress tas bort. Säger mejlservern att adressen inte finns avslutar vi bevakningarna, och minns det i ${REFUSAL_DAYS} dagar.`,
          ],
        ]}
      />
      <p>
        Grunden är ditt samtycke. Du avslutar med länken i varje mejl. Den leder också till en sida med alla
        dina bevakningar, där du hämtar eller raderar det vi har om adressen, utan konto. Andra ser bara hur
        många som bevakar ett lopp.
      </p>
    </Part>
  );
}

export function Members() {
  return (
    <Part title="När du har ett konto på Startplatsmarknaden">
      <Terms
        terms={[
          [
            'Kontot',
            'Namn, användarnamn, e-post, telefonnummer, när kontot skapades och när du senast loggade in. Lösenordet sparas bara i en form som inte går att läsa ut. Kontot finns tills det tas bort.',
          ],
          [
            'Inloggningar och länkar',
            'När du loggade in, i högst 30 dagar, och länkar som vi har mejlat: 24 timmar för att verifiera adressen eller nå dina uppgifter, en timme för att byta lösenord, sex månader i mejlet om ett beslut mot dig. Nycklarna sparas bara i en form som inte går att läsa ut.',
          ],
          [
            'Annonser och meddelanden',
            'Det du skriver, när, och om det är läst. Det finns tills det tas bort.',
          ],
          [
            'Steg i en affär och blockeringar',
            'Vilka steg du har bockat av i en konversation och när, och vilka medlemmar du har blockerat. Stegen finns så länge konversationen finns, en blockering tills du häver den eller någon av er tar bort sitt konto.',
          ],
          [
            'Rapporter',
            'Rapporterar du någon sparas ditt namn, din e-post och det du skriver, för att vi ska kunna granska ärendet. Rapporten finns tills den som den gäller tas bort.',
          ],
          [
            'Bevis i en rapport eller anmälan',
            `Tas annonsen, konversationen eller kontot som en rapport gäller bort, bevarar vi rapporten, annonsens uppgifter och det ni två skrev till varandra i ${EVIDENCE_DAYS} dagar, så att den som lurar andra inte kan radera spåren. Bara vi ser beviset, men den som rapporterade får sin egen rapport bland sina uppgifter. Det ingår inte i säkerhetskopior, och sedan raderas det. Gäller en anmälan en annons som tas bort, bevarar vi på samma sätt annonsens uppgifter och namnet och e-posten för den som hade lagt upp den. Tar den som rapporterade bort sitt konto raderas den personens namn, e-post och meddelanden ur beviset genast.`,
          ],
          [
            'Beslut och invändningar',
            'Döljer vi din annons eller stänger av ditt konto sparas vad vi beslutade, varför, din invändning och vårt svar, så länge kontot finns.',
          ],
          [
            'Mejl',
            'Vi mejlar dig om kontot, om nya meddelanden, om dina förslag och bevakningar och om annonser som passar din egen, aldrig reklam. Det sista stänger du av på profilen eller i mejlet. Ett mejl som väntar på att skickas tas bort när det har gått iväg; ett som inte gick att leverera tas bort efter 90 dagar. Vem som helst kan skriva din adress i ett formulär: de mejlen är högst tre i timmen, och med ”Mejla mig inte mer” i dem slipper du fler. Då sparar vi en kontrollsumma av adressen, tills du tillåter mejlen igen.',
          ],
        ]}
      />
      <p>
        Grunden är avtalet med dig om att använda marknadsplatsen, och för rapporter och skydd mot missbruk
        vårt berättigade intresse av att den är trygg.
      </p>
    </Part>
  );
}
