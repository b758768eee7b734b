/** Visits as a spreadsheet. Pure. */
import { csvText } from '../../../shared/files/csv.ts'
import { formatAddress } from '../../../shared/format/places.ts'
import { clockAt } from '../../../shared/format/zone.ts'
import { texts } from '../../../shared/texts/texts.ts'
import type { GeofenceVisit } from '../../types.ts'

const words = texts.geofences.visits

/** A format that spreadsheets read in any country, in the viewer's time zone, which the first line names. */
const clock = (seconds: number): string => clockAt(seconds).replace('T', ' ')

const where = (crossing: GeofenceVisit['left'] | undefined): string | null =>
  crossing?.place?.address ? formatAddress(crossing.place.address) : null

export function visitsCsv(
  visits: readonly Pick<GeofenceVisit, 'unit_id' | 'from' | 'to' | 'duration' | 'came' | 'left'>[],
  geofence: string,
  zone: string,
  nameOf: (unit: number) => string,
): string {
  const head = [
    texts.inbox.geofence,
    words.unit,
    `${words.came} (${zone})`,
    `${words.left} (${zone})`,
    'duration_seconds',
    words.cameAt,
    words.leftAt,
  ]
  const rows = visits.map(({ unit_id, from, to, duration, came, left }) => [
    geofence,
    nameOf(unit_id),
    clock(from),
    to === null ? null : clock(to),
    duration === null ? null : Math.round(duration),
    where(came),
    where(left),
  ])
  return csvText(head, rows)
}
