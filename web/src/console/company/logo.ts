/** A picture that somebody has chosen, as the API wants it. */

/** Of the data URL, as the server counts. */
export const logoCharactersMax = 64 * 1024

/** How many characters a file becomes as a data URL of its kind. Pure. */
export const dataUrlLength = (bytes: number, type: string): number =>
  `data:${type};base64,`.length + 4 * Math.ceil(bytes / 3)

const isLogoKind = (type: string): boolean => type === 'image/png' || type === 'image/svg+xml'

export const logoFault = (file: Pick<File, 'size' | 'type'>): 'kind' | 'size' | undefined => {
  if (!isLogoKind(file.type)) return 'kind'
  return dataUrlLength(file.size, file.type) > logoCharactersMax ? 'size' : undefined
}

export const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
