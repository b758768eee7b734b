import Type from 'typebox'
import { Time } from '#kernel/api/fields.ts'
import type { SupportSession } from './actions.ts'

export const SupportSessionShape = Type.Object(
  {
    at: Time,
    until: Type.Integer({
      example: 1790003600,
      description: 'When it ended or will end at the latest, in unix seconds.',
    }),
    dealer: Type.String({ example: 'North Tracking' }),
    prefix: Type.String({ example: 'service', description: '`service` or `service_as_user`' }),
    app_id: Type.String(),
    acts: Type.Optional(
      Type.Array(
        Type.Object({
          at: Time,
          action: Type.String({ example: 'visits.look' }),
          subject: Type.String({ example: 'GET /client/units', description: 'The item that was viewed.' }),
          count: Type.Integer({ example: 3 }),
        }),
        { description: 'The actions taken; repeated actions are listed once.' },
      ),
    ),
  },
  { title: 'Visit' },
)

export const supportSessionToWire = (session: SupportSession) => ({
  ...session,
  acts: session.acts.map((act) => ({ ...act, subject: act.subjectId })),
})
