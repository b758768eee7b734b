/** The text of a QR code in a photo, if the browser can read it. */

interface Detector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>
}

const { BarcodeDetector } = globalThis as {
  BarcodeDetector?: new (options: { readonly formats: readonly string[] }) => Detector
}

/** Phones can, most computers cannot. */
export const canReadPhotos = BarcodeDetector !== undefined

/** Undefined: no code was found. */
export async function codeIn(photo: File): Promise<string | undefined> {
  if (!BarcodeDetector) return undefined
  const image = await createImageBitmap(photo)
  try {
    const [found] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image)
    return found?.rawValue
  } finally {
    image.close()
  }
}
