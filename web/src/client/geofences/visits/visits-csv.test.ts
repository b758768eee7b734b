import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitsCsv } from './visits-csv.ts'

const address = { text: 'Harbour Street 12, 1204 Port Amber', source: 'map' } as const
const place = { latitude: 55, longitude: 3, address }
const came = { place, seen_before: 1, seen_after: 2, why: '' }
const at = (hours: number) => new Date(2026, 10, 15, hours, 5, 9).getTime() / 1000

test('there is a line for each visit; one in progress has no end; a name is not a formula', () => {
  const visits = [
    { id: 'a', geofence_id: 'g', unit_id: 7, from: at(8), to: at(9), duration: 3600.4, came, left: came },
    { id: 'b', geofence_id: 'g', unit_id: 8, from: at(10), to: null, duration: null, came, left: null },
  ]
  assert.equal(
    visitsCsv(visits, '=Depot', 'Europe/Berlin', (unit) => `Van ${unit}`),
    'Geofence,Unit,Entered (Europe/Berlin),Left (Europe/Berlin),duration_seconds,Entered at,Left at\r\n' +
      '\'=Depot,Van 7,2026-11-15 08:05:09,2026-11-15 09:05:09,3600,"Harbour Street 12, 1204 Port Amber","Harbour Street 12, 1204 Port Amber"\r\n' +
      '\'=Depot,Van 8,2026-11-15 10:05:09,,,"Harbour Street 12, 1204 Port Amber",',
  )
})
