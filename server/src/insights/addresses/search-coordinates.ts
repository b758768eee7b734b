/** Coordinates as people write them: 47.141, 9.5215 · 47,141; 9,5215 · 47°08'27.6"N 9°31'17"E · N 47.141 E 9.5215. Pure. */
import type { Position } from '#kernel/addresses.ts'

const number = String.raw`\d{1,3}(?:[.,]\d+)?`
const one = String.raw`([NSEW])?\s*([-+−]?${number})\s*°?\s*(?:(${number})\s*['′’]\s*)?(?:(${number})\s*(?:["″”]|'')\s*)?([NSEW])?`
const pair = new RegExp(String.raw`^\s*${one}\s*(?:[,;/]\s*|\s+)${one}\s*$`, 'i')
/** Two whole numbers are more likely a street's and a house's. */
const isMeant = /\d[.,]\d|[°NSEW]/i

/** Undefined: it is something else. Latitude first, unless the letters say otherwise. */
export function readCoordinates(text: string): Position | undefined {
  const found = pair.exec(text)
  if (!found || !isMeant.test(text)) return undefined
  const [first, second] = [readOne(found.slice(1, 6)), readOne(found.slice(6, 11))]
  if (!first || !second) return undefined
  const isSwapped = first.axis === 'lon' || second.axis === 'lat'
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const [lat, lon] = isSwapped ? [second.value, first.value] : [first.value, second.value]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

interface Read {
  readonly value: number
  readonly axis: 'lat' | 'lon' | undefined
}

function readOne([before, degrees = '', minutes, seconds, behind]: readonly (string | undefined)[]): Read | undefined {
  if (before && behind) return undefined
  const letter = (before ?? behind)?.toUpperCase()
  const [whole, sixtieth, last] = [degrees, minutes ?? '0', seconds ?? '0'].map((part) =>
    Number(part.replace(',', '.').replace('−', '-')),
  ) as [number, number, number]
  if (sixtieth >= 60 || last >= 60) return undefined
  const size = Math.abs(whole) + sixtieth / 60 + last / 3600
  const isNegative = /^[-−]/.test(degrees) !== (letter === 'S' || letter === 'W')
  return {
    value: isNegative ? -size : size,
    axis: letter === undefined ? undefined : letter === 'N' || letter === 'S' ? 'lat' : 'lon',
  }
}
