import type { today as en } from '../en/console-today.ts'
import { plural } from './plural.ts'

export const today: typeof en = {
  title: 'Heute',
  also: 'Start Startseite Übersicht Dashboard',
  figures: 'Kennzahlen',
  figuresAlso: 'Umsatz Einnahmen Abwanderung Marge überfällig Statistik Diagramm',
  needs: 'Zu erledigen',
  nothing: 'Alles in Ordnung',
  nothingHint:
    'Keine überfälligen Kunden oder Rechnungen, alle Einheiten senden, keine fehlgeschlagenen Webhooks oder E-Mails.',
  look: 'Ansehen',
  kinds: {
    'company.approve': {
      text: () => 'Ihr Firmenprofil ist noch nicht freigegeben',
      hint: 'Füllen Sie es aus. Kunden sehen es, sobald der Betreiber es freigibt.',
    },
    'payment-information.verify': {
      text: () => 'Ihre Rechnungsdaten sind noch nicht bestätigt',
      hint: 'Bis dahin können Sie nur Testtarife verkaufen.',
    },
    'cards.test': {
      text: () => 'Kartenzahlungen laufen im Testbetrieb',
      hint: 'Es wird keine echte Karte belastet. Speichern Sie den Live-Schlüssel Ihres Zahlungsdienstes.',
    },
    'accounts.overdue': {
      text: (count) => `${plural(count, 'Kunde ist', 'Kunden sind')} überfällig`,
      hint: 'Die Fälligkeit ist ohne Zahlung verstrichen.',
    },
    'client-invoices.overdue': {
      text: (count) => `${plural(count, 'Rechnung ist', 'Rechnungen sind')} überfällig`,
      hint: 'Die Fälligkeit ist verstrichen, und es ist noch etwas zu zahlen.',
    },
    'accounts.block-soon': {
      text: (count) => `${plural(count, 'Kunde wird', 'Kunden werden')} binnen einer Woche gesperrt`,
      hint: 'Senden Sie eine Forderung, oder geben Sie ihnen mehr Zeit.',
    },
    'units.silent': {
      text: (count) => `${plural(count, 'Einheit sendet', 'Einheiten senden')} nicht`,
      hint: 'Sie haben früher gesendet, aber seit einem Tag nicht mehr.',
    },
    'units.never': {
      text: (count) => `${plural(count, 'Einheit hat', 'Einheiten haben')} sich nie verbunden`,
      hint: 'Sie wurden vor über einem Tag angelegt. Prüfen Sie die Einrichtung ihrer Tracker.',
    },
    'units.turned-away': {
      text: (count) => `${plural(count, 'Tracker wird', 'Tracker werden')} abgewiesen`,
      hint: 'Sie sind registriert, verwenden aber ein anderes Protokoll oder ein falsches Passwort.',
    },
    'webhooks.failed': {
      text: (count) => `${plural(count, 'Webhook-Zustellung', 'Webhook-Zustellungen')} fehlgeschlagen`,
      hint: 'Korrigieren Sie Ihren Server, dann senden Sie erneut.',
    },
    'mails.failed': {
      text: (count) => `${plural(count, 'E-Mail', 'E-Mails')} nicht zustellbar`,
      hint: 'Prüfen Sie die Adressen dieser Kunden.',
    },
    'accounts.waiting': {
      text: (count) => `${plural(count, 'Kunde ist', 'Kunden sind')} seit drei Tagen nicht aktiviert`,
      hint: 'Senden Sie den Aktivierungslink erneut.',
    },
  },
  money: {
    title: 'Geld',
    due: 'Diese Woche fällig',
    overdue: 'Überfällig',
    paid: 'Diesen Monat eingegangen',
    open: 'Offene Forderungen',
    clients: (count) => plural(count, 'Kunde', 'Kunden'),
    bills: (count) => plural(count, 'Forderung', 'Forderungen'),
    unknown: (count) => `${plural(count, 'hat', 'haben')} noch nie eine Forderung bezahlt`,
    invoices: (count) => plural(count, 'Rechnung', 'Rechnungen'),
    overdueInvoices: 'Überfällige Rechnungen',
    notKnown: 'Nicht bekannt',
  },
  clients: {
    title: 'Kunden',
    total: 'Alle',
    waiting: 'Nicht aktiviert',
    notice: 'Erinnerung gesendet',
    overdue: 'Überfällig',
    soon: 'Sperre binnen einer Woche',
    blocked: 'Gesperrt',
  },
  units: {
    title: 'Einheiten',
    all: 'Alle',
    connected: 'Verbunden',
    silent: 'Sendet nicht',
    never: 'Nie verbunden',
  },
  begin: {
    title: 'Erste Schritte',
    text: 'Nach diesen Schritten sehen Sie Ihre erste Einheit auf der Karte.',
    done: 'Erledigt',
    open: 'Offen',
    waits: 'Noch nicht bestätigt',
    company: 'Firmen- und Rechnungsdaten',
    steps: {
      plan: 'Ein Tarif für Ihre Kunden',
      client: 'Ein Kunde mit E-Mail-Adresse',
      unit: 'Eine Einheit für seinen Tracker',
      message: 'Die erste Nachricht des Trackers',
    },
    acts: {
      plan: 'Tarif erstellen',
      client: 'Kunden anlegen',
      unit: 'Einheit anlegen',
      message: 'Tracker einrichten',
    },
  },
}
