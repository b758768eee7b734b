/**
 * Corrects the clock and the speed of messages whose decoder does not read these settings itself. Without settings it
 * costs one comparison.
 */
import { type Message, rounded } from '../message.ts'
import type { Decoder } from '../protocol.ts'
import { correctionsOf, type SpeedUnit, speedScales } from '../setup/settings.ts'

export function corrected(name: string, decoder: Decoder): Decoder {
  const { clock, speed } = correctionsOf(name)
  return {
    ...decoder,
    decode(frame, state, receivedAt, unit) {
      const decoded = decoder.decode(frame, state, receivedAt, unit)
      const { settings } = unit ?? {}
      if (settings === undefined || decoded.messages === undefined) return decoded
      const minutes = clock ? settings.utc_offset_minutes : undefined
      const shift = typeof minutes === 'number' ? minutes * 60 : 0
      const scale = speed === undefined ? 1 : scaleOf(settings.speed_unit) / speedScales[speed]
      if (shift === 0 && (scale === 1 || Number.isNaN(scale))) return decoded
      return { ...decoded, messages: decoded.messages.map((message) => correct(message, shift, scale || 1)) }
    },
  }
}

const scaleOf = (unit: unknown): number => speedScales[unit as SpeedUnit] ?? Number.NaN

function correct(message: Message, shift: number, scale: number): Message {
  const changed: Record<string, Message[string]> = { ...message }
  for (const name of ['timestamp', 'position.timestamp']) if (typeof changed[name] === 'number') changed[name] -= shift
  const speed = changed['position.speed']
  if (typeof speed === 'number') changed['position.speed'] = rounded(speed * scale, 2)
  return changed
}
