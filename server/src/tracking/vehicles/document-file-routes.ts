import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { givesPicture } from '#kernel/api/picture-body.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import { fileBytesMax, fileTypes } from './document-file.ts'
import { fileOf, removeFile, setFile } from './document-files.ts'
import { DocumentShape, documentToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const one = { tag: 'Vehicles', path: '/vehicle-documents/:id/file', params: byUuid('document') } as const

/** A file name that works on any system. */
const fileNameOf = (name: string): string => `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 60) || 'document'}.pdf`

export const clientFileRoutes = [
  route({
    ...one,
    method: 'PUT',
    operation: 'client.arrange',
    summary: 'Upload the file of a vehicle’s document',
    description:
      'The body is the file itself: a PDF of at most 5 MiB, or a picture in PNG, JPEG or WebP of at most 3 MiB. Where ' +
      'and when a picture was taken is not stored.',
    takes: { types: fileTypes, bytesMax: fileBytesMax },
    reply: bare(DocumentShape),
    handle: async (call, { params, bytes }) => documentToWire(await setFile(call, params.id, bytes)),
  }),
  route({
    ...one,
    method: 'GET',
    operation: 'client.view',
    summary: 'Read the file of a vehicle’s document',
    description: 'A PDF is sent as a download.',
    ...givesPicture,
    produces: fileTypes,
    handle: async (call, { params }) => {
      const { type, data, digest, name } = await fileOf(call, params.id)
      return type === 'application/pdf'
        ? { file: data, contentType: type, fileName: fileNameOf(name) }
        : { shown: data, contentType: type, digest }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operation: 'client.arrange',
    summary: 'Delete the file of a vehicle’s document',
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removeFile(call, params.id),
  }),
]
