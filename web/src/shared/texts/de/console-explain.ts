import type { explain as en } from '../en/console-explain.ts'
import { plural } from './plural.ts'

export const explain: typeof en = {
  why: 'Aktueller Stand',
  states: { inactive: 'Es ist noch nicht aktiviert.', active: 'Es ist aktiviert und nicht gesperrt.' },
  blockedBy: {
    person: 'Eine Person hat es gesperrt. Nur eine Person kann es entsperren, eine Zahlung nicht.',
    schedule: 'Es wurde an einem Tag gesperrt, den eine Person festgelegt hat. Nur eine Person kann es entsperren.',
    automation: 'Die Zahlung ist überfällig. Eine Zahlung oder eine Person kann die Sperre aufheben.',
  },
  rules: 'Geltende Regeln',
  rulesOf: (isOwn, rules) => `${isOwn ? 'Für diesen Kunden festgelegt' : 'Aus dem Tarif'}: ${rules}.`,
  period: (months) =>
    months === null ? 'kein Zahlungszeitraum' : `Zahlungszeitraum von ${plural(months, 'Monat', 'Monaten')}`,
  notify: (count) => (count === null ? 'keine Erinnerung' : `Erinnerung ${plural(count, 'Tag', 'Tage')} vorher`),
  block: (count) => (count === null ? 'keine Sperre' : `Sperre ${plural(count, 'Tag', 'Tage')} danach`),
  next: 'Nächste Schritte ohne Zahlung',
  nothingNext: 'Keine.',
  noDueDate: 'Keine: Dieser Kunde hat keine Fälligkeit. Legen Sie eine mit „Verlängern“ fest.',
  past: 'Frühere Änderungen',
  refused: 'Jetzt nicht möglich',
  byWhom: { dealer: 'durch Sie', client: 'durch den Kunden' },
  what: { notice: 'Erinnerung', due: 'Zahlung fällig', block: 'Sperre', 'scheduled block': 'Geplante Sperre' },
  operations: {
    'accounts.activate': 'Aktivieren',
    'accounts.block': 'Sperren',
    'accounts.schedule-block': 'Sperre planen',
    'accounts.set-lifecycle': 'Fälligkeit festlegen',
    'accounts.remove': 'Löschen',
    'accounts.detach': 'Trennen',
    'bills.issue': 'Forderung stellen',
    'subscriptions.buy': 'Premium kaufen',
    'users.change': 'Benutzer ändern',
    'users.set-password': 'Passwort setzen',
    'users.view-people': 'Personen sehen',
    'users.enter': 'Mit Supportzugriff öffnen',
    'users.enter-as-user': 'Als Kunde öffnen',
    'units.change': 'Einheiten ändern',
    'units.remove': 'Einheiten löschen',
    'units.read-messages': 'Nachrichten lesen',
    'units.read-telemetry': 'Letzte Werte lesen',
    'units.read-channel': 'Kanal sehen',
    'units.share': 'Einheiten teilen',
    'units.command': 'Befehle senden',
    'units.read-commands': 'Befehle sehen',
    'client.enter': 'Anmelden',
    'client.view': 'Einheiten sehen',
    'client.view-bills': 'Forderungen sehen',
    'client.view-visits': 'Supportsitzungen sehen',
    'client.read-messages': 'Nachrichten lesen',
    'client.acknowledge': 'Als gesehen markieren',
    'client.read-commands': 'Befehle sehen',
    'client.command': 'Befehle senden',
    'client.arrange': 'Gruppen bilden',
    'client.keep-logbook': 'Fahrtenbuch führen',
    'client.close-logbook': 'Fahrtenbuch abschließen',
    'client.share': 'Einheiten teilen',
    'client.set-service-mode': 'Supportzugriff erlauben',
    'client.manage-units': 'Einheiten verwalten',
    'client.buy': 'Premium kaufen',
    'client.collect': 'Karte speichern',
    'client.erase': 'Konto löschen',
    'client.manage-self': 'Anmeldedaten ändern',
    'client.manage-account': 'Konto exportieren',
    'client.manage-people': 'Personen einladen',
  },
  blocked: {
    person: 'Eine Person hat das Konto gesperrt.',
    schedule: 'Das Konto wurde an dem Tag gesperrt, den eine Person festgelegt hatte.',
    automation: 'Die Abrechnungsautomatik hat das Konto wegen einer verspäteten Zahlung gesperrt.',
  },
  paid: (due) =>
    due === null
      ? 'Eine Zahlung kam an. Es gab keine Fälligkeit, die sich verschiebt.'
      : `Eine Zahlung kam an. Die nächste ist am ${due} fällig.`,
  meant: {
    'accounts.create': 'Der Händler hat das Konto angelegt. Bis zur Aktivierung hat es keinen Kunden.',
    'accounts.invite': 'Der Händler hat den Aktivierungslink per E-Mail an den Kunden senden lassen.',
    'accounts.change': 'Der Händler hat Name, Beschreibung oder Anwendungen geändert; der Status blieb, wie er war.',
    'accounts.activate':
      'Das Konto wurde aktiviert. Hat der Tarif einen Zahlungszeitraum, ist die erste Zahlung einen Zeitraum später fällig.',
    'accounts.block':
      'Das Konto wurde gesperrt: durch eine Person, an einem festgelegten Tag, oder durch die Abrechnungsautomatik wegen einer späten Zahlung.',
    'accounts.unblock':
      'Eine Person hat die Sperre aufgehoben. Die Automatik sperrt für dieselbe Fälligkeit nicht noch einmal.',
    'accounts.schedule-block': 'Eine Person hat den Tag der Sperre festgelegt oder aufgehoben.',
    'accounts.set-lifecycle':
      'Der Händler hat Fälligkeit oder Fristen dieses Kontos geändert; was noch nicht geschehen ist, folgt den neuen.',
    'accounts.change-plan':
      'Das Konto wechselte in einen anderen Tarif. Es gelten dessen Fristen, außer das Konto hat eigene.',
    'accounts.notice': 'Der Kunde wurde an die fällige Zahlung erinnert, einmal je Fälligkeit.',
    'accounts.due': 'Die Zahlung war fällig. Eine unbezahlte Fälligkeit verschiebt sich nicht.',
    'accounts.take-payment':
      'Eine Zahlung kam an. Die Fälligkeit wurde um einen Zeitraum verschoben und eine Sperre der Automatik aufgehoben.',
    'accounts.claim': 'Der Kunde hat das Konto mit dem Link aktiviert und E-Mail-Adresse und Passwort gewählt.',
    'accounts.open-service-mode': 'Der Kunde hat den Supportzugriff für eine Anwendung eingeschaltet.',
    'accounts.close-service-mode': 'Der Kunde hat den Supportzugriff ausgeschaltet. Offene Supportsitzungen endeten.',
    'accounts.attach':
      'Der Inhaber hat eine Einladung angenommen, und das Konto ging mit seinen Einheiten an den Händler über.',
    'accounts.detach':
      'Der Händler hat die Verbindung zum Konto getrennt, oder sein Inhaber ging zu einem anderen Händler. Es gehört weiter seinem Inhaber.',
    'accounts.remove': 'Das Konto wurde mit allem darin gelöscht.',
    'accounts.ask-erasure':
      'Der Kunde hat die Löschung des Kontos beantragt. Es wird nach einer Woche gelöscht, wenn er sie nicht zurücknimmt.',
    'accounts.undo-erasure': 'Der Kunde hat die Löschung des Kontos zurückgenommen.',
    'accounts.erase': 'Das Konto wurde gelöscht, mit allem, was darüber bekannt war.',
  },
}
