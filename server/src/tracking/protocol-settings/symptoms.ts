/** What frames reveal of a tracker that does not follow its protocol. Pure. */
import { type Message, type SpeedUnit, speedScales, speedUnits } from '@waymark/devices'

export interface SeenFrame {
  /** When it came, in seconds. */
  readonly serverTime: number
  readonly messages: readonly Message[]
}

const framesMin = 5
const quarter = 900
const clockSlack = 240
const most = 0.8

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** Seconds from the newest time in a frame to its arrival; undefined: it has no time. */
function lagOf({ serverTime, messages }: SeenFrame): number | undefined {
  const times = messages.flatMap(({ timestamp }) => (typeof timestamp === 'number' ? timestamp : []))
  return times.length === 0 ? undefined : serverTime - Math.max(...times)
}

/**
 * Seconds by which almost all times are behind (or, negative, ahead), if that is a number of quarters of an hour. Data
 * from a tracker's memory is behind as well, but its times pass faster than ours.
 */
export function clockError(frames: readonly SeenFrame[]): number | undefined {
  const seen = frames.flatMap((frame) => {
    const lag = lagOf(frame)
    return lag === undefined ? [] : [{ lag, at: frame.serverTime }]
  })
  if (seen.length < framesMin) return undefined
  const middle = median(seen.map(({ lag }) => lag))
  const error = Math.round(middle / quarter) * quarter
  if (Math.abs(error) < 2 * quarter || Math.abs(error) > 14 * 3600) return undefined
  const near = seen.filter(({ lag }) => Math.abs(lag - error) <= clockSlack)
  if (near.length < most * seen.length) return undefined
  const [first, last] = [near[0]!, near.at(-1)!]
  const passed = last.at - first.at
  const isLive = passed >= 60 && Math.abs(last.lag - first.lag) <= passed / 2
  return error < 0 || isLive ? error : undefined
}

export function isChecksumAlwaysWrong(frames: readonly SeenFrame[]): boolean {
  const speaking = frames.filter(({ messages }) => messages.length > 0)
  const isWrong = ({ messages }: SeenFrame) => messages.every((one) => one['message.checksum.status'] === false)
  return speaking.length >= framesMin && speaking.every(isWrong)
}

const pairsMin = 8
const speedMin = 15
const unitSlack = 0.07
const pairSlack = 0.15

/** The unit in which speeds fit the distances between positions, if it is not the assumed one. */
export function fittingUnit(frames: readonly SeenFrame[], taken: SpeedUnit): SpeedUnit | undefined {
  const ratios = ratiosOf(frames.flatMap(({ messages }) => messages))
  if (ratios.length < pairsMin) return undefined
  const ratio = median(ratios)
  const others = speedUnits.filter((unit) => unit !== taken)
  return others.find((unit) => {
    // How many times too fast.
    const expected = speedScales[taken] / speedScales[unit]
    const near = ratios.filter((one) => Math.abs(one / expected - 1) <= pairSlack)
    return Math.abs(ratio / expected - 1) <= unitSlack && near.length >= 0.7 * ratios.length
  })
}

/** Ratio of reported speed to speed over ground, for neighbours that moved steadily. */
function ratiosOf(messages: readonly Message[]): number[] {
  const fixes = messages
    .flatMap((one) => {
      const [time, latitude, longitude, speed] = keys.map((key) => one[key])
      const isFix = [time, latitude, longitude, speed].every((value) => typeof value === 'number')
      return isFix
        ? [{ time, latitude, longitude, speed } as Record<'time' | 'latitude' | 'longitude' | 'speed', number>]
        : []
    })
    .sort((a, b) => a.time - b.time)
  return fixes.slice(1).flatMap((next, index) => {
    const last = fixes[index]!
    const seconds = next.time - last.time
    const said = (last.speed + next.speed) / 2
    const isSteady = Math.abs(next.speed - last.speed) <= 0.3 * said
    const real = (metresBetween(last, next) / seconds) * 3.6
    return seconds >= 3 && seconds <= 60 && isSteady && real >= speedMin && said > 0 ? [said / real] : []
  })
}

const keys = ['timestamp', 'position.latitude', 'position.longitude', 'position.speed'] as const
const degree = 111_195

function metresBetween(one: { latitude: number; longitude: number }, other: { latitude: number; longitude: number }) {
  const north = (other.latitude - one.latitude) * degree
  const east = (other.longitude - one.longitude) * degree * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
