import Type from 'typebox'
import { Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { certificateText, type Erasure } from './certificate.ts'

export const ErasureShape = Type.Object(
  {
    id: Type.String(),
    state: Type.Unsafe<string>({ type: 'string', enum: ['waiting', 'erased'], example: 'waiting' }),
    requested_by: Type.Unsafe<string>({ type: 'string', enum: ['client', 'operator'], example: 'client' }),
    requested_at: Time,
    due_at: Time,
    erased_at: TimeOrNull,
    erased: Nullable(
      Type.Object(
        {
          people: Type.Integer({ example: 1 }),
          units: Type.Integer({ example: 2 }),
          messages: Type.Integer({ example: 48210 }),
          records: Type.Integer({ example: 96, description: 'Rows of logs, events and emails that mentioned it.' }),
          bills_kept: Type.Integer({ example: 0, description: 'Bills kept without name and address.' }),
        },
        { description: 'Null until it is done.' },
      ),
    ),
    text: Nullable(Type.String({ example: 'Certificate of erasure …', description: 'The certificate as text.' })),
  },
  { title: 'Erasure' },
)

export const erasureToWire = (erasure: Erasure) => ({
  id: erasure.id,
  state: erasure.erasedAt === null ? 'waiting' : 'erased',
  requested_by: erasure.askedBy,
  requested_at: erasure.askedAt,
  due_at: erasure.dueAt,
  erased_at: erasure.erasedAt,
  erased: erasure.counts,
  text: erasure.erasedAt === null ? null : certificateText(erasure),
})
