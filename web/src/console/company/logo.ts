/** A chosen picture in the form that the API expects. */

/** Of the data URL, as the server counts. */
export const logoCharactersMax = 64 * 1024

/** The length of a file as a data URL of its type. Pure. */
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
