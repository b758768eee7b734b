import type { habits as en } from '../en/habits.ts'

export const habits: typeof en = {
  title: 'Datum, Uhrzeit und Maßeinheiten',
  timesTitle: 'Datum und Uhrzeit',
  explain: 'Für alle Seiten sowie für E-Mails und Dateien, die wir für Sie schreiben.',
  measure: 'Entfernung und Geschwindigkeit',
  measures: { metric: 'Kilometer und km/h', imperial: 'Meilen und mph' },
  volume: 'Kraftstoff',
  volumes: { litres: 'Liter', us_gallons: 'US-Gallonen', imperial_gallons: 'Britische Gallonen' },
  temperature: 'Temperatur',
  temperatures: { celsius: 'Grad Celsius', fahrenheit: 'Grad Fahrenheit' },
  clock: 'Uhrzeit',
  clocks: { locale: 'Wie in Ihrer Sprache üblich', '24h': '24 Stunden', '12h': '12 Stunden' },
  dateOrder: 'Datum',
  dateOrders: {
    locale: 'Wie in Ihrer Sprache üblich',
    dmy: 'Tag, Monat, Jahr',
    mdy: 'Monat, Tag, Jahr',
    ymd: 'Jahr, Monat, Tag',
  },
  weekStart: 'Erster Tag der Woche',
  weekStarts: { monday: 'Montag', sunday: 'Sonntag', saturday: 'Samstag' },
  zone: 'Zeitzone',
  zoneHint: (zone) => `Leer lassen, um die Zeitzone Ihres Geräts zu verwenden: ${zone}.`,
  wrongZone: 'Wählen Sie eine Zeitzone aus der Liste, zum Beispiel Europe/Berlin.',
  example: 'Beispiel',
}
