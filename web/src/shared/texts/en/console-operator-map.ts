/** The operator's page about the map, and the banner where streets are missing. */
import { plural } from './plural.ts'

const number = (value: number) => value.toLocaleString('en')

export const map = {
  title: 'Map',
  also: 'streets tiles pmtiles addresses coverage extract geocoder',
  inUse: 'Map in use',
  shown: {
    style: (url: string) => `Maps show the style at ${url}. Addresses come from the files below.`,
    files: 'Maps show streets from these files.',
    demoTown: 'Maps show the demo’s own town. To show another map, set WAYMARK_MAP_FILE.',
    built_in: 'Maps show coasts, borders and names of countries. For streets, get a map and set WAYMARK_MAP_FILE.',
  },
  google: 'Clients whose plan includes it can choose Google’s map.',
  head: ['File', 'State', 'Data from', 'Size', 'Zoom', 'Area'],
  states: { streets: 'Streets', coarse: 'No streets', problem: 'Not usable' },
  coarse: 'It ends below zoom 15, so it has no house numbers and gives no addresses.',
  unknown: 'unknown',
  zooms: (least: number, most: number) => `${least}–${most}`,
  area: ([west, south, east, north]: readonly number[]) => `${west}, ${south} to ${east}, ${north}`,
  coverage: 'Streets where units are',
  units: 'Units with a position',
  covered: 'With streets',
  percent: (percent: number) => `${percent} %`,
  without: 'Without streets',
  missing: (country: string, units: number, area: string) => `${country}: ${plural(units, 'unit', 'units')} in ${area}`,
  nowhere: 'At sea or far from any town',
  none: 'No unit has sent a position yet.',
  complete: 'The map has streets wherever a unit is.',
  memory: 'Memory',
  tiles: 'Tiles kept for addresses',
  tileBytes: 'Memory for tiles',
  atMost: (size: string) => `${size} at most`,
  directories: 'Memory for directories',
  addresses: 'Addresses',
  stored: 'Stored, about',
  waiting: 'Waiting',
  bySource: {
    map: 'Units with a street',
    town: 'Units with a town only',
    none: 'Units without an address',
  },
  banner: {
    title: (count: number) => `Streets are missing for ${plural(count, 'unit', 'units')}`,
    text: (where: string) => `Maps are empty there, and addresses name only the nearest town: ${where}.`,
    where: (country: string, units: number) => `${country} (${number(units)})`,
    how: 'Copy the map with this command, then add the new file to WAYMARK_MAP_FILE and restart the server:',
    source: 'Replace URL with the address of a large PMTiles file, or set WAYMARK_MAP_SOURCE.',
    command: 'extract command',
    more: 'See all places',
  },
}
