/** Icons of a dealer's application, from its icon or logo, in the sizes that browsers and phones request. Pure. */

import { type Brand, bytesOf } from './brand.ts'
import { decodePng, encodePng, type Pixels, resize } from './png.ts'

/** By name: the size, the margin as a share of the side, and whether the background may be transparent. */
export const iconSizes = {
  '32': { side: 32, margin: 0, isClear: true },
  '180': { side: 180, margin: 0.1, isClear: false },
  '192': { side: 192, margin: 0.06, isClear: true },
  '512': { side: 512, margin: 0.06, isClear: true },
  // Phones crop it to their own shape: the middle four fifths stay whole.
  'maskable-512': { side: 512, margin: 0.2, isClear: false },
} as const
export type IconName = keyof typeof iconSizes

type Pictures = Pick<Brand, 'logo' | 'icon' | 'colour'>

/** Whether there is a bitmap that icons can be derived from; an SVG is not one. */
export const hasPixels = ({ logo, icon }: Pictures): boolean => (icon ?? logo)?.startsWith('data:image/png') ?? false

export function drawIcon(brand: Pictures, name: IconName): Buffer {
  const { side, margin, isClear } = iconSizes[name]
  const picture = brand.icon ?? (brand.logo?.startsWith('data:image/png') ? brand.logo : null)
  const pixels = picture === null ? undefined : decodePng(bytesOf(picture))
  if (!pixels) return encodePng(plainMark(side, rgbOf(brand.colour)))
  // An icon already fills its frame; only the part that phones crop stays free.
  const free = brand.icon === null || name === 'maskable-512' ? margin : 0
  return encodePng(centred(pixels, side, Math.round(side * (1 - 2 * free)), isClear))
}

function centred(pixels: Pixels, side: number, room: number, isClear: boolean): Pixels {
  const scale = room / Math.max(pixels.width, pixels.height)
  const [width, height] = [pixels.width, pixels.height].map((one) => Math.max(1, Math.round(one * scale))) as [
    number,
    number,
  ]
  const small = resize(pixels, width, height)
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)]
  const rgba = new Uint8Array(side * side * 4).fill(isClear ? 0 : 255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const to = ((y + top) * side + x + left) * 4
      if (isClear) {
        rgba.set(small.rgba.subarray(from, from + 4), to)
        continue
      }
      const opaque = (small.rgba[from + 3] ?? 0) / 255
      for (let n = 0; n < 3; n++) rgba[to + n] = Math.round((small.rgba[from + n] ?? 0) * opaque + 255 * (1 - opaque))
    }
  }
  return { width: side, height: side, rgba }
}

const grey = '#4b5563'

const rgbOf = (colour: string | null): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt((colour ?? grey).slice(at, at + 2), 16))

/** The mark of a dealer without a picture: a ring in the middle of its colour. */
function plainMark(side: number, rgb: readonly number[]): Pixels {
  const rgba = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const away = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2)
      // Smooth the edge over one pixel.
      const white = Math.min(1, Math.max(0, side * 0.06 - Math.abs(away - side * 0.2) + 0.5))
      rgba.set([...rgb.map((one) => Math.round(one * (1 - white) + 255 * white)), 255], (y * side + x) * 4)
    }
  }
  return { width: side, height: side, rgba }
}

/** For browsers that render SVG: sharp at every size. */
export function drawSvgIcon({ logo, icon, colour }: Pictures): string {
  const picture = icon ?? logo
  const inside = picture
    ? `<image href="${picture}" x="16" y="16" width="480" height="480" preserveAspectRatio="xMidYMid meet"/>`
    : `<rect width="512" height="512" rx="96" fill="${colour ?? grey}"/><circle cx="256" cy="256" r="104" fill="none" stroke="#fff" stroke-width="60"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${inside}</svg>`
}
