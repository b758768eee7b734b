/**
 * The built-in base map, created with the pages: countries of Natural Earth (public domain) as polygons that do not
 * cross the antimeridian, coarse at first and fine later, and the names of countries as points.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoArea, geoCentroid, geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

type Ring = [longitude: number, latitude: number][]
interface Country {
  type: 'Feature'
  properties: { name: string }
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: Ring[] | Ring[][] } | null
}
interface Countries {
  type: 'FeatureCollection'
  features: Country[]
}

/** Read from the package: `110m` is 1:110 million, `50m` is 1:50 million. */
function readCountries(scale: '110m' | '50m'): Countries {
  const path = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`)
  const atlas = JSON.parse(readFileSync(path, 'utf8'))
  return feature(atlas, atlas.objects.countries)
}

const polygonsOf = ({ geometry }: Country): Ring[][] =>
  (!geometry ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Ring[][]

/**
 * Projected on a plane of degrees, a shape is cut at the edge of the plane. Otherwise Russia would cover the Arctic
 * with land, because its outline jumps from one edge of the world to the other.
 */
function landOf(countries: Countries, decimals: number): object {
  const plane = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0)
  const cut = geoProject(countries, plane) as Countries
  return {
    type: 'FeatureCollection',
    features: cut.features.map((country) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygonsOf(country)
          .map((rings) => rings.map((ring) => rounded(ring, decimals)).filter((ring) => ring.length >= 4))
          .filter((rings) => rings.length > 0),
      },
    })),
  }
}

/** On a screen the y axis points down. Coinciding points are removed. */
function rounded(ring: Ring, decimals: number): Ring {
  const factor = 10 ** decimals
  const round = (value: number) => Math.round(value * factor) / factor
  return ring
    .map(([x, y]): [number, number] => [round(x), round(-y)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]![0] || y !== all[index - 1]![1])
}

/**
 * In the middle of a country's largest part; `size` (roughly square degrees) determines the lowest zoom at which it
 * fits.
 */
function namesOf(countries: Countries): object {
  return {
    type: 'FeatureCollection',
    features: countries.features.flatMap((country) => {
      const parts = polygonsOf(country).map((coordinates) => ({ type: 'Polygon', coordinates }))
      const [largest] = parts.map((part) => ({ part, area: geoArea(part) })).sort((a, b) => b.area - a.area)
      if (!largest) return []
      const coordinates = geoCentroid(largest.part).map((value) => Math.round(value * 100) / 100)
      const size = Math.round(largest.area * (180 / Math.PI) ** 2 * 10) / 10
      return [
        {
          type: 'Feature',
          properties: { name: country.properties.name, size },
          geometry: { type: 'Point', coordinates },
        },
      ]
    }),
  }
}

const sheets = {
  coarse: () => landOf(readCountries('110m'), 2),
  fine: () => landOf(readCountries('50m'), 2),
  names: () => namesOf(readCountries('50m')),
}

const moduleName = 'virtual:base-map'

/** `import { coarse, fine, names } from 'virtual:base-map'` returns the addresses of three GeoJSON files. */
export function baseMap(): Plugin {
  let isBuild = false
  return {
    name: 'waymark-base-map',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load(id) {
      if (id !== `\0${moduleName}`) return
      const lines = Object.entries(sheets).map(([name, make]) => {
        if (!isBuild) return `export const ${name} = '/base-map/${name}.json'`
        const reference = this.emitFile({ type: 'asset', name: `map-${name}.json`, source: JSON.stringify(make()) })
        return `export const ${name} = import.meta.ROLLUP_FILE_URL_${reference}`
      })
      return lines.join('\n')
    },
    configureServer({ middlewares }) {
      for (const [name, make] of Object.entries(sheets)) {
        middlewares.use(`/base-map/${name}.json`, (_request, response) => {
          response.setHeader('content-type', 'application/json').end(JSON.stringify(make()))
        })
      }
    },
  }
}
