import Type from 'typebox'
import { exact, like, Nullable, TimeOrNull } from '#kernel/api/fields.ts'
import type { Context } from '#kernel/context.ts'
import { originOf } from '#kernel/network/sites.ts'
import { secondsOrNull } from '#kernel/time/clock.ts'
import { codeName, type Domain, hostLengthMax } from './domain.ts'

const domainStates = ['none', 'waiting', 'verified', 'failing'] as const

export const DomainBody = exact({
  domain: Type.String({ minLength: 1, maxLength: hostLengthMax, example: 'track.example.com' }),
})

export const DomainShape = Type.Object(
  {
    domain: Nullable(Type.String({ example: 'track.example.com' })),
    state: Type.Enum([...domainStates], {
      description:
        '`waiting`: the records do not exist yet. `failing`: they did, and are missing now; after three days the ' +
        'domain is no longer used.',
    }),
    url: Nullable(
      Type.String({ example: 'https://track.example.com', description: 'Where clients sign in, once verified.' }),
    ),
    records: Type.Array(
      Type.Object({
        type: Type.String({ example: 'CNAME' }),
        name: Type.String({ example: 'track.example.com' }),
        value: Type.String({ example: 'tracking.example.net' }),
      }),
      { description: 'What to create in DNS. An A or AAAA record to the same address works too.' },
    ),
    failure: Nullable(Type.String({ description: 'What the last check found missing.' })),
    checked_at: like(TimeOrNull, null),
    verified_at: like(TimeOrNull, null),
  },
  { title: 'Domain' },
)

const none = {
  ...{ domain: null, state: 'none', url: null, records: [], failure: null, checked_at: null, verified_at: null },
} as const

export function toWire({ config }: Pick<Context, 'config'>, domain: Domain | undefined) {
  if (!domain) return none
  const { host, code, verifiedAt, checkedAt, failure } = domain
  const state = verifiedAt === null ? 'waiting' : failure === null ? 'verified' : 'failing'
  const own = new URL(config.publicUrl).hostname
  return {
    domain: host,
    state,
    url: verifiedAt && originOf(config, host),
    records: [
      {
        type: /^[\d.]+$/.test(own) ? 'A' : own.startsWith('[') ? 'AAAA' : 'CNAME',
        name: host,
        value: own.replace(/^\[|\]$/g, ''),
      },
      { type: 'TXT', name: codeName(host), value: code },
    ],
    failure,
    checked_at: secondsOrNull(checkedAt),
    verified_at: secondsOrNull(verifiedAt),
  }
}
