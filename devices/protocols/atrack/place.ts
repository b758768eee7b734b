/** What every record begins with, in text and binary. */
import { type Draft, put, putPosition } from '../../message.ts'

export interface Place {
  readonly fixTime?: number
  readonly time?: number
  readonly sentTime?: number
  readonly longitude?: number
  readonly latitude?: number
  readonly direction?: number
  readonly report?: number
  readonly kilometres?: number
  readonly hdop?: number
  readonly inputs?: number
  readonly speed?: number
  readonly outputs?: number
  readonly millivolts?: number
  readonly driver?: string
  readonly temperatures: readonly (number | undefined)[]
  readonly text?: string
}

/** What a receiver without a fix reports. */
const noHdop = 99
/** What a tracker without a sensor reports. */
const noTemperature = 200

export function putPlace(into: Draft, place: Place): void {
  put(into, 'timestamp', place.time ?? place.fixTime)
  if (place.fixTime !== place.time) put(into, 'position.timestamp', place.fixTime)
  putPosition(into, place.latitude, place.longitude)
  put(into, 'position.valid', 'position.latitude' in into.values && (place.hdop ?? 0) < noHdop)
  put(into, 'position.direction', place.direction)
  put(into, 'position.speed', place.speed)
  if ((place.hdop ?? noHdop) < noHdop) put(into, 'position.hdop', place.hdop)
  put(into, 'vehicle.mileage', place.kilometres)
  put(into, 'event.enum', place.report)
  put(into, 'din', place.inputs)
  put(into, 'dout', place.outputs)
  if (place.millivolts !== undefined) put(into, 'ain.1', place.millivolts / 1000)
  put(into, 'driver.id', place.driver || undefined)
  for (const [index, celsius] of place.temperatures.entries()) {
    if (celsius !== undefined && celsius < noTemperature) put(into, `sensor.temperature.${index + 1}`, celsius)
  }
  put(into, 'message.content', place.text)
}
