/** Getting a map with streets: a part of a large one, copied to this machine. */
import { join, resolve } from 'node:path'
import { findCountry, readCountries, splitAt180 } from '#kernel/geo/map-file/countries.ts'
import { discardPart, extract, requireSameSource } from '#kernel/geo/map-file/extract.ts'
import { type ExtractPlan, planExtract } from '#kernel/geo/map-file/extract-plan.ts'
import { type Area, MapFileProblem, streetsZoom } from '#kernel/geo/map-file/pmtiles.ts'
import { type ByteSource, openSource } from '#kernel/geo/map-file/source.ts'
import { closest } from '../closest.ts'
import { BadUsage, BadValue, command, flag, type Kind, optional, type Tool } from '../command.ts'
import { size } from '../print.ts'
import { file, text } from '../values.ts'

const box: Kind<readonly Area[]> = {
  hint: 'WEST,SOUTH,EAST,NORTH',
  read(given) {
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...rest] = given
      .split(',')
      .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    const isBox = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south < north
    if (!isBox || west === east || rest.length > 0) throw new BadValue('must be four degrees such as 9.4,47,9.7,47.3')
    return splitAt180(west, south, east, north)
  },
}

const zoom: Kind<number> = {
  hint: 'ZOOM',
  read(given) {
    if (!/^\d{1,2}$/.test(given) || Number(given) > streetsZoom)
      throw new BadValue('must be a whole number from 0 to 15')
    return Number(given)
  },
}

export const mapCommands = [
  command({
    name: 'map extract',
    about:
      'Copies the map of a country or box out of a large PMTiles file. After an interruption, run it again to continue.',
    options: {
      from: optional(text('URL|FILE', 2000), 'The PMTiles file. Default: the setting WAYMARK_MAP_SOURCE.'),
      bbox: optional(box, 'The area in degrees. Across 180°, west is greater than east.'),
      country: optional(text('NAME'), 'Instead of a box: a country by its name, such as Austria, or its code.'),
      maxzoom: optional(zoom, 'The finest zoom to copy. Default: 15, with every street and house number.', streetsZoom),
      to: optional(file, 'The new file. Default: map.pmtiles in the data folder.'),
      'dry-run': flag('Copies nothing; says how large the map would be.'),
      restart: flag('Discards what an interrupted run has copied.'),
    },
    async run(tool, given) {
      const areas = areasOf(given.bbox, given.country)
      const target = resolve(given.to ?? join(tool.config.dataFolder, 'map.pmtiles'))
      const source = await openSource(sourceOf(tool, given.from), tool.signal)
      try {
        if (given.restart && !given['dry-run']) await discardPart(target)
        await requireSameSource(target, source)
        tool.report('Reading the directories of the source …')
        const plan = await planOf(source, { areas, maxZoom: given.maxzoom }, tool.signal)
        const about = {
          file: target,
          bytes: plan.head.length + plan.tileBytes,
          tiles: plan.tileCount,
          min_zoom: plan.minZoom,
          max_zoom: plan.maxZoom,
        }
        if (given['dry-run']) return { ...about, copied: false, continued_at: 0 }
        const continuedAt = await extract(source, plan, {
          target,
          signal: tool.signal,
          onProgress: (done, total) => tool.report(`${size(done)} of ${size(total)} …`),
        })
        return { ...about, copied: true, continued_at: continuedAt }
      } finally {
        await source.close()
      }
    },
    show({ file, bytes, tiles, min_zoom, max_zoom, copied, continued_at }) {
      const what = `${tiles.toLocaleString('en-US')} tiles of zoom ${min_zoom} to ${max_zoom}`
      if (!copied) return `The map would have ${what} in ${size(bytes)}. Nothing was copied.`
      const before = continued_at > 0 ? ` ${size(continued_at)} were already there.` : ''
      return `Saved ${what} in ${file} (${size(bytes)}).${before}\nTo show it, set WAYMARK_MAP_FILE=${file}`
    },
  }),
]

function areasOf(box: readonly Area[] | undefined, name: string | undefined): readonly Area[] {
  if ((box === undefined) === (name === undefined)) throw new BadUsage('map extract needs either --bbox or --country.')
  if (name === undefined) return box!
  const countries = readCountries()
  const found = findCountry(countries, name)
  if (found) return found.areas
  const meant = closest(
    name,
    countries.map((country) => country.name),
  )
  throw new BadUsage(`There is no country ${name}. ${meant ? `Did you mean ${meant}?` : 'Use --bbox instead.'}`)
}

function sourceOf(tool: Tool, from: string | undefined): string {
  const source = from ?? tool.config.mapSource
  if (source === undefined) throw new BadUsage('map extract needs --from, or the setting WAYMARK_MAP_SOURCE.')
  return source
}

async function planOf(
  source: ByteSource,
  wish: Parameters<typeof planExtract>[1],
  signal: AbortSignal,
): Promise<ExtractPlan> {
  try {
    return await planExtract(source, wish, signal)
  } catch (error) {
    if (error instanceof MapFileProblem) throw new Error(`The source ${error.message}.`)
    throw error
  }
}
