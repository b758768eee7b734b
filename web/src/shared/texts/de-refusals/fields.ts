/**
 * The server's sentences about single fields, in German. They are shown at the field, so the field's name, the first
 * `{}` of a sentence that begins with it, is left out. `server/src/entry/refusals.test.ts` compares the English with
 * the code of the server.
 */

const twice = 'Das kommt zweimal vor. Lassen Sie eines davon weg.'
const emailNeeded = 'Geben Sie eine E-Mail-Adresse ein.'
const dayNeeded = 'Geben Sie ein Datum ein.'
const zoneNeeded = 'Geben Sie eine Zeitzone an, zum Beispiel Europe/Berlin.'
const ofApplication = 'Wählen Sie eine Anwendung des Kontos.'
const managed = 'Wählen Sie eine verwaltete Anwendung.'
const clientPlan = 'Wählen Sie einen Kundentarif dieser Anwendung.'
const noModule = 'Das Modul {2} gibt es in dieser Anwendung nicht.'
const notFuture = 'Wählen Sie einen Zeitpunkt, der nicht in der Zukunft liegt.'
const notPast = 'Wählen Sie einen Zeitpunkt, der nicht in der Vergangenheit liegt.'
const untilLast = 'Wählen Sie {2} oder einen Tag davor.'
const fromToday = 'Wählen Sie heute ({2}) oder einen Tag danach.'
const notMore = 'Höchstens {2}: Mehr ist nicht offen.'
const knownCurrency = 'Wählen Sie eine Währung, die hier bekannt ist.'
const emptyOf = 'Diese Art hat dieses Feld nicht ({2}). Lassen Sie es weg.'
const missingOf = 'Bei dieser Art fehlt eine Angabe ({2}).'

