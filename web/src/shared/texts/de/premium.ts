import type { premium as en } from '../en/premium.ts'
import { plural } from './plural.ts'

export const premium: typeof en = {
  title: 'Premium',
  plans: { free: 'Kostenlos', basic: 'Basis', premium: 'Premium' },
  now: (plan, until) => `Sie haben ${plan} bis zum ${until}.`,
  nowOpen: (plan) => `Sie haben ${plan}.`,
  nowFree: 'Sie haben den kostenlosen Tarif.',
  afterwards:
    'Es verlängert sich nicht automatisch. Danach gilt wieder der kostenlose Tarif, und alle Daten bleiben erhalten.',
  renewal: {
    title: 'Automatische Verlängerung',
    choice: 'Automatisch verlängern',
    choiceText:
      'Ihre Karte wird gespeichert und drei Tage vor jedem Ende für dieselbe Zeit belastet. Das können Sie jederzeit ausschalten.',
    isOn: (card, day) => `Drei Tage vor dem ${day} belasten wir ${card}.`,
    noCard:
      'Für die automatische Verlängerung wählen Sie sie beim Kauf weiterer Zeit: Ihre Karte wird dann gespeichert.',
    card: (brand, last4) => `${brand} mit der Endung ${last4}`,
    expires: (month) => `gültig bis ${month}`,
    remove: 'Karte entfernen',
  },
  unlimited: 'unbegrenzt',
  compare: 'Tarife vergleichen',
  limit: 'Tarif',
  price: 'Preis',
  perMonth: (amount) => `${amount} pro Monat`,
  free: 'kostenlos',
  limits: {
    unit: 'Einheiten',
    geofence: 'Geozonen',
    triggers: 'Melderegeln',
    unit_storage: 'Speicher je Einheit',
    unit_extra_fields: 'Zusatzfelder je Einheit',
    unit_notify_settings: 'Melderegeln je Einheit',
  },
  extras: 'Außerdem',
  modules: {
    statistics: 'Statistik',
    fuel: 'Kraftstoff',
    maintenance: 'Wartung',
    extended_notification: 'Meldungen per E-Mail und Webhook',
  },
  plan: 'Tarif',
  months: 'Für',
  monthsOf: (count) => plural(count, 'Monat', 'Monate'),
  pay: (amount) => `${amount} mit Karte zahlen`,
  effect: {
    begins: (plan) => `${plan} beginnt, sobald Sie zahlen.`,
    adds: 'Das verlängert Ihre verbleibende Zeit.',
    replaces: (before, until) => `Das ersetzt ${before} sofort. Die verbleibende Zeit bis zum ${until} verfällt.`,
  },
  visitor: 'Nur der Kunde kann Premium kaufen.',
  orders: 'Bestellungen',
  order: (plan, months) => `${plan}, ${months}`,
  made: (number, day) => `Rechnung ${number}, ${day}`,
  states: { open: 'Offen', paid: 'Bezahlt', void: 'Storniert' },
  finish: (amount) => `${amount} zahlen`,
  looking: 'Ihre Zahlung wird geprüft …',
  thanks: 'Zahlung eingegangen. Vielen Dank!',
}
