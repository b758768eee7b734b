/** Coordinates as people write them: 47.141, 9.5215 · 47,141; 9,5215 · 47°08'27.6"N 9°31'17"E · N 47.141 E 9.5215. Pure. */
import type { Position } from '#kernel/geo/position.ts'

const number = String.raw`\d{1,3}(?:[.,]\d+)?`
const size = String.raw`([-+−]?${number})\s*°?\s*(?:(${number})\s*['′’]\s*)?(?:(${number})\s*(?:["″”]|'')\s*)?`
const gap = String.raw`\s*(?:[,;/]\s*|\s+)`
const side = '([NSEW])'
/** A letter is before both or after both: in between, it could belong to either. */
const inFront = new RegExp(String.raw`^${side}\s*${size}${gap}${side}?\s*${size}$`, 'i')
const behind = new RegExp(`^${size}${side}?${gap}${size}${side}?$`, 'i')
/** Two whole numbers are more likely a street number and a house number. */
const isMeant = /\d[.,]\d|[°NSEW]/i

/** Undefined: not coordinates. Latitude first, unless the letters say otherwise. */
export function readCoordinates(text: string): Position | undefined {
  // Long runs of spaces would make the expressions slow.
  const found = partsOf(text.trim().replace(/\s+/g, ' '))
  if (!found || !isMeant.test(text)) return undefined
  const [first, second] = found.map(readOne)
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

/** For each of the two: letter, degrees, minutes, seconds. */
function partsOf(text: string): readonly (readonly (string | undefined)[])[] | undefined {
  const front = inFront.exec(text)
  if (front) return [front.slice(1, 5), front.slice(5, 9)]
  const back = behind.exec(text)
  return back
    ? [
        [back[4], ...back.slice(1, 4)],
        [back[8], ...back.slice(5, 8)],
      ]
    : undefined
}

function readOne([written, degrees = '', minutes, seconds]: readonly (string | undefined)[]): Read | undefined {
  const letter = written?.toUpperCase()
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
