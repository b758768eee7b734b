/** A way to notify a client in addition to its pages. Pure. */

export const channelKinds = ['mail', 'webhook', 'messenger', 'push'] as const
export type ChannelKind = (typeof channelKinds)[number]

export interface Channel {
  readonly id: string
  readonly accountId: number
  readonly kind: ChannelKind
  readonly name: string
  /** For a device: its person. */
  readonly userId: string | null
  /** Of a mail channel. */
  readonly address: string | null
  /** Of a device: its subscription. */
  readonly urlSealed: Buffer | null
  /** The part of the address that may be shown. */
  readonly urlShown: string | null
  readonly secretSealed: Buffer | null
  readonly lang: string | null
  readonly isEnabled: boolean
  /** Why it was disabled automatically. */
  readonly disabledReason: string | null
  readonly confirmedAt: Date | null
  readonly codeSealed: Buffer | null
  readonly codeUntil: Date | null
  readonly codeTries: number
  readonly failingSince: Date | null
  readonly lastFailure: string | null
  readonly lastSuccessAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Tie sealed values to their row. */
export const urlLabel = (id: string): string => `notification-channels.url:${id}`
export const secretLabel = (id: string): string => `notification-channels.secret:${id}`
export const codeLabel = (id: string): string => `notification-channels.code:${id}`

/** The path and query of a messenger's address are its secret. */
export function shownUrl(kind: ChannelKind, text: string): string {
  const { protocol, host, pathname, search } = new URL(text)
  if (kind === 'push') return host
  const hidden = pathname + search
  return kind === 'webhook' ? text : `${protocol}//${host}/…${hidden.length > 12 ? hidden.slice(-4) : ''}`
}

/** What a messenger would read as a command, a mention, or a call to everyone. */
const harmless = (text: string): string =>
  text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('@', '@\u200b')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

/**
 * Slack, Mattermost and Rocket.Chat take `text`, Discord takes `content`; a Telegram bot takes `text` with the
 * `chat_id` from the query of its address.
 */
export function messengerBody(url: string, text: string): string {
  const { hostname, searchParams } = new URL(url)
  const said = harmless(text)
  if (/(^|\.)discord(app)?\.com$/.test(hostname))
    return JSON.stringify({ content: said, allowed_mentions: { parse: [] } })
  const chat = searchParams.get('chat_id')
  return JSON.stringify(chat === null ? { text: said } : { chat_id: chat, text: said })
}
