import Type from 'typebox'
import { Nullable, Time } from '../api/fields.ts'
import type { AuditEntry } from './store.ts'

const Values = (description: string) => Nullable(Type.Unsafe<object>({ type: 'object', description }))

export const AuditEntryShape = Type.Object(
  {
    id: Type.Integer(),
    at: Time,
    actor: Type.Object({
      kind: Type.String({
        description:
          '`token`, `staff`, `operator`, `job`, `client`, `processor` or `visitor` (a dealer with support access)',
      }),
      id: Type.String({ description: 'Of the token, the person or the user; the name of the job or the command.' }),
      name: Nullable(Type.String({ description: 'Of the token, the person or the user, as it is now.' })),
    }),
    action: Type.String({ description: 'What was done, as `feature.verb`.' }),
    subject: Type.String({ description: 'The id of the item that was changed.' }),
    address: Nullable(Type.String({ description: 'The IP address of the request; never that of a client.' })),
    request_id: Nullable(Type.String({ description: 'As in the header `X-Request-Id`.' })),
    before: Values('The values before the change.'),
    after: Values('The values after the change.'),
  },
  { title: 'AuditEntry' },
)

export const toWire = (entry: AuditEntry) => ({
  ...entry,
  actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
  subject: entry.subjectId,
})
