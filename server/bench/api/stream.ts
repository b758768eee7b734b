/** Reads a list of a million units to its end while watching the server's memory. */
import type { Say, Table } from '../bench.ts'
import { format } from '../compare.ts'
import type { Load } from '../load/load.ts'
import { residentMegabytes } from '../machine.ts'
import type { Home } from './at-scale.ts'

export interface Streamed {
  readonly table: Table
  /** Nothing is missing, and memory did not grow with the length of the list. */
  readonly isFlat: boolean
}

const everyMs = 100
const flatFactor = 1.15

export async function stream(
  { load, say }: { load: Load; say: Say },
  { site, dealer }: Home,
  units: number,
): Promise<Streamed> {
  const before = residentMegabytes(site.pid)
  const samples: number[] = []
  const timer = setInterval(() => samples.push(residentMegabytes(site.pid)), everyMs)
  const list = await load
    .readList({
      port: site.port,
      method: 'GET',
      path: '/provider/units',
      headers: { 'x-accesstoken': dealer.token },
      connections: 1,
    })
    .finally(() => clearInterval(timer))
  const after = residentMegabytes(site.pid)
  if (list.items !== units) throw new Error(`The list has ${list.items} items instead of ${units}.`)
  // The first fifth is left out: the heap finds its working size there, whatever the length of the list.
  const fifth = Math.floor(samples.length / 5)
  const early = Math.max(...samples.slice(fifth, 2 * fifth))
  const late = Math.max(...samples.slice(-fifth))
  const peak = Math.max(...samples)
  const isFlat = late <= early * flatFactor
  say(`  ${format(list.items)} units, ${megabytes(list.bytes)} in ${list.seconds.toFixed(1)} s`)
  return {
    isFlat,
    table: {
      title: `A list of ${units.toLocaleString('en-US')} units in one answer`,
      head: ['figure', 'value'],
      rows: [
        ['items, each parsed, ids rising', list.items.toLocaleString('en-US')],
        ['size of the answer', megabytes(list.bytes)],
        ['time to the first byte', `${format(list.firstByteMs)} ms`],
        ['time to the last byte', `${list.seconds.toFixed(1)} s`],
        ['speed', `${megabytes(list.bytes / list.seconds)}/s, ${format(list.items / list.seconds)} units/s`],
        ['resident memory of the server before', `${format(before)} MB`],
        ['… highest in the second fifth of the time', `${format(early)} MB`],
        ['… highest in the last fifth', `${format(late)} MB (${(late / early).toFixed(2)} of the second)`],
        ['… highest of all', `${format(peak)} MB`],
        ['… right after', `${format(after)} MB`],
      ],
    },
  }
}

const megabytes = (bytes: number) => `${format(bytes / 1024 ** 2)} MB`
