/**
 * What can be set for a unit, or for all units of a model, if a tracker does not follow its protocol: the settings of
 * each protocol. Decoders read most of them; clock and speed are corrected afterwards if the decoder does not do it
 * (correction.ts), so that every clone can be corrected.
 */
import { type ProtocolName, spoken } from '../protocols/index.ts'

export const settingNames = [
  'utc_offset_minutes',
  'speed_unit',
  'checksum',
  'acknowledge',
  'confirm_events',
  'compressed',
  'extended',
  'form',
  'format',
  'format0',
  'format1',
  'server',
  'startup',
] as const
export type SettingName = (typeof settingNames)[number]
export type SettingValue = string | number | boolean

/** The settings in use; those that a protocol does not have are ignored. */
export type SettingValues = Readonly<Partial<Record<SettingName, SettingValue>>>

export type Setting = { readonly name: SettingName } & (
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly max: number; readonly example: string }
)

export const speedUnits = ['km/h', 'knots', 'mph', 'm/s'] as const
export type SpeedUnit = (typeof speedUnits)[number]
/** Factors to km/h. */
export const speedScales: Readonly<Record<SpeedUnit, number>> = { 'km/h': 1, knots: 1.852, mph: 1.609344, 'm/s': 3.6 }

/** Time zones are at most 14 hours from Greenwich, in quarters of an hour. */
const utcOffset: Setting = { name: 'utc_offset_minutes', kind: 'number', min: -840, max: 840, step: 15 }
const speedUnit: Setting = { name: 'speed_unit', kind: 'choice', choices: speedUnits }
const checksum: Setting = { name: 'checksum', kind: 'choice', choices: ['ignore'] }
const flag = (name: SettingName): Setting => ({ name, kind: 'flag' })
const text = (name: SettingName, example: string): Setting => ({ name, kind: 'text', max: 1000, example })

/** Settings of the decoder itself, in addition to the checksum. */
const own: Partial<Record<ProtocolName, readonly Setting[]>> = {
  atrack: [text('form', '%CI%BV%MV%GQ')],
  eseal: [text('startup', '120,60,30,8,1')],
  galileo: [flag('compressed')],
  gl200: [flag('acknowledge')],
  globalsat: [text('format0', 'TSPRYAB27GHKLMmnaictuvw*U!'), text('format1', 'SARY*U!')],
  meitrack: [flag('confirm_events')],
  osmand: [speedUnit],
  starlink: [text('format', '#EDT#,#EID#,#PDT#,#LAT#,#LONG#,#SPD#,#HEAD#,#ODO#')],
  teltonika: [flag('extended')],
  wristband: [text('server', 'track.example.com,5174')],
  xirgo: [text('form', 'UID,EV,D,T,LT,LN,AL,GSPT,HD,SV,HP,BV')],
}

/**
 * Decoders that apply the time zone themselves: some of their packets are always in UTC, or the login contains a zone.
 */
const readsOffset = new Set<ProtocolName>(['gt06', 'jt808'])

const speedOf = new Map<string, SpeedUnit>(spoken.flatMap(({ name, speedIn }) => (speedIn ? [[name, speedIn]] : [])))

const table: ReadonlyMap<string, readonly Setting[]> = new Map(
  spoken.map(({ name, speedIn, checks }) => [
    name,
    [utcOffset, ...(speedIn ? [speedUnit] : []), ...(checks ? [checksum] : []), ...(own[name as ProtocolName] ?? [])],
  ]),
)

/** Empty for protocols without a decoder, such as JSON. */
export const settingsOf = (protocol: string): readonly Setting[] => table.get(protocol) ?? none
const none: readonly Setting[] = []

/** What has to be corrected after decoding. */
export interface Corrections {
  readonly clock: boolean
  /** The unit that the decoder assumes for the speed; undefined: its speed is not corrected. */
  readonly speed: SpeedUnit | undefined
}

export const correctionsOf = (protocol: string): Corrections => ({
  clock: !readsOffset.has(protocol as ProtocolName),
  speed: speedOf.get(protocol),
})

/** The assumed unit of a tracker's speed; undefined: its frames contain it, or the protocol has several. */
export const speedUnitOf = (protocol: string, { speed_unit }: SettingValues): SpeedUnit | undefined =>
  speedOf.has(protocol) ? ((speed_unit as SpeedUnit | undefined) ?? speedOf.get(protocol)) : undefined

/** What the value must be, if it is wrong; undefined: it is valid. */
export function settingFault(setting: Setting, value: unknown): string | undefined {
  switch (setting.kind) {
    case 'choice':
      return setting.choices.includes(value as string) ? undefined : `one of: ${setting.choices.join(', ')}`
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'number': {
      const { min, max, step } = setting
      const fits = Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      return fits && (value as number) % step === 0 ? undefined : `a multiple of ${step} from ${min} to ${max}`
    }
    case 'text':
      return typeof value === 'string' && value.length <= setting.max && printable.test(value)
        ? undefined
        : `1 to ${setting.max} printable characters`
  }
}

const printable = /^[\x20-\x7e]+$/

/** A unit's own settings override those of its model; null: the protocol's default, whatever the model says. */
export function effectiveSettings(
  protocol: string,
  ofModel: Readonly<Record<string, unknown>> | null | undefined,
  ofUnit: Readonly<Record<string, unknown>> | null | undefined,
): SettingValues | undefined {
  if (!ofModel && !ofUnit) return undefined
  const values: Partial<Record<SettingName, SettingValue>> = {}
  let isEmpty = true
  for (const setting of settingsOf(protocol)) {
    const { name } = setting
    const value = ofUnit?.[name] === undefined ? ofModel?.[name] : ofUnit[name]
    if (value === undefined || value === null || settingFault(setting, value) !== undefined) continue
    values[name] = value as SettingValue
    isEmpty = false
  }
  return isEmpty ? undefined : values
}

/**
 * Settings in one cell of a table: `utc_offset_minutes=480; checksum=ignore`. A word in any other form is returned
 * under its own name with an undefined value, which no setting accepts.
 */
export function readSettingsText(cell: string): Record<string, SettingValue | undefined> {
  const parts = cell.split(/[;\n]/).flatMap((part) => part.trim() || [])
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [part, undefined] : [part.slice(0, at).trim(), typed(part.slice(at + 1).trim())]
    }),
  )
}

const typed = (value: string): SettingValue =>
  value === 'true' || value === 'false' ? value === 'true' : /^[+-]?\d{1,6}$/.test(value) ? Number(value) : value
