import Type from 'typebox'
import { like, Nullable, Time } from '../api/fields.ts'
import type { AuditEntry } from './store.ts'

const Values = (description: string) => Nullable(Type.Unsafe<object>({ type: 'object', description }))

export const AuditEntryShape = Type.Object(
  {
    id: Type.Integer({ example: 70315 }),
    at: Time,
    actor: Type.Object({
      kind: Type.String({
        example: 'staff',
        description:
          '`token`, `staff`, `operator`, `job`, `client`, `processor` or `visitor` (a dealer with support access)',
      }),
      id: Type.String({ description: 'Of the token, the person or the user; the name of the job or the command.' }),
      name: Nullable(
        Type.String({ example: 'Anna Berg', description: 'Of the token, the person or the user, as it is now.' }),
      ),
    }),
    action: Type.String({ example: 'accounts.change', description: 'What was done, as `feature.verb`.' }),
    subject: Type.String({ example: '481920573316', description: 'The id of the item that was changed.' }),
    address: Nullable(
      Type.String({ example: '192.0.2.17', description: 'The IP address of the request; never that of a client.' }),
    ),
    request_id: Nullable(Type.String({ description: 'As in the header `X-Request-Id`.' })),
    before: like(Values('The values before the change.'), { title: 'Old name' }),
    after: like(Values('The values after the change.'), { title: 'New name' }),
  },
  { title: 'AuditEntry' },
)

export const toWire = (entry: AuditEntry) => ({
  ...entry,
  actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
  subject: entry.subjectId,
})
