/** Rows whose body or answer is a picture. */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import type { Call } from '../context.ts'
import { invalidField } from '../errors.ts'
import { exact } from './fields.ts'
import { type Picture, pictureBytesMax, pictureTypes, readPicture } from './picture.ts'
import { bare } from './route.ts'

export const takesPicture = { types: pictureTypes, bytesMax: pictureBytesMax }
export const pictureRule =
  'The body is the picture itself: PNG, JPEG or WebP, at most 3 MiB, each side 32 to 6,000 pixels, 16 million in all. '

export interface StoredPicture extends Picture {
  /** Its version: another picture has another one. */
  readonly digest: string
}

export function acceptPicture(call: Pick<Call, 'validate'>, bytes: Buffer): StoredPicture {
  const picture = readPicture(bytes)
  if (typeof picture === 'string') {
    call.validate([invalidField('body', picture)])
    throw new Error('A bad picture was not refused.')
  }
  return { ...picture, digest: createHash('sha256').update(picture.data).digest('hex').slice(0, 32) }
}

export const givesPicture = {
  query: exact({
    version: Type.Optional(
      Type.String({ maxLength: 100, description: 'For browser caches: a new version is a new address.' }),
    ),
  }),
  produces: pictureTypes,
  reply: bare(Type.String()),
}

export const showPicture = ({ data, type, digest }: StoredPicture) => ({ shown: data, contentType: type, digest })
