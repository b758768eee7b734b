/** The link that activates a client. Only the holder of the link has its key: the server stores a hash. */
import { appById } from './applications.ts'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 24 letters that cannot be confused with each other: 120 bits. */
export const newLoginKey = (random: Uint8Array = crypto.getRandomValues(new Uint8Array(24))): string =>
  [...random].map((byte) => letters[byte % letters.length]).join('')

interface LinkParts {
  readonly loginUrl: string
  readonly apps: readonly string[]
  readonly userName: string
  readonly loginKey: string
}

export function activationLink({ loginUrl, apps, userName, loginKey }: LinkParts): string {
  const clientId = apps.map(appById).find((app) => app !== undefined)?.clientId ?? ''
  const query = new URLSearchParams({ client_id: clientId, login: userName, login_key: loginKey })
  return `${loginUrl}/registration/acknowledgment?${query}`
}

/** A calendar month later in UTC, as the server counts; in a shorter month, its last day. */
export function monthsLater(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}

/** One period after the due date, or after now if that would still be in the past: as a payment would move it. */
export function extendedDue(dueAt: number | null, months: number, now: number): number {
  const later = monthsLater(dueAt ?? now, months)
  return later > now ? later : monthsLater(now, months)
}
