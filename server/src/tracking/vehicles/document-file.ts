/** The paper of a document: a picture, or a PDF, recognised by content and not by name. Pure. */
import { type PictureType, pictureBytesMax, pictureTypes, readPicture } from '#kernel/api/picture.ts'

export const fileTypes = [...pictureTypes, 'application/pdf'] as const
export type FileType = PictureType | 'application/pdf'

export const fileBytesMax = 5 * 1024 * 1024
/** For all files of a client's documents together. */
export const allFileBytesMax = 200 * 1024 * 1024

export interface ReadFile {
  readonly type: FileType
  readonly data: Buffer
}

/** ISO 32000: a header in the first line, and a mark close to the end. Nothing in between is read here. */
const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-1024).includes('%%EOF')

/** The sentence names the problem. A picture is copied without anything that is not needed to draw it. */
export function readFile(bytes: Buffer): ReadFile | string {
  if (isPdf(bytes)) return { type: 'application/pdf', data: bytes }
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'The PDF is damaged or cut off. Save it again.'
  if (bytes.length > pictureBytesMax) return 'A picture may be at most 3 MiB. Make it smaller, or send a PDF.'
  const picture = readPicture(bytes)
  if (typeof picture !== 'string') return { type: picture.type, data: picture.data }
  return /^This is not a picture/.test(picture)
    ? 'This is neither a PDF nor a picture in PNG, JPEG or WebP. Save it as one of these.'
    : picture
}
