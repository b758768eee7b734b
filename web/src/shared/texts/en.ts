/** Every English sentence of the pages for clients and payers. A translation starts here. */
import { account } from './en/account.ts'
import { client } from './en/client.ts'
import { dealers } from './en/dealers.ts'
import { fleet } from './en/fleet.ts'
import { geofences } from './en/geofences.ts'
import { inbox } from './en/inbox.ts'
import { maintenance } from './en/maintenance.ts'
import { notifications } from './en/notifications.ts'
import { owner } from './en/owner.ts'
import { pay } from './en/pay.ts'
import { people } from './en/people.ts'
import { premium } from './en/premium.ts'
import { reports } from './en/reports.ts'
import { sensors } from './en/sensors.ts'
import { share } from './en/share.ts'
import { sharing } from './en/sharing.ts'
import { statistics } from './en/statistics.ts'
import { tags } from './en/tags.ts'
import { telemetry } from './en/telemetry.ts'
import { timeline } from './en/timeline.ts'
import { tools } from './en/tools.ts'

export const en = {
  shared: {
    skip: 'Skip to content',
    retry: 'Try again',
    loading: 'Loading …',
    cancel: 'Cancel',
    save: 'Save',
    justNow: 'just now',
    copyCoordinates: 'Copy coordinates',
    near: (town: string) => `near ${town}`,
    never: 'never',
    copy: (what: string) => `Copy ${what}`,
    copied: 'Copied',
    copyRefused: 'Your browser doesn’t allow copying here',
    language: 'Language',
    showPassword: 'Show password',
    colours: { light: 'Use light colours', dark: 'Use dark colours' },
    links: { label: 'Help and legal', help: 'Help', imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' },
    app: {
      offline: 'You’re offline.',
      offlineTitle: 'You’re offline',
      offlineExplain: 'There is no connection to the server. This page continues automatically as soon as it is back.',
      waiting: 'Nothing on this page is up to date.',
      dataOf: (time: string) => `Last update: ${time}.`,
      lastData: (time: string) => `Last data: ${time}`,
      newer: 'A new version is ready.',
      reload: 'Reload',
      later: 'Later',
    },
  },
  errors: {
    unexpected: 'Something went wrong on our side. Try again in a moment.',
    tooMany: (seconds?: number) =>
      seconds ? `Too many attempts. Wait ${seconds} seconds.` : 'Too many attempts. Wait a moment.',
    byCode: {
      UNREACHABLE: 'Can’t reach the server. Check your connection and try again.',
      SERVICE_UNAVAILABLE: 'The server is busy or restarting. Try again in a moment.',
      INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Try again in a moment.',
      INVALID_CREDENTIALS: 'Wrong email, username or password.',
      INVALID_TOKEN: 'You’re signed out. Sign in again.',
      TOKEN_EXPIRED: 'You’re signed out. Sign in again.',
      QUOTA_EXCEEDED: 'You’ve reached the limit of your plan.',
    },
    /** The server writes its refusals in English, so its own sentence is the best one. */
    refused: (_code: string, sentence: string) => sentence,
    toPlan: 'See your plan and its limits',
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
