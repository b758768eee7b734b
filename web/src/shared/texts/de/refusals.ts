/** Refusals in German. `server/src/entry/refusals.test.ts` compares the English with the server, which fills in `{}`. */
import { addresses } from '../de-refusals/addresses.ts'
import { ofBin } from '../de-refusals/bin.ts'
import { fields } from '../de-refusals/fields.ts'
import { translating } from '../de-refusals/translating.ts'
import { valueRefusal } from '../de-refusals/values.ts'
import type { refusals as en } from '../en/refusals.ts'

export const german: Readonly<Record<string, string>> = {
  'Jobs that end or delete something are paused because clocks disagree. Check the clocks.':
    'Aufgaben, die etwas beenden oder löschen, ruhen, weil Uhren voneinander abweichen. Prüfen Sie die Uhren.',
  'The job failed. Read the error in the log.': 'Die Aufgabe ist fehlgeschlagen. Lesen Sie den Fehler im Protokoll.',
  'The database still rejects this frame. Try again after an upgrade, or discard it.':
    'Die Datenbank lehnt dieses Datenpaket weiterhin ab. Versuchen Sie es nach einer Aktualisierung erneut, oder verwerfen Sie es.',
  'This frame cannot be decoded on its own. Try again after an upgrade, or discard it.':
    'Dieses Datenpaket lässt sich für sich allein nicht decodieren. Versuchen Sie es nach einer Aktualisierung erneut, oder verwerfen Sie es.',
  'This line is already matched. Undo the match first.':
    'Diese Zeile ist schon zugeordnet. Heben Sie die Zuordnung zuerst auf.',
  'The parts add up to more than the line. Lower one of them.':
    'Die Teile ergeben zusammen mehr als den Betrag der Zeile. Verringern Sie einen davon.',
  'The parts add up to less than the line. Choose whose credit gets the rest.':
    'Die Teile ergeben zusammen weniger als den Betrag der Zeile. Wählen Sie, wessen Guthaben den Rest erhält.',
  'This line is not matched. Nothing is left to undo.':
    'Diese Zeile ist nicht zugeordnet. Es gibt nichts rückgängig zu machen.',
  'This line is matched. Undo the match first.': 'Diese Zeile ist zugeordnet. Heben Sie die Zuordnung zuerst auf.',
  'Lines of this statement are matched. Undo their matches first.':
    'Zeilen dieses Auszugs sind zugeordnet. Heben Sie die Zuordnungen zuerst auf.',
  'The card processor rejected the bill. {}': 'Der Zahlungsdienst hat die Forderung abgelehnt. {1}',
  'Only an open bill can be sent. Issue a new one.':
    'Nur eine offene Forderung kann gesendet werden. Stellen Sie eine neue aus.',
  'The client of this account has no email address yet. Send the client the payment link yourself.':
    'Der Kunde hat noch keine E-Mail-Adresse. Senden Sie ihm den Zahlungslink selbst.',
  'The bill was paid before it could be expired. Nothing is left to do.':
    'Die Forderung wurde bezahlt, bevor sie ablaufen konnte. Es ist nichts mehr zu tun.',
  'The card processor would not expire the bill. {}': 'Der Zahlungsdienst lässt die Forderung nicht ablaufen. {1}',
  'Only an open bill can be expired; this one is {}. Issue a new one if there is something to pay.':
    'Nur eine offene Forderung kann ablaufen. Stellen Sie eine neue aus, wenn etwas zu zahlen ist.',
  'The card processor did not return the items. {}': 'Der Zahlungsdienst hat die Posten nicht genannt. {1}',
  'Another key was saved at the same time. Check which one is in use.':
    'Gleichzeitig wurde ein anderer Schlüssel gespeichert. Prüfen Sie, welcher verwendet wird.',
  'The client’s credit is {}. Enter that or less.':
    'Das Guthaben des Kunden beträgt {1}. Geben Sie höchstens so viel ein.',
  'The credit from this payment has been used for an invoice. Undo that payment first.':
    'Das Guthaben aus dieser Zahlung wurde für eine Rechnung verwendet. Machen Sie jene Zahlung zuerst rückgängig.',
  'This credit paid an invoice. Undo that payment instead.':
    'Dieses Guthaben hat eine Rechnung bezahlt. Machen Sie stattdessen jene Zahlung rückgängig.',
  'This credit comes from a bank statement. Undo the match of its line.':
    'Dieses Guthaben stammt aus einem Bankauszug. Heben Sie die Zuordnung seiner Zeile auf.',
  'This invoice is open and can no longer be changed. Create a credit note instead.':
    'Diese Rechnung ist ausgestellt und nicht mehr änderbar. Erstellen Sie stattdessen eine Rechnungskorrektur.',
  'This invoice is a draft. Change or delete it.': 'Diese Rechnung ist ein Entwurf. Ändern oder löschen Sie ihn.',
  'This is already a credit note. Create an invoice instead.':
    'Das ist schon eine Rechnungskorrektur. Erstellen Sie stattdessen eine Rechnung.',
  'The invoice was credited in full. Nothing is left to credit.':
    'Die Rechnung ist vollständig korrigiert. Es bleibt nichts zu korrigieren.',
  'Card payments are not set up for this invoice. Ask your provider how to pay.':
    'Für diese Rechnung sind keine Kartenzahlungen eingerichtet. Fragen Sie Ihren Anbieter, wie Sie zahlen können.',
  'This invoice has been paid or cancelled. Nothing is left to pay.':
    'Diese Rechnung ist bezahlt oder storniert. Es bleibt nichts zu zahlen.',
  'Your card is being charged for this invoice. Check again in a few minutes.':
    'Ihre Karte wird für diese Rechnung belastet. Sehen Sie in einigen Minuten wieder nach.',
  'The card processor rejected the payment. {}': 'Der Zahlungsdienst hat die Zahlung abgelehnt. {1}',
  'Your provider no longer charges cards automatically. Pay without saving the card.':
    'Ihr Anbieter bucht nicht mehr automatisch ab. Zahlen Sie, ohne die Karte zu speichern.',
  'Your provider does not charge cards automatically. Contact your provider.':
    'Ihr Anbieter bucht nicht automatisch ab. Wenden Sie sich an Ihren Anbieter.',
  'No card is saved. Pay an invoice from your account and choose to save the card.':
    'Es ist keine Karte gespeichert. Zahlen Sie eine Rechnung in Ihrem Konto und speichern Sie dabei die Karte.',
  'This invoice is a draft. Issue it first.': 'Diese Rechnung ist ein Entwurf. Stellen Sie sie zuerst aus.',
  'This is a credit note. Nothing is left to pay.': 'Das ist eine Rechnungskorrektur. Es bleibt nichts zu zahlen.',
  'This invoice is settled. Nothing is left to pay.': 'Diese Rechnung ist beglichen. Es bleibt nichts zu zahlen.',
  'The invoice is not in the line’s currency. Choose another one.':
    'Die Rechnung hat eine andere Währung als die Zeile. Wählen Sie eine andere.',
  'Less is open on invoice {} than the line would pay. Read the line again.':
    'Bei Rechnung {1} ist weniger offen, als die Zeile zahlen würde. Laden Sie die Zeile neu.',
  'This payment comes from a bank statement. Undo the match of its line.':
    'Diese Zahlung stammt aus einem Bankauszug. Heben Sie die Zuordnung ihrer Zeile auf.',
  'No e-invoice is available: {}. Use the PDF, or credit the invoice and issue a new one.':
    'Es gibt keine E-Rechnung: {1}. Verwenden Sie das PDF, oder korrigieren Sie die Rechnung und stellen Sie eine neue aus.',
  'This invoice has been paid. Nothing is left to do.': 'Diese Rechnung ist bezahlt. Es ist nichts mehr zu tun.',
  'This invoice is void. Order again if you still want it.':
    'Diese Rechnung ist ungültig. Bestellen Sie neu, wenn Sie es noch möchten.',
  'This card is being charged. Wait a minute, then remove it.':
    'Diese Karte wird gerade belastet. Warten Sie eine Minute, und entfernen Sie sie dann.',
  'This invoice is being charged to your card. Wait a minute, then check again.':
    'Diese Rechnung wird von Ihrer Karte abgebucht. Sehen Sie in einer Minute wieder nach.',
  'This link only shows invoices. To pay, request a link with an access token of level full, or as a person with the right to bill.':
    'Dieser Link zeigt Rechnungen nur an. Fordern Sie zum Zahlen einen Link als Person mit dem Recht auf Abrechnung an.',
  'The provider plan {} is {} and takes no new client plans. Choose one that is active or new.':
    'Auf dem Grundtarif {1} können keine neuen Tarife beruhen. Wählen Sie einen aktiven oder neuen.',
  'Only trial plans are available until the billing details are verified. Choose a trial plan, or complete the verification.':
    'Bis die Rechnungsdaten bestätigt sind, gibt es nur Testtarife. Wählen Sie einen Testtarif, oder lassen Sie die Daten bestätigen.',
  'This plan is in use. Move its accounts to another plan first.':
    'Dieser Tarif wird verwendet. Wechseln Sie seine Konten zuerst in einen anderen Tarif.',
  'Only accounts of consumer_app or pet_app have subscriptions. Choose another account.':
    'Nur Konten von consumer_app oder pet_app haben Abonnements. Wählen Sie ein anderes Konto.',
  'This subscription has ended. Order it again.': 'Dieses Abonnement ist beendet. Bestellen Sie es neu.',
  'Only what you bought by card yourself can renew automatically. Order it by card.':
    'Nur was Sie selbst mit Karte gekauft haben, verlängert sich automatisch. Bestellen Sie es mit Karte.',
  'No card is saved. Order more time with automatic renewal, and pay with the card to save.':
    'Es ist keine Karte gespeichert. Bestellen Sie mit automatischer Verlängerung und zahlen Sie mit der Karte, die gespeichert werden soll.',
  'Unit {} belongs to its client, who has a subscription. Choose units of accounts you manage.':
    'Einheit {1} gehört ihrem Kunden, der ein Abonnement hat. Wählen Sie Einheiten von Konten, die Sie verwalten.',
  'The account still has units in an application you want to remove. Delete these units first.':
    'Das Konto hat noch Einheiten in einer Anwendung, die Sie entfernen möchten. Löschen Sie diese Einheiten zuerst.',
  'Too many emails have been sent to this address or by your company. Try again later.':
    'An diese Adresse oder von Ihrer Firma wurden zu viele E-Mails gesendet. Versuchen Sie es später erneut.',
  'This client has already activated its account. Ask it to sign in, or to reset its password.':
    'Dieser Kunde hat sein Konto schon aktiviert. Bitten Sie ihn, sich anzumelden oder das Passwort zurückzusetzen.',
  'This account is already scheduled for deletion. Cancel that first.':
    'Dieses Konto ist schon zur Löschung vorgesehen. Brechen Sie das zuerst ab.',
  'No deletion is scheduled. Nothing is left to undo.':
    'Es ist keine Löschung geplant. Es gibt nichts rückgängig zu machen.',
  'You can have at most {} open invitations. Delete one, or wait until some are answered.':
    'Sie können höchstens {1} offene Einladungen haben. Löschen Sie eine, oder warten Sie auf Antworten.',
  'This address is already invited. Delete that invitation to send another.':
    'Diese Adresse ist schon eingeladen. Löschen Sie die Einladung, um eine andere zu senden.',
  'This invoice is a draft. Choose one that is open.': 'Diese Rechnung ist ein Entwurf. Wählen Sie eine offene.',
  'This is a credit note. Choose an invoice.': 'Das ist eine Rechnungskorrektur. Wählen Sie eine Rechnung.',
  'You are on the platform team. Use /operator.': 'Sie gehören zum Team der Plattform. Verwenden Sie /operator.',
  'Your plan doesn’t include the module {}. Contact your provider.':
    'Ihr Tarif enthält das Modul {1} nicht. Wenden Sie sich an Ihren Anbieter.',
  'Only the platform team can do this. Ask the operator.':
    'Das kann nur das Team der Plattform. Wenden Sie sich an den Betreiber.',
  'This needs the role {}, and yours is {}. Ask someone who has it.':
    'Das braucht die Rolle {1}: Bitten Sie jemanden, der sie hat. Ihre ist {2}.',
  'This username is taken. Choose another.': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
  'Your role doesn’t allow this. Ask an owner of your account.':
    'Ihre Rolle erlaubt das nicht. Bitten Sie einen Inhaber Ihres Kontos.',
  'Only accounts that belong to their client allow this. Choose an account of consumer_app or pet_app.':
    'Das geht nur mit Konten, die ihrem Kunden gehören. Wählen Sie ein Konto von consumer_app oder pet_app.',
  'The client must activate this account first. Send the client the activation link.':
    'Der Kunde muss dieses Konto zuerst aktivieren. Senden Sie ihm den Aktivierungslink.',
  'This account belongs to its client. Ask the client to do this.':
    'Dieses Konto gehört seinem Kunden. Bitten Sie den Kunden darum.',
  'The account is blocked. Unblock it first.': 'Das Konto ist gesperrt. Entsperren Sie es zuerst.',
  'The account is not activated yet. Use the activation link.':
    'Das Konto ist noch nicht aktiviert. Verwenden Sie den Aktivierungslink.',
  'This account belongs to its client, who has not turned on support access. Ask the client to turn it on.':
    'Dieses Konto gehört seinem Kunden, und der Supportzugriff ist ausgeschaltet. Bitten Sie den Kunden, ihn einzuschalten.',
  'Only the dealer of this account can do this. Ask the dealer.':
    'Das kann nur der Händler dieses Kontos. Wenden Sie sich an ihn.',
  'Only the client can do this. Ask the client.': 'Das kann nur der Kunde. Bitten Sie ihn darum.',
  'No change of this company profile is waiting for review. Nothing is left to do.':
    'Keine Änderung dieses Firmenprofils wartet auf Prüfung. Es ist nichts mehr zu tun.',
  'Managed applications require a verified company. Complete the company verification first.':
    'Verwaltete Anwendungen brauchen eine bestätigte Firma. Lassen Sie Ihre Firma zuerst bestätigen.',
  'Promo accounts and invitations require an approved company profile. Fill it in and have it approved first.':
    'Aktionskonten und Einladungen brauchen ein freigegebenes Firmenprofil. Füllen Sie es aus und lassen Sie es freigeben.',
  'Bills require verified billing details. Complete the company verification first.':
    'Forderungen brauchen bestätigte Rechnungsdaten. Lassen Sie Ihre Firma zuerst bestätigen.',
  'This domain belongs to another dealer. Enter another one.':
    'Diese Domain gehört einem anderen Händler. Geben Sie eine andere ein.',
  'There is no domain to check. Enter one first.': 'Es gibt keine Domain zu prüfen. Geben Sie zuerst eine ein.',
  'Someone already signs in with this address. Choose another.':
    'Mit dieser Adresse meldet sich schon jemand an. Wählen Sie eine andere.',
  'This is the last owner of the team. Make someone else an owner first.':
    'Das ist der letzte Inhaber des Teams. Machen Sie zuerst jemand anderen zum Inhaber.',
  'Only an owner in the console can add or change owners. Ask an owner.':
    'Nur ein Inhaber kann in der Konsole Inhaber hinzufügen oder ändern. Bitten Sie einen Inhaber.',
  'This dealer is suspended. Contact the operator of the platform.':
    'Dieser Händler ist gesperrt. Wenden Sie sich an den Betreiber der Plattform.',
  'Two-factor authentication is already on. Turn it off first.':
    'Die Zwei-Faktor-Authentifizierung ist schon an. Schalten Sie sie zuerst aus.',
  'Two-factor authentication is already confirmed. Nothing is left to do.':
    'Die Zwei-Faktor-Authentifizierung ist schon bestätigt. Es ist nichts mehr zu tun.',
  'This email already signs in to an account. Ask for an invitation to a different address, or sign in with this one.':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Bitten Sie um eine Einladung an eine andere, oder melden Sie sich mit dieser an.',
  'This is the last owner of the account. Make someone else an owner first.':
    'Das ist der letzte Inhaber des Kontos. Machen Sie zuerst jemand anderen zum Inhaber.',
  'Another driver has this login. Choose another login, or remove it there.':
    'Diese Anmeldung hat schon ein anderer Fahrer. Wählen Sie eine andere, oder entfernen Sie sie dort.',
  'There are {} drivers, the maximum. Delete one first.':
    'Es gibt {1} Fahrer, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'This driver has {} keys, the maximum. Delete one first.':
    'Dieser Fahrer hat {1} Schlüssel, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'At this time the key belongs to {}. Choose another time, or end it there first.':
    'Zu dieser Zeit gehört der Schlüssel {1}. Wählen Sie eine andere Zeit, oder beenden Sie es dort zuerst.',
  'The unit has a driver at this time. Choose another time, or end that assignment first.':
    'Die Einheit hat zu dieser Zeit einen Fahrer. Wählen Sie eine andere Zeit, oder beenden Sie jene Zuweisung zuerst.',
  'The unit has another driver at this time. Choose an earlier end.':
    'Die Einheit hat zu dieser Zeit einen anderen Fahrer. Wählen Sie ein früheres Ende.',
  'This unit has {} shifts, the maximum. Delete one first.':
    'Diese Einheit hat {1} Schichten, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'You see only some of the geofences. Ask an owner to create one.':
    'Sie sehen nur einige der Geozonen. Bitten Sie einen Inhaber, eine anzulegen.',
  'No message of the tracker shows this condition, so the rule can’t send a command. Choose another condition or action.':
    'Keine Nachricht des Trackers zeigt diese Bedingung, daher kann die Regel keinen Befehl senden. Wählen Sie eine andere Bedingung oder Aktion.',
  'A rule can compare its units with at most {} others, in at most {} pairs. Choose fewer units.':
    'Eine Regel kann ihre Einheiten mit höchstens {1} anderen vergleichen, in höchstens {2} Paaren. Wählen Sie weniger Einheiten.',
  'This would change when or where a rule with actions applies. Ask an owner of the account to do it.':
    'Das würde ändern, wann oder wo eine Regel mit Aktionen gilt. Bitten Sie einen Inhaber des Kontos darum.',
  'There are {} geofences, your plan’s limit. Delete one first.':
    'Es gibt {1} Geozonen, das ist das Limit Ihres Tarifs. Löschen Sie zuerst eine.',
  'A group with this name exists. Choose another name.':
    'Eine Gruppe mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  'There are {} groups, the maximum. Delete one first.':
    'Es gibt {1} Gruppen, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'You see only some of the units. Choose your own units or groups, or ask an owner of your account.':
    'Sie sehen nur einige der Einheiten. Wählen Sie eigene Einheiten oder Gruppen, oder bitten Sie einen Inhaber Ihres Kontos.',
  'A label with this name exists. Choose another name.':
    'Ein Etikett mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  'There are {} labels, the maximum. Delete one first.':
    'Es gibt {1} Etiketten, mehr sind nicht möglich. Löschen Sie zuerst eines.',
  'Units of this application have no trips. Choose another unit.':
    'Einheiten dieser Anwendung haben keine Fahrten. Wählen Sie eine andere Einheit.',
  'Units of this application have no logbook. Choose another unit.':
    'Einheiten dieser Anwendung haben kein Fahrtenbuch. Wählen Sie eine andere Einheit.',
  'This month is closed. Choose trips of an open month.':
    'Dieser Monat ist abgeschlossen. Wählen Sie Fahrten eines offenen Monats.',
  'This month is not over yet. Choose an earlier month.':
    'Dieser Monat ist noch nicht vorbei. Wählen Sie einen früheren.',
  'This month is already closed. Choose another month.':
    'Dieser Monat ist schon abgeschlossen. Wählen Sie einen anderen.',
  'A trip of this month is still under way. Try again when it has ended.':
    'Eine Fahrt dieses Monats läuft noch. Versuchen Sie es erneut, wenn sie beendet ist.',
  'Only the driver can change this trip. Ask the driver.':
    'Nur der Fahrer kann diese Fahrt ändern. Bitten Sie ihn darum.',
  'The unit has {} services, the maximum. Delete one first.':
    'Die Einheit hat {1} Wartungen, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'The history has {} entries, the maximum. Create a new service.':
    'Die Historie hat {1} Einträge, mehr sind nicht möglich. Legen Sie eine neue Wartung an.',
  'This command can disable the vehicle or its tracker. If the rule may send it, send the request again with confirm: true.':
    'Dieser Befehl kann das Fahrzeug oder seinen Tracker stilllegen. Bestätigen Sie, dass die Regel ihn senden darf.',
  'You can see only some of the units, so your rules can’t move them. Ask an owner of your account to add this action.':
    'Sie sehen nur einige der Einheiten, darum können Ihre Regeln sie nicht verschieben. Bitten Sie einen Inhaber Ihres Kontos um diese Aktion.',
  'Your plan allows {} per unit, and {} has no room for another. Choose another unit, or get a larger plan.':
    'Ihr Tarif erlaubt je Einheit nur eine begrenzte Zahl, und {2} hat keinen Platz mehr. Wählen Sie eine andere Einheit oder einen größeren Tarif.',
  'There are {} rules, your plan’s limit. Delete one first.':
    'Es gibt {1} Regeln, das ist das Limit Ihres Tarifs. Löschen Sie zuerst eine.',
  'There are {} channels, the maximum. Delete one first.':
    'Es gibt {1} Kanäle, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'Ten codes were sent within an hour. Wait before you request another.':
    'In einer Stunde gab es zehn Codes. Warten Sie, bevor Sie noch einen anfordern.',
  'An email was just sent to this address, or five within a day. Wait before you request another.':
    'An diese Adresse ging gerade eine E-Mail, oder fünf an einem Tag. Warten Sie, bevor Sie noch eine anfordern.',
  'The channel is confirmed. Nothing is left to do.': 'Der Kanal ist bestätigt. Es ist nichts mehr zu tun.',
  'The code has expired, or was tried too often. Ask for a new one.':
    'Der Code ist zu alt oder wurde zu oft versucht. Fordern Sie einen neuen an.',
  'You sent ten tests within an hour. Wait before you send another.':
    'Sie haben in einer Stunde zehn Tests gesendet. Warten Sie, bevor Sie noch einen senden.',
  'The unit was on a private trip then. Choose another time.':
    'Die Einheit war da auf einer privaten Fahrt. Wählen Sie eine andere Zeit.',
  'Another rule of your account is being tried. Wait until that is done.':
    'Eine andere Regel Ihres Kontos wird gerade ausprobiert. Warten Sie, bis das fertig ist.',
  'Too many rules are being tried. Wait a minute, then try again.':
    'Es werden gerade zu viele Regeln ausprobiert. Versuchen Sie es in einer Minute erneut.',
  'The person who saved this report may no longer read or share it. Create it again.':
    'Wer diesen Bericht gespeichert hat, darf ihn nicht mehr lesen oder teilen. Legen Sie ihn neu an.',
  'There are {} saved reports, the maximum. Delete one first.':
    'Es gibt {1} gespeicherte Berichte, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'This report is not finished yet. Try again in a few minutes.':
    'Dieser Bericht ist noch nicht fertig. Versuchen Sie es in einigen Minuten erneut.',
  'This report could not be created. Check its failure.':
    'Dieser Bericht konnte nicht erstellt werden. Sehen Sie nach, warum.',
  'The unit already has a sensor named {}. Choose another name.':
    'Die Einheit hat schon einen Sensor namens {1}. Wählen Sie einen anderen Namen.',
  'The unit has {} sensors, the maximum. Delete one first.':
    'Die Einheit hat {1} Sensoren, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'Unit {} has {} sensors, the maximum. Leave it out.':
    'Einheit {1} hat {2} Sensoren, mehr sind nicht möglich. Lassen Sie sie aus.',
  'There are {} templates, the maximum. Delete one first.':
    'Es gibt {1} Vorlagen, mehr sind nicht möglich. Löschen Sie zuerst eine.',
  'No card processor is set up here, so you cannot pay this by card. Ask the sender for another way to pay.':
    'Hier ist kein Zahlungsdienst eingerichtet, darum geht es nicht mit Karte. Fragen Sie den Absender, wie Sie sonst zahlen können.',
  'This confirmation was already used, or another card was entered since. Enter the card again.':
    'Diese Bestätigung wurde schon verwendet, oder es wurde eine andere Karte eingegeben. Geben Sie die Karte erneut ein.',
  'This is already paid. Nothing is left to do.': 'Das ist schon bezahlt. Es ist nichts mehr zu tun.',
  'This payment link has expired. Ask for a new one.': 'Dieser Zahlungslink ist abgelaufen. Bitten Sie um einen neuen.',
  'There is no mail server. Set one first.': 'Es gibt keinen Mailserver. Richten Sie zuerst einen ein.',
  'No mail server is set up, so emails stay in the built-in mailbox. Set WAYMARK_SMTP_URL first.':
    'Es ist kein Mailserver eingerichtet, darum bleiben E-Mails im eingebauten Postfach. Setzen Sie zuerst WAYMARK_SMTP_URL.',
  'Only a failed email can be resent. Check its state.':
    'Nur eine fehlgeschlagene E-Mail kann erneut gesendet werden. Prüfen Sie ihren Zustand.',
  'You can have at most {} webhooks. Delete one first.':
    'Sie können höchstens {1} Webhooks haben. Löschen Sie zuerst einen.',
  'The webhook is disabled. Enable it first.': 'Der Webhook ist aus. Schalten Sie ihn zuerst ein.',
  'You see only some of the units. Ask an owner of your account to add this one.':
    'Sie sehen nur einige der Einheiten. Bitten Sie einen Inhaber Ihres Kontos, diese hinzuzufügen.',
  'The term of this unit has ended. Ask your provider to renew it.':
    'Die Laufzeit dieser Einheit ist zu Ende. Bitten Sie Ihren Anbieter, sie zu verlängern.',
  'Only a unit of type asset can be changed here. Choose one.':
    'Hier können nur Objekte geändert werden. Wählen Sie eines.',
  'A backup is running. Wait until it finishes.': 'Eine Sicherung läuft. Warten Sie, bis sie fertig ist.',
  'There is no automatic backup yet. Set a time for backups, or create one.':
    'Es gibt noch keine automatische Sicherung. Legen Sie eine Zeit dafür fest, oder erstellen Sie eine.',
  'A test restore is running. Wait until it finishes.':
    'Eine Testwiederherstellung läuft. Warten Sie, bis sie fertig ist.',
  'A building with this name exists. Choose another name.':
    'Ein Gebäude mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  'The building has a floor with this name. Choose another name.':
    'Das Gebäude hat schon ein Stockwerk mit diesem Namen. Wählen Sie einen anderen.',
  'All floor plans together may take up {}. Delete one, or send a smaller picture.':
    'Alle Grundrisse zusammen dürfen {1} belegen. Löschen Sie einen, oder senden Sie ein kleineres Bild.',
  'Only a gateway can be placed on a floor. Choose one.':
    'Nur ein Gateway kann in einem Stockwerk platziert werden. Wählen Sie eines.',
  'This account is blocked. Its dealer can unblock it.': 'Dieses Konto ist gesperrt. Sein Händler kann es entsperren.',
  'The map cannot be read ({}). Check the source, or choose another area.':
    'Die Karte kann nicht gelesen werden ({1}). Prüfen Sie die Quelle, oder wählen Sie ein anderes Gebiet.',
  'WAYMARK_MAP_FILE is set in the environment of the server. Remove it there first.':
    'WAYMARK_MAP_FILE ist in der Umgebung des Servers gesetzt. Entfernen Sie es dort zuerst.',
  'A map is being copied. Wait until it is done, or stop it.':
    'Eine Karte wird gerade kopiert. Warten Sie, bis das fertig ist, oder halten Sie es an.',
  '{} is set in the environment of the server. Remove it there first.':
    '{1} ist in der Umgebung des Servers gesetzt. Entfernen Sie es dort zuerst.',
  'This person is already in your account. Choose another address.':
    'Diese Person ist schon in Ihrem Konto. Wählen Sie eine andere Adresse.',
  'This address is already invited. Send the invitation again.':
    'Diese Adresse ist schon eingeladen. Senden Sie die Einladung erneut.',
  'Your plan is for {}, including those you invited. Remove someone first.':
    'Ihr Tarif hat keinen Platz für weitere Personen, auch Eingeladene zählen. Entfernen Sie zuerst jemanden.',
  'There are {} links, the maximum. Delete one first.':
    'Es gibt {1} Links, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  'The account’s plan doesn’t include the module {}. Give it a plan that does.':
    'Der Tarif des Kontos enthält das Modul {1} nicht. Geben Sie ihm einen Tarif, der es enthält.',
  'You have {} devices, the maximum. Remove one first.':
    'Sie haben {1} Geräte, mehr sind nicht möglich. Entfernen Sie zuerst eines.',
  'Only the team of a dealer has clients and units. Use a login of such a team.':
    'Kunden und Einheiten hat nur das Team eines Händlers. Melden Sie sich mit einem Zugang zu einem solchen Team an.',
  'Only a unit of type asset can be linked to a sensor. Choose one.':
    'Nur ein Objekt kann mit einem Sensor verbunden werden. Wählen Sie eines.',
  'Only a unit of type asset can have a category. Choose one.':
    'Nur ein Objekt kann eine Kategorie haben. Wählen Sie eines.',
  'Only a unit of type gateway can have a fixed position. Choose one.':
    'Nur ein Gateway kann einen festen Ort haben. Wählen Sie eines.',
  'The command {} can disable the vehicle or its tracker. If you are sure, send it again with confirm: true.':
    'Der Befehl {1} kann das Fahrzeug oder seinen Tracker stilllegen. Bestätigen Sie, dass er gesendet werden soll.',
  '{} commands are already waiting for this tracker. Cancel one first.':
    'Für diesen Tracker warten schon {1} Befehle. Brechen Sie zuerst einen ab.',
  'The tracker is not connected, so the command was not sent. Try again later, or let it wait.':
    'Der Tracker ist nicht verbunden, darum wurde der Befehl nicht gesendet. Versuchen Sie es später, oder lassen Sie ihn warten.',
  'Only a queued command can be cancelled; this one is {}. Nothing is left to do.':
    'Nur ein wartender Befehl kann abgebrochen werden. Es ist nichts mehr zu tun.',
  'The plan of this account does not include the module {}. Give the account a plan that includes it.':
    'Der Tarif dieses Kontos enthält das Modul {1} nicht. Geben Sie dem Konto einen Tarif, der es enthält.',
  'A dealer can have at most {} intake tokens. Delete one first.':
    'Ein Händler kann höchstens {1} Geräte-Token haben. Löschen Sie zuerst eines.',
  'The history of this unit is already being decoded again. Wait until it has finished.':
    'Der Verlauf dieser Einheit wird schon neu decodiert. Warten Sie, bis das fertig ist.',
  'Your provider renews your units. Contact your provider.':
    'Ihr Anbieter verlängert Ihre Einheiten. Wenden Sie sich an ihn.',
  'Unit {} is already being renewed by {}. Pay it, or delete or credit it first.':
    'Einheit {1} wird schon durch {2} verlängert. Zahlen, löschen oder korrigieren Sie diese zuerst.',
  'There is nothing to charge for these units. Choose to renew them without an invoice.':
    'Für diese Einheiten ist nichts zu berechnen. Verlängern Sie sie ohne Rechnung.',
  'The prices of account {} have no terms for units. Set prices with terms, or renew without an invoice.':
    'Die Preise von Konto {1} haben keine Laufzeiten für Einheiten. Legen Sie welche fest, oder verlängern Sie ohne Rechnung.',
  'This device has not connected for some minutes. Switch it on, then search again.':
    'Dieses Gerät hat sich seit einigen Minuten nicht verbunden. Schalten Sie es ein und suchen Sie erneut.',
  ...ofBin,
  'This ident is taken. Check it, or delete the unit that has it.':
    'Diese Kennung ist vergeben. Prüfen Sie sie, oder löschen Sie die Einheit, die sie hat.',
  'The account already has the {} {}s that its plan allows. Delete one, or give the account a larger plan.':
    'Das Konto hat schon so viele, wie sein Tarif erlaubt ({1}). Löschen Sie eines davon, oder geben Sie dem Konto einen größeren Tarif.',
  'Your plan allows {} per unit. Remove some, or get a larger plan.':
    'Ihr Tarif erlaubt je Einheit weniger davon. Entfernen Sie einige, oder wechseln Sie in einen größeren Tarif.',
  'Your role cannot set paid_until. Leave it out.': 'Ihre Rolle kann die Laufzeit nicht festlegen. Lassen Sie sie weg.',
  'A unit of type {} has no channel: gateways report its tag. Use the channel of a gateway.':
    'Diese Einheit hat keine eigene Verbindung: Gateways melden ihr Tag. Öffnen Sie die Verbindung eines Gateways.',
  '{} is a legacy model without set-up tool and connection log. Use its maker’s tool.':
    '{1} ist ein altes Modell ohne Einrichtung und Verbindungsprotokoll. Verwenden Sie das Werkzeug des Herstellers.',
  'All files together may take up 200 MiB. Delete one, or send a smaller file.':
    'Alle Dateien zusammen dürfen 200 MiB belegen. Löschen Sie eine, oder senden Sie eine kleinere Datei.',
  'All photos together may take up {}. Delete one, or send a smaller picture.':
    'Alle Fotos zusammen dürfen {1} belegen. Löschen Sie eines, oder senden Sie ein kleineres Bild.',
  'The unit has {} documents, the maximum. Delete one first.':
    'Die Einheit hat {1} Dokumente, mehr sind nicht möglich. Löschen Sie zuerst eines.',
  'This price has begun and stays on record. Set a new price from a later day instead.':
    'Dieser Preis gilt schon und bleibt bestehen. Legen Sie stattdessen einen neuen Preis ab einem späteren Tag fest.',
  'Only an activated account can be blocked or unblocked. Activate it, or send its client the activation link.':
    'Nur ein aktiviertes Konto kann gesperrt oder entsperrt werden. Aktivieren Sie es, oder senden Sie dem Kunden den Aktivierungslink.',
  'Only an activated account can be blocked. Activate it, or send its client the activation link.':
    'Nur ein aktiviertes Konto kann gesperrt werden. Aktivieren Sie es, oder senden Sie dem Kunden den Aktivierungslink.',
  'Only an activated account can have billing automation. Activate it, or send its client the activation link.':
    'Nur ein aktiviertes Konto kann eine Abrechnungsautomatik haben. Aktivieren Sie es, oder senden Sie dem Kunden den Aktivierungslink.',
  'Only an activated account can be billed. Activate it, or send its client the activation link.':
    'Nur ein aktiviertes Konto kann Forderungen erhalten. Aktivieren Sie es, oder senden Sie dem Kunden den Aktivierungslink.',
  'You see only some of the units. Ask an owner of your account to change the fields of vehicles.':
    'Sie sehen nur einige der Einheiten. Bitten Sie einen Inhaber Ihres Kontos, die Felder der Fahrzeuge zu ändern.',
  'A field with this name exists. Choose another name.':
    'Ein Feld mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  'Your provider defines this field. Ask your provider to change it.':
    'Dieses Feld legt Ihr Anbieter fest. Bitten Sie Ihren Anbieter, es zu ändern.',
  'There are {} fields, the maximum. Delete one first.':
    'Es gibt {1} Felder, mehr sind nicht möglich. Löschen Sie zuerst eines.',
  '{} a choice that you leave out. Change the vehicles first.':
    'Fahrzeuge haben noch eine Auswahl, die Sie weglassen. Ändern Sie zuerst die Fahrzeuge.',
  'There are {} {}, the maximum. Delete one first.':
    'Es gibt schon {1}, mehr sind nicht möglich. Löschen Sie zuerst etwas davon.',
}

const ofField = translating(fields, addresses)

export const refusals: typeof en = {
  said: translating(german),
  about: (sentence) => ofField(sentence) ?? valueRefusal(sentence),
}
