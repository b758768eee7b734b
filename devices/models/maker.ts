/**
 * The models of a maker, in rows. Ids follow from the order of the rows and are never given to another model: a new
 * model goes into a new row at the end of its maker, and a dash keeps the id of a removed one, whose protocol has no
 * decoder here. Maker 7 numbers its models 701 to 799, so contributors to different makers never use the same id; a
 * maker that fills its hundred continues in the hundred of the next free maker id, which is then reserved for it: a
 * number between two rows is the id of the next model. Retired models stay, as `legacy`: units refer to them. Sources:
 * makers' pages and manuals, and public lists of the devices that tracking servers support, with their protocols
 * (docs/protocols.md).
 */
import type { Manufacturer, Model, Tag } from '../model.ts'
import type { ProtocolName } from '../protocols/index.ts'

type Build = NonNullable<Model['build']>
type Row = readonly [protocol: ProtocolName, kind: Tag | `${Tag} ${Tag}` | Build, titles: string]

const isBuild = (kind: string): kind is Build => kind === 'obd' || kind === 'camera'

export function maker(id: number, title: string, rows: readonly (Row | number)[]): Manufacturer {
  let next = id * 100 + 1
  const models = rows.flatMap((row): Model[] => {
    if (typeof row === 'number') {
      next = row
      return []
    }
    const [protocol, kind, titles] = row
    const rest = isBuild(kind)
      ? { tags: ['vehicle' as const], protocol, build: kind }
      : { tags: kind.split(' ') as Tag[], protocol }
    return titles.split(', ').map((name) => ({ id: next++, title: name, ...rest }))
  })
  return { id, title, models: models.filter((model) => model.title !== '-') }
}
