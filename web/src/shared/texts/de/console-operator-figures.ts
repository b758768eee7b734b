import type { figures as en } from '../en/console-operator-figures.ts'

export const figures: typeof en = {
  title: 'Kennzahlen',
  also: 'Diagramme Wachstum Speicher Prognose Verlauf Nachrichten Einheiten Händler',
  zone: 'Tage und Monate in UTC',
  storage: {
    title: 'Speicher für Nachrichten',
    chart: (from, to) => `Speicher für Nachrichten nach Tagen, von ${from} bis ${to}`,
    hint: 'Der Platz gespeicherter Nachrichten. Alte Nachrichten werden nach den Tarifen gelöscht, es kann also auch weniger werden.',
  },
  messages: {
    title: 'Gespeicherte Nachrichten',
    chart: (from, to) => `Gespeicherte Nachrichten nach Tagen, von ${from} bis ${to}`,
  },
  active: {
    title: 'Aktive Einheiten',
    chart: (from, to) => `Einheiten, die gesendet haben, nach Tagen, von ${from} bis ${to}`,
    hint: 'Einheiten, die innerhalb von 24 Stunden gesendet haben.',
  },
  young: 'Die Kurve beginnt, wenn zwei Tage gezählt sind.',
  days: 'Tage',
  dayHead: ['Tag', 'Kunden', 'Einheiten', 'Aktive Einheiten', 'Nachrichten', 'Speicher'],
  dealers: {
    title: 'Speicher nach Händlern',
    chart: 'Speicher für Nachrichten nach Händlern',
    head: (days) => [
      'Händler',
      'Kunden',
      'Einheiten',
      'Aktive Einheiten',
      'Nachrichten',
      'Speicher',
      'Pro Tag',
      `In ${days} Tagen`,
    ],
    none: 'Noch kein Händler hat Kunden.',
  },
  perDay: 'Pro Tag',
  perDayHint: 'Im Mittel der letzten 30 Tage',
  later: (days) => `In ${days} Tagen`,
  laterHint: 'Bei gleichem Verlauf',
  noForecast: 'Die Prognose beginnt, wenn sieben Tage gezählt sind.',
  now: 'Jetzt',
}
