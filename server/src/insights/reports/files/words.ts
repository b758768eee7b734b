/** The words in cells and around the table, in the languages of emails. Pure. */
import type { Alarm } from '@waymark/devices'
import { germanAlarms } from '../../notifications/delivery/german.ts'
import type { Grouping, Lang } from '../report.ts'

const english = {
  groupings: { none: '', unit: 'Unit', driver: 'Driver', day: 'Day', week: 'Week' } satisfies Record<Grouping, string>,
  line: 'Line',
  levels: { row: 'Row', subtotal: 'Subtotal', total: 'Total' },
  period: 'Period',
  zone: 'Time zone',
  created: 'Created',
  atLeast: (amount: string) => `At least ${amount}`,
  units: (count: number) => (count === 1 ? '1 unit' : `${count} units`),
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  page: (number: number) => `Page ${number}`,
  empty: 'There is nothing to report for this period.',
  more: (shown: number) =>
    `Only the first ${shown} rows are shown. The totals include all rows; CSV and XLSX files have every row.`,
  monthClosed: (unit: string, month: string, at: string, by: string) => `${unit}: ${month} closed on ${at} by ${by}`,
  monthsOpen: 'No month of this logbook is closed yet. Entries can still change.',
  noDriver: 'No driver',
  tripKinds: { business: 'Business', private: 'Private', commute: 'Commute' },
  yes: 'Yes',
  no: 'No',
  weekOf: (date: string) => `Week of ${date}`,
  enter: 'Entered',
  leave: 'Left',
  condition: 'Rule',
  during: { trip: 'Trip', stop: 'Stop' },
  posted: 'Posted limit',
  usual: 'Usual speed',
  fuel: { filling: 'Filling', drain: 'Drain' },
  due: { ok: 'OK', soon: 'Due soon', due: 'Due', overdue: 'Overdue' },
}

type Words = typeof english

const german: Words = {
  groupings: { none: '', unit: 'Einheit', driver: 'Fahrer', day: 'Tag', week: 'Woche' },
  line: 'Zeile',
  levels: { row: 'Zeile', subtotal: 'Zwischensumme', total: 'Summe' },
  period: 'Zeitraum',
  zone: 'Zeitzone',
  created: 'Erstellt',
  atLeast: (amount) => `Mindestens ${amount}`,
  units: (count) => (count === 1 ? '1 Einheit' : `${count} Einheiten`),
  rows: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  page: (number) => `Seite ${number}`,
  empty: 'In diesem Zeitraum gibt es nichts zu berichten.',
  more: (shown) =>
    `Nur die ersten ${shown} Zeilen sind gezeigt. Die Summen gelten für alle; CSV- und XLSX-Dateien enthalten jede Zeile.`,
  monthClosed: (unit, month, at, by) => `${unit}: ${month} abgeschlossen am ${at} von ${by}`,
  monthsOpen: 'Noch kein Monat dieses Fahrtenbuchs ist abgeschlossen. Einträge können sich noch ändern.',
  noDriver: 'Ohne Fahrer',
  tripKinds: { business: 'Geschäftlich', private: 'Privat', commute: 'Arbeitsweg' },
  yes: 'Ja',
  no: 'Nein',
  weekOf: (date) => `Woche ab ${date}`,
  enter: 'Erreicht',
  leave: 'Verlassen',
  condition: 'Regel',
  during: { trip: 'Fahrt', stop: 'Halt' },
  posted: 'Ausgeschildert',
  usual: 'Übliche Geschwindigkeit',
  fuel: { filling: 'Betankung', drain: 'Entnahme' },
  due: { ok: 'In Ordnung', soon: 'Bald fällig', due: 'Fällig', overdue: 'Überfällig' },
}

export const wordsIn = (lang: Lang): Words => (lang === 'de' ? german : english)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Crossings of geofences, conditions of rules, and alarms of trackers. */
export function eventText(kind: string, lang: Lang): string {
  const words = wordsIn(lang)
  if (kind === 'enter' || kind === 'leave' || kind === 'condition') return words[kind]
  if (lang === 'de') return capital(germanAlarms[kind as Alarm] ?? kind)
  return kind === 'sos' ? 'SOS' : capital(kind.replaceAll('_', ' '))
}
