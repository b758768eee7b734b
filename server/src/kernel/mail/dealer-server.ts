/** A dealer's own mail server, through which emails to its clients leave. */

import { isAddress } from '../email-address.ts'
import { invalidField, type Problem } from '../errors.ts'
import type { securities } from './smtp.ts'

type Security = (typeof securities)[number]

export interface DealerServer {
  readonly dealerId: number
  readonly host: string
  readonly port: number
  readonly security: Security
  readonly username: string | null
  readonly passwordSealed: Buffer | null
  readonly fromAddress: string
  readonly dkimSelector: string
  readonly dkimKeySealed: Buffer
  readonly dkimPublic: string
  /** Null: the record is not in DNS, and nothing is signed. */
  readonly dkimFoundAt: Date | null
  readonly dkimCheckedAt: Date | null
  readonly dkimFailure: string | null
  readonly updatedAt: Date
  readonly sentAt: Date | null
  /** Why it cannot be used; emails then leave through the installation's server. */
  readonly failure: string | null
  readonly failingSince: Date | null
  readonly nextTryAt: Date | null
  readonly failures: number
}

export interface ServerInput {
  readonly host: string
  readonly port: number
  readonly security: Security
  readonly username: string | null
  /** Undefined: the stored one. */
  readonly password: string | undefined
  readonly fromAddress: string
}

export const passwordLabel = (dealer: number) => `dealer_mail_servers.password:${dealer}`
export const keyLabel = (dealer: number) => `dealer_mail_servers.dkim_key:${dealer}`

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i
const isHost = (text: string) => text.length <= 253 && (hostName.test(text) || /^[0-9a-f:.]+$/i.test(text))

/** A password is sent only to the server that it was entered for. */
const isSameLogin = (input: ServerInput, before: DealerServer | undefined) =>
  before !== undefined && before.host === input.host && before.username === input.username

export function serverProblems(input: ServerInput, before: DealerServer | undefined): Problem[] {
  const { host, username, password, fromAddress } = input
  const needsPassword = username !== null && password === undefined
  const isKept = isSameLogin(input, before) && before?.passwordSealed !== null
  return [
    ...(isHost(host) ? [] : [invalidField('host', 'host must be a name such as smtp.example.com, without a port.')]),
    ...(isAddress(fromAddress) && hostName.test(domainOf(fromAddress)) && domainOf(fromAddress).includes('.')
      ? []
      : [invalidField('from_address', 'from_address must be an email address such as tracking@example.com.')]),
    ...(needsPassword && !isKept
      ? [invalidField('password', 'password must be given again when the host or the username is new.')]
      : []),
    ...(username === null && password !== undefined
      ? [invalidField('username', 'username must be given with a password.')]
      : []),
  ]
}

const delayMsMax = 3600_000
/** After how many consecutive failures it is paused for how long. */
export const pauseMs = (failures: number): number => Math.min(60_000 * 2 ** (failures - 1), delayMsMax)

export const recordNameOf = ({ dkimSelector, fromAddress }: Pick<DealerServer, 'dkimSelector' | 'fromAddress'>) =>
  `${dkimSelector}._domainkey.${domainOf(fromAddress)}`

export const recordValueOf = ({ dkimPublic }: Pick<DealerServer, 'dkimPublic'>) => `v=DKIM1; k=rsa; p=${dkimPublic}`

/** Whether a TXT record has this key: tags in any order and with any spaces (RFC 6376, 3.6.1). */
export function hasKey(record: string, dkimPublic: string): boolean {
  const tags = record.split(';').map((tag) => tag.split('='))
  const value = (name: string) =>
    tags
      .find(([tag = '']) => tag.trim() === name)
      ?.slice(1)
      .join('=')
      .replaceAll(/\s/g, '')
  return value('p') === dkimPublic && (value('v') ?? 'DKIM1') === 'DKIM1'
}

const minuteMs = 60_000
/** People wait for a new record; an existing one is checked daily. */
export function isCheckDue({ dkimFoundAt, dkimCheckedAt }: DealerServer, now: Date): boolean {
  const waitMs = dkimFoundAt === null ? 10 * minuteMs : 24 * 60 * minuteMs
  return dkimCheckedAt === null || now.getTime() - dkimCheckedAt.getTime() >= waitMs
}
