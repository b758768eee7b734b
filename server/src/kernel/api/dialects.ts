/** The two dialects of the dealer API. They differ only in prefix, applications, envelopes and a few fields. */
import { type AppId, consumerApp, fleetApp, petApp, tagsApp } from '../applications.ts'

export const dialectNames = ['provider', 'partner'] as const
export type DialectName = (typeof dialectNames)[number]

export interface Dialect {
  readonly name: DialectName
  readonly prefix: string
  readonly apps: readonly AppId[]
}

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  provider: { name: 'provider', prefix: '/provider', apps: [consumerApp, fleetApp, tagsApp] },
  partner: { name: 'partner', prefix: '/partner', apps: [consumerApp, petApp, fleetApp] },
}
