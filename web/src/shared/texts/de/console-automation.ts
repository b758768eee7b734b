import type { automation as en } from '../en/console-automation.ts'
import { plural } from './plural.ts'

export const automation: typeof en = {
  title: 'Automatik',
  also: 'Kalender Fälligkeit Erinnerung Sperre Vorschau Prognose',
  explain: 'Sehen Sie Tag für Tag, was die Abrechnungsautomatik tun wird. Das ist nur eine Vorschau und ändert nichts.',
  months: 'Zeitraum',
  monthsOption: (count) => plural(count, 'Monat', 'Monate'),
  payments: 'Wenn Kunden',
  paymentsOptions: { none: 'nicht zahlen', on_time: 'pünktlich zahlen' },
  plan: 'Tarif',
  anyPlan: 'Alle Tarife',
  whatIf: 'Was wäre, wenn',
  whatIfHint: 'Probieren Sie für diesen Tarif andere Einstellungen aus. Zum Speichern öffnen Sie den Tarif.',
  period: 'Monate',
  notify: 'Erinnerung, Tage vorher',
  block: 'Sperre, Tage danach',
  try: 'Ausprobieren',
  reset: 'Zurücksetzen',
  kinds: { notice: 'Erinnerung', due: 'Fällig', block: 'Sperre', unblock: 'Entsperrung' },
  totals: 'Summe',
  accounts: (count) => plural(count, 'Kunde', 'Kunden'),
  expected: 'Erwartet',
  withoutAmount: (count) =>
    `${plural(count, 'Fälligkeit', 'Fälligkeiten')} von Kunden, die noch nie eine Forderung bezahlt haben`,
  nothing: 'Es ist nichts geplant',
  nothingHint:
    'Keiner dieser Kunden hat eine Fälligkeit. Legen Sie in einem Tarif einen Zahlungszeitraum fest, und wählen Sie, wann seine Kunden zuerst zahlen.',
  toPlans: 'Tarife öffnen',
  day: (day, count) => `${day}: ${plural(count, 'Schritt', 'Schritte')}`,
  dayTitle: (day) => `Am ${day}`,
  weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
  more: (count) => `und ${count.toLocaleString('de')} weitere`,
}
