/** A unit: the record a tracker connects to. Pure. */
import { type CatalogueModel, modelById, type Protocol, protocolByName } from '@waymark/devices'
import { type AppId, tagsApp } from '../applications.ts'
import { badValue, type Fault } from '../errors.ts'

export interface Unit {
  readonly id: number
  readonly dealerId: number
  readonly accountId: number
  readonly appId: AppId
  readonly name: string
  readonly ident: string
  readonly description: string
  readonly hwId: number
  readonly tls: boolean
  readonly lastActive: Date | null
  readonly messagesTtl: number
  readonly messagesRotate: number
  readonly extraData: unknown
  readonly tokens: unknown
  readonly bType: string | null
  readonly completed: boolean | null
  readonly ready: boolean | null
  readonly type: 'gateway' | 'sensor' | 'asset' | null
  readonly gwType: string | null
  readonly technology: string | null
  readonly deviceLink: number | null
  readonly linkedDevices: readonly number[]
  readonly messageParams: unknown
  readonly category: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The tracker model behind `hw_id`. Models are never taken out of the catalogue, so a stored one is always there. */
export function hardwareOf(hwId: number): { model: CatalogueModel; protocol: Protocol } {
  const model = modelById(hwId)
  if (!model) throw new Error(`The catalogue has no model ${hwId}.`)
  return { model, protocol: protocolByName(model.protocol) }
}

/** Ties a sealed password to its unit. */
export const passwordLabel = (unitId: number): string => `units.password:${unitId}`

export const identOf = (given: string): string => given.trim()

const printable = /^[^\s\p{C}]{1,64}$/u

export const identFaults = (ident: string | undefined): Fault[] =>
  ident === undefined || printable.test(ident)
    ? []
    : [badValue('ident', 'ident must be 1 to 64 printable characters without white space.')]

export const isKnownHardware = (hwId: number): boolean => modelById(hwId) !== undefined

export const hardwareFaults = (hwId: number | undefined): Fault[] =>
  hwId === undefined || modelById(hwId)
    ? []
    : [badValue('hw_id', 'hw_id must be the id of a device of the catalogue (GET /client/hardware/devices).')]

/** Of a tags application the dealer creates gateways only; sensors and assets come with what gateways report. */
export const typeOfNew = (app: AppId): Unit['type'] => (app === tagsApp ? 'gateway' : null)
