/** Every sentence in German. A sentence that is missing here, or in a file of `de/`, does not compile. */
import { account } from './de/account.ts'
import { client } from './de/client.ts'
import { dealers } from './de/dealers.ts'
import { fleet } from './de/fleet.ts'
import { geofences } from './de/geofences.ts'
import { inbox } from './de/inbox.ts'
import { maintenance } from './de/maintenance.ts'
import { notifications } from './de/notifications.ts'
import { owner } from './de/owner.ts'
import { pay } from './de/pay.ts'
import { people } from './de/people.ts'
import { premium } from './de/premium.ts'
import { reports } from './de/reports.ts'
import { sensors } from './de/sensors.ts'
import { share } from './de/share.ts'
import { sharing } from './de/sharing.ts'
import { statistics } from './de/statistics.ts'
import { tags } from './de/tags.ts'
import { telemetry } from './de/telemetry.ts'
import { timeline } from './de/timeline.ts'
import { tools } from './de/tools.ts'
import type { en } from './en.ts'

/** The kind of a refusal that has no sentence in `de/refusals.ts`. The server explains the details in English. */
const kinds: Readonly<Record<string, string>> = {
  INVALID_PAYLOAD: 'Eine Angabe fehlt oder hat die falsche Form.',
  INVALID_QUERY: 'Eine Angabe fehlt oder hat die falsche Form.',
  FAILED_VALIDATION: 'Eine Angabe ist nicht zulässig.',
  FORBIDDEN: 'Das ist hier nicht erlaubt.',
  BLOCKED: 'Das Konto ist gesperrt.',
  CONFLICT: 'Das geht im jetzigen Zustand nicht.',
  PAYLOAD_TOO_LARGE: 'Das ist zu groß.',
  UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei wird nicht angenommen.',
}

export const de: typeof en = {
  shared: {
    skip: 'Zum Inhalt springen',
    retry: 'Erneut versuchen',
    loading: 'Wird geladen …',
    cancel: 'Abbrechen',
    save: 'Speichern',
    justNow: 'gerade eben',
    copyCoordinates: 'Koordinaten kopieren',
    near: (town) => `bei ${town}`,
    never: 'nie',
    copy: (what) => `${what} kopieren`,
    copied: 'Kopiert',
    copyRefused: 'Ihr Browser erlaubt hier kein Kopieren',
    language: 'Sprache',
    showPassword: 'Passwort anzeigen',
    colours: { light: 'Helle Farben verwenden', dark: 'Dunkle Farben verwenden' },
    links: {
      label: 'Hilfe und Rechtliches',
      help: 'Hilfe',
      imprint: 'Impressum',
      privacy: 'Datenschutz',
      terms: 'Nutzungsbedingungen',
    },
    app: {
      offline: 'Sie sind offline.',
      offlineTitle: 'Sie sind offline',
      offlineExplain: 'Der Server ist nicht erreichbar. Sobald es wieder geht, macht diese Seite automatisch weiter.',
      waiting: 'Auf dieser Seite ist nichts aktuell.',
      dataOf: (time) => `Die Angaben sind von ${time}.`,
      lastData: (time) => `Letzte Daten: ${time}`,
      newer: 'Es gibt eine neue Version.',
      reload: 'Neu laden',
      later: 'Später',
    },
  },
  errors: {
    unexpected: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    tooMany: (seconds) =>
      seconds ? `Zu viele Versuche. Warten Sie ${seconds} Sekunden.` : 'Zu viele Versuche. Warten Sie einen Moment.',
    byCode: {
      UNREACHABLE: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      SERVICE_UNAVAILABLE: 'Der Server ist ausgelastet oder startet gerade neu. Versuchen Sie es gleich noch einmal.',
      INTERNAL_SERVER_ERROR: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
      INVALID_CREDENTIALS: 'E-Mail-Adresse, Benutzername oder Passwort ist falsch.',
      INVALID_TOKEN: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
      TOKEN_EXPIRED: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
      QUOTA_EXCEEDED: 'Das Limit Ihres Tarifs ist erreicht.',
    },
    refused: (code, sentence) =>
      code === 'NOT_FOUND'
        ? 'Das gibt es nicht oder nicht mehr.'
        : `${kinds[code] ?? 'Das wurde abgelehnt.'} (Der Server sagt: „${sentence}“)`,
    toPlan: 'Tarif und Limits ansehen',
  },
  pay,
  share,
  dealers,
  client,
  account,
  premium,
  timeline,
  statistics,
  reports,
  fleet,
  geofences,
  inbox,
  tags,
  notifications,
  telemetry,
  sharing,
  maintenance,
  sensors,
  tools,
  people,
  owner,
}
