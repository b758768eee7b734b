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
        description: '`token`, `staff`, `operator`, `job`, `client`, `processor` or `visitor` (a dealer who visits)',
      }),
      id: Type.String({ description: 'Of the token, the person or the user; the name of the job or the command.' }),
      name: Nullable(Type.String({ description: 'Of the token, the person or the user, as it is now.' })),
    }),
    action: Type.String({ description: 'What was done, as `feature.verb`.' }),
    subject: Type.String({ description: 'The id of what it was done to.' }),
    address: Nullable(Type.String({ description: 'Where the request came from; a client’s is not told.' })),
    request_id: Nullable(Type.String({ description: 'As in the header `X-Request-Id`.' })),
    before: Values('What it was, where something changed or went.'),
    after: Values('What it is, where something changed or came.'),
  },
  { title: 'AuditEntry' },
)

export const toWire = (entry: AuditEntry) => ({
  ...entry,
  actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
  subject: entry.subjectId,
})
