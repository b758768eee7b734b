/** A unit: a tracker, a tag that gateways report, or an asset that carries one. Pure. */
import {
  type CatalogueModel,
  hasWrongCheckDigit,
  isLegacy,
  manufacturers,
  modelById,
  models,
  type Protocol,
  protocolByName,
  tagId,
} from '@waymark/devices'
import { type AppId, tagsApp } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'

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
  /** The ids of its public links. */
  readonly tokens: Readonly<Partial<Record<TokenKind, string>>>
  /** The secrets of those links, for a caller who may see them. */
  readonly secrets?: Readonly<Record<string, string>>
  readonly bType: string | null
  /** A person has checked the set-up: whether it is right. */
  readonly completed: boolean | null
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

/** How a dealer bills a unit: for its own books. */
export const billingTypes = ['standard', 'rental', 'seasonal', 'trial', 'free'] as const
export type BillingType = (typeof billingTypes)[number]

const daySeconds = 86_400
export const messagesTtlMin = daySeconds
export const messagesTtlMax = 3650 * daySeconds
export const messagesRotateMax = 100_000_000

/** Null until a person has checked the set-up; then whether it is right and the tracker has sent something. */
export const isReady = ({ lastActive, completed }: Pick<Unit, 'lastActive' | 'completed'>): boolean | null =>
  completed === null ? null : completed && lastActive !== null

/** A locator shows where the unit is, a toolbox helps the installer of its tracker. */
export const tokenKinds = ['locator', 'toolbox'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** People's notes about a unit, in the contract's spelling. */
export interface ExtraField {
  readonly label: string
  readonly value: string
  readonly icon: string | null
  readonly showOnCard: boolean
}

export const extraFieldsMax = 20

/** The tracker model behind `hw_id`. Models are never removed from the catalogue, so a stored one always exists. */
export function hardwareOf(hwId: number): { model: CatalogueModel; protocol: Protocol } {
  const model = modelById(hwId)
  if (!model) throw new Error(`The catalogue has no model ${hwId}.`)
  return { model, protocol: protocolByName(model.protocol) }
}

/** Old hardware has neither a set-up tool nor a connection log. */
export const isLegacyUnit = ({ hwId }: Pick<Unit, 'hwId'>): boolean => isLegacy(hardwareOf(hwId).model)

/** Ties a sealed password to its unit. */
export const passwordLabel = (unitId: number): string => `units.password:${unitId}`

const secretMin = 8
const speaksJson = ['mqtt', 'httpjson']

/**
 * The password of a device that sends JSON is its only protection; that of a tracker is limited by its maker, often to six
 * digits. An empty password removes it: the device then needs an intake token.
 */
export const passwordProblems = (hwId: number, password: string | undefined): Problem[] =>
  password && password.length < secretMin && speaksJson.includes(modelById(hwId)?.protocol ?? '')
    ? [invalidField('password', `password of a device that sends JSON must have at least ${secretMin} characters.`)]
    : []

/** The ident of a tag has one spelling. */
export const identOf = (given: string, type: Unit['type'] = null): string =>
  type === 'sensor' ? tagId(given) : given.trim()

/** The sentence does not reveal the owner. */
export const identTaken = 'This ident is taken. Check it, or delete the unit that has it.'

const printable = /^[^\s\p{C}]{1,64}$/u

export const identProblems = (ident: string | undefined): Problem[] =>
  ident === undefined || printable.test(ident)
    ? []
    : [invalidField('ident', 'ident must be 1 to 64 printable characters without white space.')]

const rounded = /^\d(?:[.,]\d+)?E\+?\d+$/i

/** Damage done by spreadsheets. Checked for imports only: elsewhere any ident may be intended. */
export function spreadsheetProblems(
  { name, ident, hwId }: { name: string; ident: string; hwId: number | undefined },
  checksDigits: boolean,
): Problem[] {
  const protocol = hwId === undefined ? undefined : modelById(hwId)?.protocol
  return [
    ...(rounded.test(ident)
      ? [
          invalidField(
            'ident',
            'ident is a number that a spreadsheet has rounded: format the column as text and enter it again.',
          ),
        ]
      : []),
    ...(checksDigits && protocol !== undefined && hasWrongCheckDigit(ident, protocol)
      ? [
          invalidField(
            'ident',
            'ident is not a valid IMEI (wrong check digit): correct it, or import it without this check (check_digits).',
          ),
        ]
      : []),
    ...(name.includes('\ufffd')
      ? [
          invalidField(
            'name',
            'name has characters that were lost in another encoding: save the file as UTF-8 or XLSX.',
          ),
        ]
      : []),
  ]
}

export const isKnownHardware = (hwId: number): boolean => modelById(hwId) !== undefined

/** A tag or an asset: it never connects. */
export const isPassive = ({ type }: Pick<Unit, 'type'>): boolean => type === 'sensor' || type === 'asset'

export function hardwareProblems(hwId: number | undefined): Problem[] {
  if (hwId === undefined) return []
  const model = modelById(hwId)
  if (!model)
    return [invalidField('hw_id', 'hw_id must be the id of a device of the catalogue (GET /client/hardware/devices).')]
  const isPassiveModel = protocolByName(model.protocol).transport === 'heard'
  return isPassiveModel
    ? [invalidField('hw_id', 'hw_id must be a device that connects. Tags and assets have no choice of device.')]
    : []
}

/** Spreadsheets write `FMB920`, `fmb 920` or `Teltonika FMB920`. */
const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}+]/gu, '')
const makers = new Map(manufacturers.map(({ id, title }) => [id, title]))
const byTitle = Map.groupBy(
  models.flatMap((model) => {
    const full = `${makers.get(model.manufacturerId) ?? ''} ${model.title}`
    return [...new Set([plain(model.title), plain(full)])].map((title) => ({ title, model }))
  }),
  ({ title }) => title,
)

/** The id of a device by its title, with or without its maker; or a sentence that explains why there is none. */
export function hardwareByTitle(title: string): number | string {
  const found = byTitle.get(plain(title)) ?? []
  if (found.length === 1) return found[0]!.model.id
  return found.length === 0
    ? 'model must be the title of a device of the catalogue (GET /client/hardware/devices).'
    : `model must be one of these: ${found.map(({ model }) => `${makers.get(model.manufacturerId)} ${model.title}`).join(', ')}.`
}

/** In tags_app a unit that connects is a gateway; sensors and assets are created elsewhere (beacons/). */
export const typeOfNew = (app: AppId): Unit['type'] => (app === tagsApp ? 'gateway' : null)

export type TagType = 'sensor' | 'asset'
/** Their models in the catalogue. */
export const hardwareOfTag: Readonly<Record<TagType, number>> = { sensor: 9001, asset: 9002 }

/** `mesh`: it has a fixed position, or was found by a gateway that has one; `mobile`: otherwise. Only in tags_app. */
export type Technology = 'mobile' | 'mesh'
export const technologyOfNew = (app: AppId): Technology | null => (app === tagsApp ? 'mobile' : null)

/** The quota that a unit counts against. */
export const quotaNameOf = ({ type }: Pick<Unit, 'type'>): string => type ?? 'unit'
