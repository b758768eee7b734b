import type { premium as en } from '../en/premium.ts'
import { plural } from './plural.ts'

export const premium: typeof en = {
  title: 'Premium',
  plans: { free: 'Kostenlos', basic: 'Basis', premium: 'Premium' },
  now: (plan, until) => `Sie haben ${plan} bis zum ${until}.`,
  nowOpen: (plan) => `Sie haben ${plan}.`,
  nowFree: 'Sie haben den kostenlosen Tarif.',
  afterwards: 'Es verlängert sich nicht von selbst. Danach gilt wieder der kostenlose Tarif; gelöscht wird nichts.',
  compare: 'Was die Tarife bieten',
  limit: 'Tarif',
  price: 'Preis',
  perMonth: (amount) => `${amount} im Monat`,
  free: 'kostenlos',
  limits: {
    unit: 'Einheiten',
    geofence: 'Geozonen',
    triggers: 'Regeln für Benachrichtigungen',
    unit_storage: 'Speicher je Einheit',
  },
  extras: 'Außerdem',
  modules: {
    statistics: 'Statistik',
    fuel: 'Kraftstoff',
    maintenance: 'Wartung',
    extended_notification: 'Benachrichtigung per E-Mail und Webhook',
  },
  plan: 'Tarif',
  months: 'Für',
  monthsOf: (count) => plural(count, 'Monat', 'Monate'),
  pay: (amount) => `${amount} mit Karte zahlen`,
  effect: {
    begins: (plan) => `${plan} beginnt, sobald es bezahlt ist.`,
    adds: 'Die Zeit wird zu der verbleibenden addiert.',
    replaces: (before, until) =>
      `Es tritt sofort an die Stelle von ${before}. Was davon bis zum ${until} übrig ist, verfällt.`,
  },
  visitor: 'Kaufen kann nur der Kunde selbst.',
  orders: 'Bestellungen',
  order: (plan, months) => `${plan}, ${months}`,
  made: (number, day) => `Rechnung ${number}, ${day}`,
  states: { open: 'Noch nicht bezahlt', paid: 'Bezahlt', void: 'Nicht bezahlt, aufgegeben' },
  finish: (amount) => `${amount} zahlen`,
  looking: 'Es wird gefragt, ob Ihre Zahlung eingegangen ist …',
  thanks: 'Ihre Zahlung ist eingegangen. Vielen Dank!',
}
