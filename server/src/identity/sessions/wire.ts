import Type from 'typebox'
import { Time } from '#kernel/api/fields.ts'
import type { SupportSession } from './actions.ts'

export const SupportSessionShape = Type.Object(
  {
    at: Time,
    until: Type.Integer({ description: 'When it ended or will end at the latest, in unix seconds.' }),
    dealer: Type.String(),
    prefix: Type.String({ description: '`service` or `service_as_user`' }),
    app_id: Type.String(),
    acts: Type.Optional(
      Type.Array(
        Type.Object({
          at: Time,
          action: Type.String(),
          subject: Type.String({ description: 'The item that was viewed.' }),
          count: Type.Integer(),
        }),
        { description: 'The actions taken; repeated actions are listed once.' },
      ),
    ),
  },
  { title: 'Visit' },
)

export const supportSessionToWire = (visit: SupportSession) => ({
  ...visit,
  acts: visit.acts.map((act) => ({ ...act, subject: act.subjectId })),
})
