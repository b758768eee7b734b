/**
 * Models of which the title, the maker and the protocol are all there is to say, as lists. Ids follow from the place in
 * the lists of a maker and are never given to another model: a new model goes into a new row at the end of its maker, and
 * a dash keeps the number of one that was taken out, because it speaks a protocol that has no decoder here.
 * Sources: makers' pages and manuals, and public lists of the devices that tracking servers support, with their protocols
 * (docs/protocols.md).
 */
import type { Manufacturer, Model, Tag } from '../model.ts'
import type { ProtocolName } from '../protocols/index.ts'

type Row = readonly [protocol: ProtocolName, kind: Tag | 'obd' | 'camera', titles: string]

export function listed(first: number, rows: readonly Row[]): Model[] {
  let id = first
  return rows
    .flatMap(([protocol, kind, titles]) =>
      titles.split(', ').map((title): Model => {
        const build = kind === 'obd' || kind === 'camera' ? { build: kind } : {}
        return { id: id++, title, tags: ['build' in build ? 'vehicle' : (kind as Tag)], protocol, ...build }
      }),
    )
    .filter(({ title }) => title !== '-')
}

export const maker = (id: number, title: string, ...rows: Row[]): Manufacturer => ({
  id,
  title,
  models: listed(id * 100 + 1, rows),
})