export const fields: Readonly<Record<string, string>> = {
  // Money.
  '{} appears twice.': twice,
  '{} names an invoice twice.': 'Eine Rechnung kommt zweimal vor. Lassen Sie eine davon weg.',
  '{} must be an account of fleet_app.': 'Wählen Sie ein Konto der Flottenanwendung.',
  '{} must be fleet_app: bills are for that application only.':
    'Forderungen gibt es nur für die Flottenanwendung. Wählen Sie diese.',
  '{} cannot be used. {}': 'Dieser Schlüssel kann nicht verwendet werden. {2}',
  '{} must be a day up to today ({}).': 'Wählen Sie heute ({2}) oder einen Tag davor.',
  'The total is larger than an invoice can hold.':
    'Die Summe ist für eine Rechnung zu groß. Verringern Sie einen Betrag.',
  '{} must be today ({}) or later.': fromToday,
  '{} must be {} at most: no more is open.': notMore,
  '{} must be {}: only the whole amount can be paid here.': 'Hier kann nur der ganze Betrag bezahlt werden: {2}.',
  '{} must be an invoice of this link.': 'Wählen Sie eine Rechnung dieses Links.',
  '{} must be in the currency of the first invoice. Pay it on its own.':
    'Diese Rechnung hat eine andere Währung als die erste. Bezahlen Sie sie für sich allein.',
  'This amount is too small or too large to be paid by card.':
    'Dieser Betrag ist für eine Kartenzahlung zu klein oder zu groß. Ändern Sie ihn.',
  '{} must be {} at most: no more is left.': 'Höchstens {2}: Mehr ist nicht übrig.',
  '{} must be the position of a line, counted from 0.': 'Wählen Sie eine Zeile der Rechnung.',
  '{} must be a day, like 2026-03-01.': dayNeeded,
  '{} must be the current text. Read it again.': 'Der Text hat sich geändert. Lesen Sie ihn noch einmal.',
  '{} must be today ({}) or earlier.': 'Wählen Sie heute ({2}) oder einen Tag davor.',
  '{} must be a client plan.': 'Wählen Sie einen Kundentarif.',
  '{} must be csv for these days: not all invoices are in euros (others: {}).':
    'Wählen Sie CSV: In diesen Tagen sind nicht alle Rechnungen in Euro (andere: {2}).',
  '{} must be in the same year as issued_from: a DATEV batch spans one year.':
    'Wählen Sie einen Tag desselben Jahres: Ein DATEV-Stapel umfasst ein Jahr.',
  'The total is more than can be paid by card.': 'Die Summe ist für eine Kartenzahlung zu groß. Verringern Sie sie.',
  'The total must be at least 50 cents, which is {}.': 'Die Summe muss mindestens 50 Cent betragen, das sind {1}.',
  '{} must be that of the first price: a bill has one.':
    'Wählen Sie die Währung des ersten Preises: Eine Forderung hat nur eine.',
  '{} must be a currency that is known here.': knownCurrency,
  '{} must be a card number.': 'Geben Sie eine Kartennummer ein.',
  'This is a sandbox, in which no real card is charged. It knows these numbers: {}.':
    'Dies ist eine Testumgebung, in der keine echte Karte belastet wird. Sie kennt diese Nummern: {1}.',

  // Plans and prices.
  '{} must be a managed application.': managed,
  '{} must be a provider plan of this application.': 'Wählen Sie einen Anbietertarif dieser Anwendung.',
  'The free plan costs nothing. Choose another plan.': 'Der kostenlose Tarif kostet nichts. Wählen Sie einen anderen.',
  '{}: there is no module {} in this application.': noModule,
  '{} and currency must both be given, or both be null.': 'Geben Sie Preis und Währung an, oder beides nicht.',
  '{} must be 0 for a trial.': 'Ein Testtarif kostet nichts. Geben Sie 0 ein.',
  '{} is required in this application.': 'Diese Angabe ist in dieser Anwendung nötig.',
  '{} must be {} to {}{}.': 'Geben Sie einen Wert von {2} bis {3} ein.',
  '{} must be {} to {} in steps of {}.': 'Geben Sie einen Wert von {2} bis {3} in Schritten von {4} ein.',
  '{}: {} needs the module {}.': '{2} braucht das Modul {3}. Wählen Sie es auch.',
  '{}: default and max must be reached from min in steps of {}.':
    'Vorgabe und Höchstwert müssen vom Mindestwert aus in Schritten von {2} erreichbar sein.',
  '{}: default must lie between min and max.': 'Die Vorgabe muss zwischen Mindestwert und Höchstwert liegen.',
  '{}: the provider plan {} does not include {}.': 'Der Anbietertarif {2} enthält {3} nicht. Wählen Sie es ab.',
  '{} is not known in this application.': 'Das gibt es in dieser Anwendung nicht. Lassen Sie es weg.',
  '{}: this client has no plan, so it has no quotas or modules to add to.':
    'Dieser Kunde hat keinen Tarif, also nichts, was zu erweitern wäre. Geben Sie ihm zuerst einen Tarif.',
  '{}: {} needs the module {}. Add it too.': '{2} braucht das Modul {3}. Fügen Sie es auch hinzu.',
  '{}: the provider plan does not include {}. Choose another module.':
    'Der Anbietertarif enthält {2} nicht. Wählen Sie ein anderes Modul.',
  '{} are only for prices per unit. Leave them out.': 'Stufen gibt es nur bei Preisen je Einheit. Lassen Sie sie weg.',
  '{} must each begin at a higher unit than the one before.':
    'Jede Stufe muss bei einer höheren Einheit beginnen als die davor.',
  '{} must be {} or earlier.': untilLast,
  '{} must be today ({}) or later: past prices stay as they were.':
    'Wählen Sie heute ({2}) oder einen Tag danach: Vergangene Preise bleiben, wie sie waren.',
  '{} must be a day, like 2027-03-01.': dayNeeded,
  '{} must be a list if kind is own, and null otherwise.':
    'Schritte gibt es nur bei eigenen Zeiten. Lassen Sie sie sonst weg.',
  '{} has unknown placeholders: {}. Use those in the documentation.':
    'Diese Platzhalter gibt es nicht: {2}. Verwenden Sie die aus der Dokumentation.',
  '{} must not contain a web address. The payment link is added below the text.':
    'Der Text darf keine Internetadresse enthalten. Der Zahlungslink steht darunter.',
  '{} is the same as in another step.': 'Ein anderer Schritt hat denselben Tag. Wählen Sie einen anderen.',
  '{} needs a currency in the reminder settings.':
    'Für eine Gebühr ist eine Währung nötig. Legen Sie sie in den Einstellungen der Erinnerungen fest.',
  '{} must be consumer_app or pet_app, and one of the account.': ofApplication,
  '{} must be one that is sold: {}.': 'Wählen Sie einen Tarif, der verkauft wird: {2}.',
  '{} must be 2000-01-01 or later.': 'Wählen Sie den 01.01.2000 oder einen Tag danach.',
  '{} must be a day, like 2027-03-31.': dayNeeded,

  // Clients, people and the dealer.
  '{} must be the managed application of the account.': 'Wählen Sie die verwaltete Anwendung des Kontos.',
  '{} must be a client plan of this application.': clientPlan,
  '{} must give a client plan of this application.': clientPlan,
  '{} must name the application of reg_apps only.': 'Wählen Sie einen Tarif nur für die gewählte Anwendung.',
  '{} must be given to send an invitation.': 'Für eine Einladung ist eine E-Mail-Adresse nötig.',
  '{} must be leave, or payment_period must be given.':
    'Geben Sie einen Zeitraum an, oder lassen Sie die Fälligkeiten, wie sie sind.',
  '{} cannot combine managed and owned applications.':
    'Verwaltete und eigene Anwendungen gehen nicht zusammen. Wählen Sie eine Art.',
  '{} must hold {} only.': 'Wählen Sie nur {2}.',
  '{} must hold exactly one of {}.': 'Wählen Sie genau eine davon: {2}.',
  '{} must have 8 or 11 letters and digits.': 'Eine BIC hat 8 oder 11 Buchstaben und Ziffern. Prüfen Sie sie.',
  '{} is not a valid IBAN. Check it for typing errors.': 'Das ist keine gültige IBAN. Prüfen Sie sie auf Tippfehler.',
  '{} is required if bic is given.': 'Zu einer BIC gehört eine IBAN. Geben Sie sie ein.',
  '{} must be a base64 data URL of a square PNG of {} to {} pixels a side.':
    'Wählen Sie ein quadratisches PNG mit {2} bis {3} Pixeln je Seite.',
  '{} must be a base64 data URL of a PNG of at most {} pixels a side, or of an SVG of plain shapes ':
    'Wählen Sie ein PNG mit höchstens {2} Pixeln je Seite oder ein einfaches SVG.',
  '{} must be an http or https address.': 'Geben Sie eine Internetadresse ein, die mit http oder https beginnt.',
  '{} must be a time zone, like Europe/Berlin.': zoneNeeded,
  '{} must be that of the token that creates it.': 'Wählen Sie die Sprache des Tokens, mit dem Sie arbeiten.',
  '{} must not be in the past.': notPast,
  '{} must not be later than that of the token that creates it.':
    'Ein Token gilt nicht länger als das, mit dem es erstellt wird. Wählen Sie einen früheren Zeitpunkt.',
  '{} can be granted only by a token that has this right itself.':
    'Dieses Recht vergibt nur ein Token, das es selbst hat. Lassen Sie es weg.',
  '{} must be a name such as track.example.com, without https:// or a port.':
    'Geben Sie einen Namen wie track.example.com ein, ohne https:// und ohne Port.',
  '{} must not be the address of this installation. Enter a domain of your own.':
    'Das ist die Adresse dieser Installation. Geben Sie eine eigene Domain ein.',
  '{} is not your current password.': 'Das ist nicht Ihr aktuelles Passwort.',
  '{} must be an email address.': emailNeeded,
  '{} is too easy to guess. Choose another.': 'Das ist zu leicht zu erraten. Wählen Sie ein anderes.',
  '{} must be {} to {} characters long.': '{2} bis {3} Zeichen sind nötig.',
  '{} must be the current code in the authenticator app.': 'Geben Sie den aktuellen Code der Authenticator-App ein.',
  '{} must be an application of the account.': ofApplication,
  '{} service_as_user works only for managed applications.': managed,
  '{} must equal new_password.': 'Die beiden Passwörter sind nicht gleich.',
  '{} must be an e-mail address.': emailNeeded,
  '{} owner sees everything. Leave the lists empty, or choose another role.':
    'Inhaber sehen alles. Lassen Sie die Listen leer, oder wählen Sie eine andere Rolle.',
  '{} must be an email address such as tracking@example.com.': emailNeeded,
  '{} must be a name such as smtp.example.com, without a port.':
    'Geben Sie einen Namen wie smtp.example.com ein, ohne Port.',
  '{} must be given again when the host or the username is new.':
    'Geben Sie das Passwort noch einmal ein, wenn Server oder Benutzername neu sind.',
  '{} must be given with a password.': 'Zu einem Passwort gehört ein Benutzername. Geben Sie ihn ein.',
  'Send either after or since, not both.': 'Geben Sie nur eines von beiden an.',
  '{} cannot be called. {}': 'Diese Adresse kann nicht aufgerufen werden. {2}',
  '{} in networks is not a network. Write it like 203.0.113.0/24 or 2001:db8::/48.':
    '{1} ist kein Netz. Geben Sie es so ein: 203.0.113.0/24 oder 2001:db8::/48.',

  // What clients set.
  '{} must have letters or digits.': 'Buchstaben oder Ziffern sind nötig.',
  '{} must be a day, such as 2028-03-31.': dayNeeded,
  '{} must be after from.': 'Das Ende muss nach dem Beginn liegen.',
  '{} must be a time zone, such as Europe/Berlin.': zoneNeeded,
  '{} must be a time zone, such as Europe/Berlin, or null.': zoneNeeded,
  '{} must not be in the future.': notFuture,
  '{} A polygon must not cross or touch itself.':
    'Eine Linie der Fläche berührt eine andere. Verschieben Sie einen der Punkte.',
  'A {} has no {}.': emptyOf,
  'A {} needs {}.': missingOf,
  '{} must name a unit: you see only groups with units of yours.':
    'Wählen Sie eine Einheit: Sie sehen nur Gruppen mit Ihren Einheiten.',
  '{} must not be true when units or groups are named.':
    'Wählen Sie entweder alle oder einzelne Einheiten und Gruppen.',
  '{} can be given only when the logbook is turned on for the first time.':
    'Der Beginn lässt sich nur beim ersten Einschalten des Fahrtenbuchs wählen.',
  '{} must have at least one weekday.': 'Wählen Sie mindestens einen Wochentag.',
  '{} and currency belong together.': 'Kosten und Währung gehören zusammen. Geben Sie beides an.',
  '{}, every_hours or every_days is needed.': 'Geben Sie Kilometer, Stunden oder Tage an.',
  'This {} action does not use {}. Leave it out.': 'Diese Aktion braucht diese Angabe nicht ({2}). Lassen Sie sie weg.',
  'This {} action needs {}.': 'Dieser Aktion fehlt eine Angabe ({2}).',
  '{} can include each type only once. Create another rule for a second one.':
    'Jede Art von Aktion ist nur einmal möglich. Erstellen Sie für die zweite eine andere Regel.',
  'A channel of kind {} has no {}.': emptyOf,
  'A channel of kind {} has no subscription.': 'Diese Art hat dieses Feld nicht. Lassen Sie es weg.',
  'A channel of kind {} needs {}.': missingOf,
  'A channel of kind push has no {}.': 'Push-Meldungen haben dieses Feld nicht ({1}). Lassen Sie es weg.',
  'A channel of kind push needs subscription.':
    'Der Browser hat keine Push-Anmeldung gesendet. Versuchen Sie es noch einmal.',
  'The endpoint of the subscription cannot be called. {}':
    'Der Push-Dienst des Browsers kann nicht aufgerufen werden. {1}',
  'The keys of the subscription must be those that the browser returned.':
    'Die Schlüssel der Push-Anmeldung passen nicht. Versuchen Sie es noch einmal.',
  '{} is not the one that was sent.': 'Das ist nicht der gesendete Code. Prüfen Sie ihn.',
  'A condition of type {} has no {}.': emptyOf,
  'A condition of type {} needs {}.': missingOf,
  'A condition of type {} can’t be counted.': 'Diese Bedingung lässt sich nicht zählen. Wählen Sie eine andere.',
  '{} can include the type speeding only once.': 'Diese Bedingung ist nur einmal möglich. Entfernen Sie eine davon.',
  '{} must be {} or more for silence.': 'Geben Sie {2} oder mehr Minuten ein.',
  '{} and condition.within_minutes need each other.': 'Anzahl und Zeitraum gehören zusammen. Geben Sie beides an.',
  '{} needs a number.': 'Geben Sie eine Zahl ein.',
  '{} needs a value.': 'Geben Sie einen Wert ein.',
  '{} needs unit_ids or group_ids.': 'Wählen Sie mindestens eine andere Einheit oder Gruppe.',
  '{} needs low and high.': 'Geben Sie eine untere und eine obere Grenze ein.',
  '{} takes low and high, not value.': 'Geben Sie zwei Grenzen ein statt eines Werts.',
  '{} takes value, not low or high.': 'Geben Sie einen Wert ein statt zweier Grenzen.',
  '{} must be less than high.': 'Die untere Grenze muss kleiner sein als die obere.',
  '{} must be greater than in the step before.': 'Wählen Sie mehr Minuten als im Schritt davor.',
  '{} lists a day twice.': 'Ein Tag kommt zweimal vor. Entfernen Sie einen davon.',
  '{} must be a time, such as 08:00.': 'Geben Sie eine Uhrzeit ein, zum Beispiel 08:00.',
  '{} must be a time, such as 18:00.': 'Geben Sie eine Uhrzeit ein, zum Beispiel 18:00.',
  '{} is not an email address.': '{1} ist keine E-Mail-Adresse.',
  '{} must have an address, because the report is sent on a schedule.':
    'Der Bericht wird automatisch gesendet. Geben Sie an, an wen.',
  'A calibration table has at most {} pairs.': 'Eine Kalibriertabelle hat höchstens {1} Paare. Entfernen Sie einige.',
  'A calibration table needs at least two pairs.': 'Eine Kalibriertabelle braucht mindestens zwei Paare.',
  'Line {} must have two numbers.': 'In Zeile {1} sind zwei Zahlen nötig.',
  'The input {} is in the calibration table twice.': 'Der Wert {1} kommt zweimal vor. Entfernen Sie einen davon.',
  'There are no pairs of numbers.': 'Es gibt keine Paare von Zahlen. Geben Sie welche ein.',
  'A fuel level is measured in l or %.': 'Ein Füllstand wird in l oder % gemessen. Wählen Sie eines davon.',
  'In the formula at character {}: {}.': 'Die Formel ist an Zeichen {1} nicht verständlich. Prüfen Sie sie dort.',
  '{} must be less than max.': 'Der kleinste Wert muss unter dem größten liegen.',
  '{} must be a device of the catalogue.': 'Wählen Sie ein Gerät des Katalogs.',
  '{} must not lie in the past.': notPast,
  '{} must be within {} days.': 'Wählen Sie einen Zeitpunkt innerhalb von {2} Tagen.',

  // Units and vehicles.
  '{} must be the id of an own sensor, or null.': 'Wählen Sie einen eigenen Sensor oder keinen.',
  'Name either a country or a box.': 'Wählen Sie ein Land, oder geben Sie einen Ausschnitt an.',
  '{} must be west, south, east and north in degrees, such as 9.4, 47, 9.7, 47.3.':
    'Geben Sie Westen, Süden, Osten und Norden in Grad an, zum Beispiel 9.4, 47, 9.7, 47.3.',
  '{} must be the code of a country in the list.': 'Wählen Sie ein Land der Liste.',
  '{} must be the address of a PMTiles file.': 'Geben Sie die Adresse einer PMTiles-Datei ein.',
  '{} must be the id of a unit of type sensor in the same account.': 'Wählen Sie einen Sensor desselben Kontos.',
  '{} and longitude must both be numbers or both be null.': 'Geben Sie Breite und Länge an, oder beides nicht.',
  '{} is not allowed for {}.': 'Dieser Befehl hat diese Angabe nicht. Lassen Sie sie weg.',
  '{} is required for {}.': 'Dieser Befehl braucht diese Angabe.',
  '{} is required for text.': 'Geben Sie einen Text ein.',
  "{} must be a command that the unit's tracker supports: {}.": 'Dieses Gerät kennt nur diese Befehle: {2}.',
  'Either months or paid_until must be null.': 'Geben Sie Monate oder einen Tag an, nicht beides.',
  '{} must be a device that uses {}, as this tracker does.':
    'Wählen Sie ein Modell mit dem Protokoll {2}, denn dieser Tracker verwendet es.',
  '{} must be an account with the application of the unit.': 'Wählen Sie ein Konto mit der Anwendung der Einheit.',
  '{} must be another account.': 'Wählen Sie ein anderes Konto.',
  '{} must be an account of tags_app.': 'Wählen Sie ein Konto der Tag-Anwendung.',
  '{} of a unit of type {} cannot be changed.': 'Bei dieser Art von Einheit lässt sich das Modell nicht ändern.',
  '{} is not a setting of the protocol of this model. {}': 'Diese Einstellung gibt es bei diesem Modell nicht. {2}',
  '{} must be a device that connects. Tags and assets have no choice of device.':
    'Wählen Sie ein Gerät, das sich verbindet. Bei Tags und Objekten gibt es keine Wahl.',
  '{} must be the id of a device of the catalogue (GET /client/hardware/devices).':
    'Wählen Sie ein Gerät des Katalogs.',
  '{} is a number that a spreadsheet has rounded: format the column as text and enter it again.':
    'Diese Zahl hat eine Tabelle gerundet. Formatieren Sie die Spalte als Text und geben Sie die Kennung noch einmal ein.',
  '{} is not a valid IMEI (wrong check digit): correct it, or import it without this check (check_digits).':
    'Das ist keine gültige IMEI (Prüfziffer falsch). Berichtigen Sie sie, oder importieren Sie ohne diese Prüfung.',
  '{} must be 1 to 64 printable characters without white space.':
    'Eine Kennung hat 1 bis 64 Zeichen, ohne Leerzeichen.',
  '{} has characters that were lost in another encoding: save the file as UTF-8 or XLSX.':
    'Zeichen sind in einer anderen Kodierung verloren gegangen. Speichern Sie die Datei als UTF-8 oder XLSX.',
  '{} of a device that sends JSON must have at least {} characters.': 'Geben Sie mindestens {2} Zeichen ein.',
  '{} names this field twice. Name each field once.': twice,
  '{} are for the type choice. Leave them out.': 'Auswahlen gibt es nur bei der Art Auswahl. Lassen Sie sie weg.',
  '{} must differ from each other.': 'Zwei Auswahlen sind gleich. Ändern Sie eine davon.',
  '{} must be one of {}.': 'Wählen Sie eines davon: {2}.',
  '{} must name at least one.': 'Geben Sie mindestens eine Auswahl an.',
}
