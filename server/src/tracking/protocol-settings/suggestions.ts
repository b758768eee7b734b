/** Settings that would fix what a unit's newest frames show, each with a frame before and after. */
import { type SettingName, type SettingValue, type SettingValues, settingsOf, speedUnitOf } from '@waymark/devices'
import type { Call } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { listConnections, wrongChecksum } from '../connections/connections.ts'
import { type Replayed, recentFrames } from '../messages/actions.ts'
import { readable } from '../units/access.ts'
import { requireChannel } from '../units/actions.ts'
import { hardwareOf } from '../units/unit.ts'
import { clockError, fittingUnit, isChecksumAlwaysWrong, type SeenFrame } from './symptoms.ts'

interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface Suggestion {
  readonly name: SettingName
  readonly value: SettingValue
  /** All settings that the unit would then have. */
  readonly settings: SettingValues
  /** Seconds by which times are off, behind if positive. */
  readonly offBy: number | undefined
  /** The newest frame that would be read differently. */
  readonly example:
    | { readonly receivedAt: number; readonly bytes: Uint8Array; readonly changes: readonly FieldChange[] }
    | undefined
}

const framesMost = 50
const changesMost = 12

export async function suggest(call: Call, id: number): Promise<Suggestion[]> {
  const unit = requireChannel(await readable(call, id, 'units.read-messages'))
  const protocol = hardwareOf(unit.hwId).protocol.name
  const known = new Set(settingsOf(protocol).map(({ name }) => name))
  if (known.size === 0) return []
  const recent = await recentFrames(call, id, framesMost, seconds(call.clock.now()) + 60)
  const current = recent.unit.settings ?? {}
  const now = recent.replayWith(current)
  const found: Pick<Suggestion, 'name' | 'value' | 'offBy'>[] = []
  const error = clockError(now)
  if (error !== undefined) {
    // The zone is relative to UTC, however the decoder reads the times now.
    const inUtc = clockError(recent.replayWith({ ...current, utc_offset_minutes: 0 }))
    const value = Math.round(-(inUtc ?? 0) / 900) * 15
    if (Math.abs(value) <= 840) found.push({ name: 'utc_offset_minutes', value, offBy: error })
  }
  const isDoubted = known.has('checksum') && (isChecksumAlwaysWrong(now) || (await isRefused(call, id, now)))
  if (isDoubted) found.push({ name: 'checksum', value: 'ignore', offBy: undefined })
  const taken = known.has('speed_unit') ? speedUnitOf(protocol, current) : undefined
  const unitOfSpeed = taken && fittingUnit(now, taken)
  if (unitOfSpeed) found.push({ name: 'speed_unit', value: unitOfSpeed, offBy: undefined })
  return found.map((one) => {
    const settings = { ...current, [one.name]: one.value }
    return { ...one, settings, example: exampleOf(now, recent.replayWith(settings)) }
  })
}

/** Its last connections were refused for the checksum, and nothing has come since. */
async function isRefused(call: Call, id: number, frames: readonly SeenFrame[]): Promise<boolean> {
  const [last] = await listConnections(call.db, id)
  if (last?.event !== 'refused' || last.reason !== wrongChecksum) return false
  return (frames.at(-1)?.serverTime ?? 0) < last.at.getTime() / 1000
}

function exampleOf(before: readonly Replayed[], after: readonly Replayed[]): Suggestion['example'] {
  for (let at = before.length - 1; at >= 0; at--) {
    const changes = changesOf(before[at]!.messages[0] ?? {}, after[at]?.messages[0] ?? {})
    const { serverTime, bytes } = before[at]!
    if (changes.length > 0) return { receivedAt: serverTime, bytes, changes: changes.slice(0, changesMost) }
  }
  return undefined
}

function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field])
      ? []
      : [{ field, before: before[field] ?? null, after: after[field] ?? null }],
  )
}
