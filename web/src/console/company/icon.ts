/** Draws the home screen icon from a logo, in the browser, which can draw an SVG; the server cannot. */
import { logoCharactersMax } from './logo.ts'

const sides = [512, 256, 192]
/** The margin around the logo, relative to the side. */
const margin = 0.08

/** Null: the picture cannot be drawn, or exceeds the size limit. */
export async function iconOf(logo: string): Promise<string | null> {
  const picture = new Image()
  picture.src = logo
  try {
    await picture.decode()
  } catch {
    return null
  }
  for (const side of sides) {
    const drawn = draw(picture, side)
    if (drawn !== null && drawn.length <= logoCharactersMax) return drawn
  }
  return null
}

function draw(picture: HTMLImageElement, side: number): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || side, picture.naturalHeight || side]
  if (!pen) return null
  const scale = (side * (1 - 2 * margin)) / Math.max(width, height)
  const [drawnWidth, drawnHeight] = [width * scale, height * scale]
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, side, side)
  pen.drawImage(picture, (side - drawnWidth) / 2, (side - drawnHeight) / 2, drawnWidth, drawnHeight)
  return canvas.toDataURL('image/png')
}
