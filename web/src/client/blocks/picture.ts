/** A picture for the server: not too large, and upright, because the server drops the camera's orientation. */

const bytesMax = 3 * 1024 * 1024
const sideMax = 3_000

export async function pictureOf(file: Blob): Promise<Blob> {
  const isReady = (file.type === 'image/png' || file.type === 'image/webp') && file.size <= bytesMax
  if (isReady) return file
  // A file that the browser cannot read is sent as it is: the server says what is wrong with it.
  const drawn = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!drawn) return file
  const share = Math.min(1, sideMax / Math.max(drawn.width, drawn.height))
  const canvas = new OffscreenCanvas(Math.round(drawn.width * share), Math.round(drawn.height * share))
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

/** Whether most of it is light, as on paper. Transparency counts as light. */
export function isLight(image: HTMLImageElement): boolean {
  const side = 32
  const sheet = new OffscreenCanvas(side, side).getContext('2d')
  if (!sheet) return false
  sheet.fillStyle = '#ffffff'
  sheet.fillRect(0, 0, side, side)
  sheet.drawImage(image, 0, 0, side, side)
  const { data } = sheet.getImageData(0, 0, side, side)
  return data.reduce((sum, value) => sum + value, 0) / data.length > 160
}
