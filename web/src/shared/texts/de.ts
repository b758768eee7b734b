/** Every sentence in German. What is missing here, or in a file of `de/`, does not compile. */
import type { Texts } from './catalogue.ts'
import { account } from './de/account.ts'
import { client } from './de/client.ts'
import { events } from './de/events.ts'
import { fleet } from './de/fleet.ts'
import { geofences } from './de/geofences.ts'
import { maintenance } from './de/maintenance.ts'
import { pay } from './de/pay.ts'
import { share } from './de/share.ts'
import { sharing } from './de/sharing.ts'
import { statistics } from './de/statistics.ts'
import { telemetry } from './de/telemetry.ts'
import { timeline } from './de/timeline.ts'
import { tools } from './de/tools.ts'

export const de: Texts = {
  shared: {
    retry: 'Erneut versuchen',
    loading: 'Einen Moment …',
    cancel: 'Abbrechen',
    justNow: 'gerade eben',
    never: 'nie',
    copied: 'Kopiert',
    copyRefused: 'Der Browser erlaubt hier kein Kopieren',
    language: 'Sprache',
    colours: { light: 'Helle Farben verwenden', dark: 'Dunkle Farben verwenden' },
  },
  errors: {
    unexpected: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
    tooMany: (seconds) =>
      seconds
        ? `Zu viele Versuche. Bitte warten Sie ${seconds} Sekunden.`
        : 'Zu viele Versuche. Bitte warten Sie ein wenig.',
    byCode: {
      UNREACHABLE: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      SERVICE_UNAVAILABLE:
        'Der Server ist ausgelastet oder startet gerade neu. Bitte versuchen Sie es gleich noch einmal.',
      INTERNAL_SERVER_ERROR: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
      INVALID_CREDENTIALS: 'E-Mail-Adresse, Benutzername oder Passwort stimmt nicht.',
      INVALID_TOKEN: 'Sie sind nicht mehr angemeldet.',
    },
  },
  pay,
  share,
  client,
  account,
  timeline,
  statistics,
  fleet,
  geofences,
  events,
  telemetry,
  sharing,
  maintenance,
  tools,
}
