/** Every English sentence of the pages for clients and payers. Whoever translates starts here. */
import { account } from './en/account.ts'
import { client } from './en/client.ts'
import { events } from './en/events.ts'
import { fleet } from './en/fleet.ts'
import { geofences } from './en/geofences.ts'
import { maintenance } from './en/maintenance.ts'
import { notifications } from './en/notifications.ts'
import { pay } from './en/pay.ts'
import { premium } from './en/premium.ts'
import { share } from './en/share.ts'
import { sharing } from './en/sharing.ts'
import { statistics } from './en/statistics.ts'
import { tags } from './en/tags.ts'
import { telemetry } from './en/telemetry.ts'
import { timeline } from './en/timeline.ts'
import { tools } from './en/tools.ts'

export const en = {
  shared: {
    retry: 'Try again',
    loading: 'One moment …',
    cancel: 'Cancel',
    save: 'Save',
    justNow: 'just now',
    never: 'never',
    copied: 'Copied',
    copyRefused: 'The browser does not allow copying here',
    language: 'Language',
    colours: { light: 'Use light colours', dark: 'Use dark colours' },
  },
  errors: {
    unexpected: 'Something went wrong on our side. Please try again in a moment.',
    tooMany: (seconds?: number) =>
      seconds ? `Too many tries. Please wait ${seconds} seconds.` : 'Too many tries. Please wait a little.',
    byCode: {
      UNREACHABLE: 'The server cannot be reached. Check your connection and try again.',
      SERVICE_UNAVAILABLE: 'The server is busy or restarting. Please try again in a moment.',
      INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Please try again in a moment.',
      INVALID_CREDENTIALS: 'E-mail, user name or password is not right.',
      INVALID_TOKEN: 'You are not logged in any more.',
      TOKEN_EXPIRED: 'You are not logged in any more.',
      QUOTA_EXCEEDED: 'Your plan has no room for more of this.',
    },
    /** Nobody has better words than the server; it speaks English. */
    refused: (_code: string, sentence: string) => sentence,
    toPlan: 'See what the plan holds, and how to get more',
  },
  pay,
  share,
  client,
  account,
  premium,
  timeline,
  statistics,
  fleet,
  geofences,
  events,
  tags,
  notifications,
  telemetry,
  sharing,
  maintenance,
  tools,
}
