/** A way to a client beside its pages. Pure. */

export const channelKinds = ['mail', 'webhook', 'messenger', 'push'] as const
export type ChannelKind = (typeof channelKinds)[number]

export interface Channel {
  readonly id: string
  readonly accountId: number
  readonly kind: ChannelKind
  readonly name: string
  /** Of a device: whose it is. */
  readonly userId: string | null
  /** Of a mail channel. */
  readonly address: string | null
  /** Of a device: its subscription. */
  readonly urlSealed: Buffer | null
  /** As much of the address as may be shown. */
  readonly urlShown: string | null
  readonly secretSealed: Buffer | null
  readonly lang: string | null
  readonly isEnabled: boolean
  /** Why it was switched off by itself. */
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

/** Tie what is sealed to its row. */
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

/** What a messenger would read as a command, a link to people, or a call for everybody. */
const harmless = (text: string): string =>
  text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('@', '@\u200b')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

/**
 * Slack, Mattermost and Rocket.Chat take `text`, Discord takes `content`; a bot of Telegram takes `text` with the `chat_id`
 * that stands in the query of its address.
 */
export function messengerBody(url: string, text: string): string {
  const { hostname, searchParams } = new URL(url)
  const said = harmless(text)
  if (/(^|\.)discord(app)?\.com$/.test(hostname))
    return JSON.stringify({ content: said, allowed_mentions: { parse: [] } })
  const chat = searchParams.get('chat_id')
  return JSON.stringify(chat === null ? { text: said } : { chat_id: chat, text: said })
}
