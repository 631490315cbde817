export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/** Code, HTTP status and Swedish text. The client has its own texts for failed actions, such as toasts. */
export const ERRORS = {
  'request.invalid': [400, 'Något i det du skickade är inte ifyllt som det ska.'],
  'request.malformed': [400, 'Det gick inte att läsa det du skickade.'],
  'request.too_long': [400, 'En text är för lång.'],
  'request.email': [400, 'Ange en giltig e-postadress.'],
  'request.url': [400, 'Ange en giltig länk som börjar med http:// eller https://.'],
  'request.too_large': [413, 'Det du skickade är för stort.'],
  'request.unsupported': [415, 'Den typen av innehåll tas inte emot här.'],
  'request.too_many': [429, 'Du har gjort det här för många gånger. Vänta en stund och försök igen.'],
  'request.cross_site': [403, 'Anropet kom från en annan webbplats och utfördes därför inte.'],
  'request.batch_repeated': [400, 'Samma sak får bara frågas efter en gång åt gången.'],
  'request.batch_too_large': [413, 'Svaret blir för stort. Fråga efter färre saker åt gången.'],
  'request.secret_in_query': [400, 'Lösenordet får inte stå i adressen. Skicka det i anropets innehåll.'],
  'request.unauthorized': [401, 'Du måste vara inloggad'],
  'request.not_found': [404, 'Det du söker finns inte.'],
  'server.failed': [500, 'Något gick fel hos oss. Försök igen.'],
  'server.disk_full': [503, 'Servern har slut på utrymme. Försök igen senare.'],
  'server.unavailable': [503, 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.'],
  'server.uncertain': [
    503,
    'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.',
  ],

  'event.required': [400, 'Vänligen fyll i alla obligatoriska fält'],
  'event.date': [400, 'Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.'],
  'event.end_before_start': [400, 'Slutdatum kan inte vara före startdatum.'],
  'event.sport': [400, 'Välj en av de sporter som finns.'],
  'event.landskap': [400, 'Välj ett av Sveriges 25 landskap.'],
  'event.distance': [400, 'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")'],
  'event.too_many_distances': [400, 'Ett evenemang kan ha högst 30 distanser.'],
  'event.field_incomplete': [400, 'Vänligen fyll i både fältetikett och värde'],
  'event.too_many_fields': [400, 'Ett evenemang kan ha högst 20 extra fält.'],
  'event.too_many_dates': [400, 'Ett evenemang kan ha högst 20 tidigare datum.'],
  'event.choice': [400, 'Välj ett av de värden som finns.'],
  'event.boolean': [400, 'Skriv true eller false.'],
  'event.registration_order': [400, 'Anmälan kan inte stänga innan den öppnar.'],
  'event.transfer_order': [400, 'En period för namnbyte kan inte sluta innan den börjar.'],
  'event.transfer_distance': [400, 'En period eller ett pris gäller en distans som loppet inte har.'],
  'event.transfer_after_race': [400, 'En period för namnbyte kan inte gälla efter loppets sista dag.'],
  'event.transfer_ambiguous': [
    400,
    'Två perioder för namnbyte slutar samma dag för samma distans. Då går det inte att veta vilken som gäller.',
  ],
  'event.checked_in_future': [400, 'Reglerna kan inte vara kontrollerade en dag som inte har varit.'],
  'event.price_repeated': [400, 'En distans kan bara ha ett ordinarie pris.'],
  'event.too_many_periods': [400, 'Ett evenemang kan ha högst 20 perioder för namnbyte.'],
  'event.kronor': [400, 'Ange ett belopp i hela kronor.'],
  'event.too_many_needs': [400, 'Ange högst 10 uppgifter som köparen ska lämna.'],
  'event.banner_order': [400, 'Bannertextens slut kan inte vara före dess start.'],
  'event.place': [
    400,
    'Ange både latitud och longitud för en plats i eller nära Sverige (t.ex. 59,33 och 18,07).',
  ],
  'event.exists': [409, 'Evenemanget finns redan.'],
  'event.not_found': [404, 'Evenemanget finns inte.'],
  'event.changed': [409, 'Någon annan har ändrat evenemanget sedan du öppnade det.'],

  'source.required': [400, 'Ange både namn och adress.'],
  'source.exists': [409, 'Det finns redan en källa med den adressen.'],
  'source.not_found': [404, 'Källan finns inte.'],
  'source.changed': [409, 'Någon annan har ändrat källan sedan du öppnade den.'],
  'source.change_not_found': [404, 'Ändringen väntar inte längre.'],
  'source.conflict': [409, 'Ändringen passar inte ihop med evenemanget.'],
  'source.dns': [400, 'Adressens domän finns inte.'],
  'source.tls': [400, 'Webbplatsens certifikat är ogiltigt.'],
  'source.refused': [400, 'Webbplatsen svarar inte.'],
  'source.timeout': [400, 'Webbplatsen svarade inte i tid.'],
  'source.too_large': [400, 'Filen är större än 10 MB.'],
  'source.private': [400, 'Adressen leder till ett privat nät eller en annan port än 80 och 443.'],
  'source.redirect': [400, 'Adressen leder vidare för många gånger, eller till en adress som är för lång.'],
  'source.unreadable': [400, 'Svaret går inte att packa upp.'],
  'source.gone': [400, 'Det finns inget på adressen längre.'],
  'source.forbidden': [400, 'Webbplatsen släpper inte in kalendern.'],
  'source.http': [400, 'Webbplatsen svarade med ett fel.'],
  'source.format': [
    400,
    'Innehållet är varken iCalendar, JSON Feed eller en CSV med kolumnerna event_name och event_date.',
  ],
  'source.too_many': [400, 'Källan har fler än 20 000 evenemang. Dela upp den.'],
  'source.too_costly': [
    400,
    'Källan tar för lång tid eller för mycket minne att läsa. Dela upp den eller ta bort upprepningar.',
  ],
  'source.empty': [400, 'Källan innehåller inga evenemang.'],
  'source.unusable': [400, 'Inget i källan går att läsa in. Välj sport och distanser om källan saknar dem.'],

  'link.not_found': [404, 'Länken finns inte på något evenemang.'],
  'event.too_many': [400, 'Det går att ändra högst 20 000 evenemang på en gång.'],

  'event.same': [400, 'Välj två olika evenemang.'],
  'event.merged': [409, 'Evenemanget är redan ihopslaget med ett annat.'],
  'merge.not_found': [404, 'Det finns ingen sammanslagning att ångra.'],
  'merge.too_late': [409, 'En sammanslagning går att ångra i 30 dagar.'],
  'merge.covered': [
    409,
    'Evenemanget som det slogs ihop med har i sin tur slagits ihop eller tagits bort. Ångra det först.',
  ],

  'revision.not_found': [404, 'Ändringen finns inte.'],
  'revision.first': [409, 'Det var då evenemanget lades till. Ta bort evenemanget i stället.'],
  'revision.conflict': [
    409,
    'Det som var passar inte ihop med senare ändringar. Ändra evenemanget för hand.',
  ],
  'batch.not_found': [404, 'Importen eller ändringen finns inte.'],
  'batch.undone': [409, 'Det är redan ångrat.'],
  'batch.too_late': [409, 'En ändring av flera evenemang går att ångra i ett dygn.'],

  'series.not_found': [404, 'Serien finns inte.'],
  'series.required': [400, 'Ange både namn och adress.'],
  'series.slug': [400, 'Adressen får bara ha små bokstäver a–z, siffror och enkla bindestreck mellan dem.'],
  'series.slug_taken': [409, 'Adressen används, eller har använts, av en annan serie. Välj en annan.'],
  'series.merged_into_itself': [400, 'En serie kan inte slås ihop med sig själv.'],

  'organiser.required': [400, 'Ange arrangörens e-postadress.'],
  'organiser.not_found': [404, 'Arrangören finns inte.'],
  'organiser.too_many': [409, 'En serie kan ha högst 20 arrangörer.'],
  'organiser.copy_date': [400, 'Välj ett senare datum, högst två år framåt.'],
  'proposal.not_found': [404, 'Förslaget finns inte. Arrangören kan ha ersatt det.'],
  'proposal.reviewed': [409, 'Förslaget är redan granskat.'],
  'proposal.status': [400, 'Välj om förslaget ska godkännas eller avvisas.'],
  'proposal.conflict': [409, 'Evenemanget har ändrats sedan förslaget skickades.'],

  'import.missing': [400, 'Välj en fil först.'],
  'import.file_type': [400, 'Ogiltig filtyp. Vänligen ladda upp CSV eller Excel-fil.'],
  'import.unreadable': [400, 'Filen går inte att läsa som CSV eller Excel.'],
  'import.empty': [400, 'Filen innehåller inga evenemang.'],
  'import.columns': [
    400,
    'Filen saknar en eller flera obligatoriska kolumner: event_date, event_name, distances, sport_type.',
  ],
  'import.too_large': [413, 'Filen är större än 10 MB.'],
  'import.too_many_rows': [413, 'Filen har fler än 20 000 rader.'],
  'import.repeated': [409, 'Evenemanget står redan på en tidigare rad i filen.'],

  'banner.source': [400, 'Vänligen ladda upp en fil eller ange en extern URL'],
  'banner.file': [400, 'Filen finns inte. Ladda upp den igen.'],
  'banner.link': [400, 'Ange en länk som börjar med http:// eller https://, eller en egen sida som /map.'],
  'banner.order': [400, 'Ordningen är ett heltal från 0 och uppåt.'],
  'banner.not_found': [404, 'Bannern finns inte.'],
  'banner.changed': [409, 'Någon annan har ändrat bannern sedan du öppnade den.'],
  'upload.missing': [400, 'Välj en fil att ladda upp.'],
  'upload.kind': [415, 'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).'],
  'upload.broken': [
    415,
    'Filen är skadad eller innehåller mer än en bild eller film. Spara om den och försök igen.',
  ],
  'upload.too_many': [429, 'Du har laddat upp så mycket som går på ett dygn. Försök igen i morgon.'],
  'upload.dimensions': [413, 'Bilden har fler än 64 miljoner bildpunkter, eller fler än 16 384 på en sida.'],
  'upload.too_large': [413, 'Filen är större än 50 MB.'],

  'backup.file': [400, 'Välj en backup-fil först'],
  'backup.unreadable': [400, 'Filen är ingen backup, eller så är den inte hel. Inget har ändrats.'],
  'backup.not_json': [
    400,
    'Filen är ingen JSON-fil. En backup är en fil som har sparats med Exportera backup. Inget har ändrats.',
  ],
  'backup.version': [400, 'Filen är en backup av en annan version. Inget har ändrats.'],
  'backup.busy': [409, 'En annan import av en backup pågår. Vänta tills den är klar.'],

  'contact.required': [400, 'Vänligen fyll i alla fält'],
  'contact.message_not_found': [404, 'Meddelandet finns inte.'],
  'contact.full': [503, 'Vi har fått ovanligt många meddelanden. Försök igen senare.'],
  'submission.full': [503, 'Vi har fått ovanligt många förslag. Försök igen senare.'],
  'submission.too_long': [400, 'De extra fälten är för långa tillsammans.'],
  'submission.required': [400, 'Vänligen fyll i alla obligatoriska fält'],
  'submission.status': [400, 'Välj om förfrågan ska godkännas eller avvisas.'],
  'submission.not_found': [404, 'Förfrågan finns inte.'],
  'submission.reviewed': [409, 'Förfrågan är redan granskad.'],

  'admin.required': [400, 'Please fill in all fields'],
  'admin.login_failed': [401, 'Login failed. Please check your credentials.'],
  'admin.confirm_password': [403, 'Skriv ditt lösenord igen för att fortsätta.'],
  'admin.must_change_password': [403, 'Du måste välja ett eget lösenord innan du kan fortsätta.'],
  'admin.password': [400, 'Ange ditt lösenord'],
  'admin.wrong_password': [400, 'Fel lösenord. Försök igen.'],
  'admin.code_required': [401, 'Skriv koden från din app, eller en återställningskod.'],
  'admin.passkey_required': [401, 'Använd din passkey, eller skriv en kod.'],
  'admin.code_failed': [401, 'Koden eller passkeyn gick inte att godta. Försök igen.'],
  'admin.confirm_code': [400, 'Skriv koden från din app, eller en återställningskod.'],
  'admin.wrong_code': [400, 'Koden stämmer inte eller är redan använd. Försök igen.'],
  'admin.must_add_factor': [403, 'Du måste lägga till tvåstegsinloggning innan du kan fortsätta.'],
  'admin.code': [400, 'Ange koden'],
  'admin.totp_exists': [409, 'Du har redan en app för koder. Ta bort den först.'],
  'admin.totp_not_found': [404, 'Du har ingen app för koder.'],
  'admin.totp_not_started': [409, 'Börja om: det finns ingen kod att bekräfta.'],
  'admin.passkey_invalid': [400, 'Passkeyn gick inte att kontrollera. Försök igen.'],
  'admin.passkey_name': [400, 'Ge passkeyn ett namn'],
  'admin.passkey_exists': [409, 'Passkeyn är redan tillagd.'],
  'admin.too_many_passkeys': [409, 'Du kan ha högst 10 passkeys.'],
  'admin.passkey_not_found': [404, 'Passkeyn finns inte.'],
  'admin.no_factor': [409, 'Lägg till en app för koder eller en passkey först.'],
  'admin.not_found': [404, 'Administratören finns inte.'],
  'admin.exists': [409, 'Det finns redan en administratör med det namnet.'],
  'admin.last': [409, 'Den sista administratören kan inte tas bort.'],
  'admin.name': [400, 'Användarnamnet får ha bokstäver a–z, siffror, punkter, bindestreck och understreck.'],
  'admin.session_not_found': [404, 'Sessionen finns inte.'],
  'admin.digest_email': [400, 'Ange en e-postadress att skicka veckobrevet till.'],

  'settings.too_many_steps': [400, 'Inforutan kan ha högst 20 steg.'],
  'settings.advice': [400, 'Välj bland de råd som finns.'],
  'settings.changed': [409, 'Någon annan har ändrat inforutan sedan du öppnade den.'],

  'account.required': [400, 'Vänligen fyll i alla fält'],
  'account.name': [400, 'Namn måste anges'],
  'account.name_address': [400, 'Namnet får inte innehålla en webbadress eller e-postadress.'],
  'account.name_phone': [400, 'Namnet får inte innehålla ett telefonnummer.'],
  'account.phone': [400, 'Telefonnumret får inte innehålla en webbadress eller e-postadress.'],
  'account.name_characters': [400, 'Namnet innehåller tecken som inte går att använda i ett namn.'],
  'account.name_scripts': [400, 'Skriv namnet med bokstäver från ett och samma alfabet.'],
  'account.name_reserved': [
    400,
    'Namnet innehåller ett ord som bara vi får använda, till exempel admin eller support.',
  ],
  'account.not_found': [404, 'Användaren finns inte.'],
  'account.email_locked': [400, 'E-postadress kan inte ändras'],
  'deletion.password': [400, 'Ange ditt lösenord'],
  'deletion.wrong_password': [400, 'Fel lösenord. Kontot är kvar.'],
  'data_link.invalid': [400, 'Länken är ogiltig eller har gått ut.'],
  'user.required': [400, 'Alla fält måste fyllas i'],
  'password.weak': [400, 'Lösenordet uppfyller inte kraven'],
  'password.common': [400, 'Lösenordet är ett av de vanligaste. Välj ett annat.'],
  'password.mismatch': [400, 'Lösenorden matchar inte'],
  'password.same': [400, 'Välj ett annat lösenord än det du har nu.'],
  'password.too_short': [400, 'Lösenordet måste vara minst 8 tecken'],
  'login.failed': [401, 'Felaktig e-post eller lösenord.'],
  // In English, because the API promises the words `verify` and `suspended`. The client shows Swedish texts instead.
  'login.unverified': [401, 'Please verify your e-mail address before you log in.'],
  'login.suspended': [401, 'This account is suspended.'],
  'verification.invalid': [400, 'Verifieringslänken är ogiltig eller har gått ut.'],
  'forgot.email': [400, 'Ange din e-postadress'],
  'reset.required': [400, 'Fyll i alla fält'],
  'reset.invalid': [400, 'Ogiltig eller utgången återställningslänk'],

  'announcement.event': [400, 'Välj ett evenemang'],
  'announcement.distance': [400, 'Välj distans'],
  'announcement.price': [400, 'Ange ett giltigt pris'],
  'announcement.name_change_fee': [400, 'Ange kostnad för namnbyte'],
  'announcement.new_fee': [400, 'Ange en giltig namnbytesavgift'],
  'announcement.type': [400, 'Välj om du säljer eller söker en startplats.'],
  'announcement.changed': [409, 'Annonsen har ändrats i ett annat fönster sedan du öppnade den.'],
  'announcement.not_found': [404, 'Annonsen finns inte.'],
  'announcement.not_own': [403, 'Annonsen är inte din.'],
  'announcement.completed': [409, 'Annonsen är redan slutförd.'],
  'announcement.inactive': [409, 'Annonsen är inte aktiv.'],
  'announcement.expired': [
    409,
    'Annonsen har gått ut, eller så är överlåtelse inte möjlig. Bara ägaren kan förnya den.',
  ],
  'announcement.paused': [409, 'Annonsen är pausad.'],
  'announcement.reserved': [409, 'Annonsen är redan reserverad.'],
  'announcement.reservation_prolonged': [409, 'Reservationen är redan förlängd en gång.'],
  'announcement.final_price': [400, 'Ange slutpriset i hela kronor, eller lämna fältet tomt.'],
  'announcement.too_many': [409, 'Du har redan 50 öppna annonser. Slutför eller ta bort någon av dem först.'],
  'announcement.too_many_kept': [
    409,
    'Du har redan 200 annonser, om man räknar med de slutförda. Ta bort någon av dem först.',
  ],
  'announcement.event_gone': [409, 'Evenemanget finns inte längre.'],
  'announcement.event_cancelled': [409, 'Loppet är inställt.'],
  'announcement.event_postponed': [409, 'Loppet är framflyttat, och det nya datumet är inte klart.'],
  'announcement.transfer_forbidden': [409, 'Arrangören tillåter inte överlåtelse.'],
  'announcement.transfer_closed': [409, 'Namnbytet är stängt.'],
  'announcement.event_passed': [409, 'Evenemanget har redan varit.'],

  'message.empty': [400, 'Meddelandet kan inte vara tomt'],
  'conversation.not_found': [404, 'Konversationen finns inte.'],
  'conversation.own_ad': [403, 'Du kan inte kontakta dig själv.'],
  'conversation.closed': [409, 'Annonsen är inte längre öppen för nya meddelanden.'],
  'conversation.full': [409, 'Konversationen är full. Det går inte att skriva fler meddelanden i den.'],
  'conversation.deserted': [
    409,
    'Den du skrev med har tagit bort sitt konto. Det går inte att skriva mer i konversationen.',
  ],

  'conversation.blocked': [403, 'Det går inte att skriva i den här konversationen.'],
  'conversation.reserved': [409, 'Annonsen är reserverad.'],
  'conversation.step_not_own': [403, 'Bara den som bockade av steget kan ändra det.'],

  'block.self': [400, 'Du kan inte blockera dig själv.'],
  'block.too_many': [409, 'Du har redan blockerat 1 000 medlemmar. Häv någon blockering först.'],

  'report.reason': [400, 'Välj en anledning för rapportering'],
  'report.description': [400, 'Beskriv vad som hänt'],
  'report.self': [400, 'Du kan inte rapportera dig själv.'],
  'report.not_found': [404, 'Rapporten finns inte.'],

  'notice.required': [400, 'Vänligen fyll i alla fält'],
  'notice.url': [400, 'Ange adressen till en annons på Startplatsmarknaden.'],
  'notice.good_faith': [400, 'Försäkra att uppgifterna stämmer.'],
  'notice.full': [503, 'Vi har fått ovanligt många anmälningar. Försök igen senare.'],
  'notice.not_found': [404, 'Anmälan finns inte.'],
  'notice.decision': [400, 'Välj ett beslut'],
  'notice.decided': [409, 'Anmälan är redan avgjord.'],
  'statement.invalid': [400, 'Länken är ogiltig eller har gått ut.'],
  'statement.objected': [409, 'Du har redan lämnat en invändning.'],
  'objection.text': [400, 'Skriv varför beslutet är fel'],
  'objection.not_found': [404, 'Invändningen finns inte.'],
  'objection.decision': [400, 'Välj ett beslut'],
  'objection.decided': [409, 'Invändningen är redan avgjord.'],

  'mail.link_invalid': [400, 'Länken är ogiltig. Kontrollera att hela länken kom med.'],
  'watch.distance': [400, 'Loppet har ingen sådan distans.'],
  'watch.target': [400, 'Välj vad du vill bevaka.'],
  'watch.cadence': [400, 'Välj hur ofta du vill få mejl.'],
  'watch.email': [400, 'Ange din e-postadress.'],
  'watch.price': [400, 'Ange ett pris i hela kronor.'],
  'watch.price_order': [400, 'Det högsta priset kan inte vara lägre än det lägsta.'],
  'watch.query_too_long': [400, 'Urvalet är för stort att bevaka. Ta bort något filter.'],
  'watch.over': [409, 'Det finns inget kvar att bevaka: loppet eller perioden är över.'],
  'watch.too_many': [409, 'Du har redan 50 bevakningar. Avsluta någon först.'],
  'watch.not_found': [404, 'Bevakningen finns inte.'],
  'watch.link_invalid': [400, 'Länken är ogiltig eller har gått ut.'],
} as const satisfies Record<string, readonly [ErrorStatus, string]>;

export type ErrorCode = keyof typeof ERRORS;

export type ErrorBody = { detail: string; code: ErrorCode };

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERRORS, text);
}

export const statusOf = (code: ErrorCode): ErrorStatus => ERRORS[code][0];
export const detailOf = (code: ErrorCode): string => ERRORS[code][1];

/** `retryAfter` is in seconds, for 429 and 503. `detail` is more exact than the text of the code. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { retryAfter?: number; detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? detailOf(code), { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  get status(): ErrorStatus {
    return statusOf(this.code);
  }

  get body(): ErrorBody {
    return { detail: this.message, code: this.code };
  }
}
