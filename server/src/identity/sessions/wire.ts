import Type from 'typebox'
import { Time } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
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
  at: seconds(visit.at),
  until: seconds(visit.until),
  dealer: visit.dealer,
  prefix: visit.prefix,
  app_id: visit.appId,
  acts: visit.acts.map(({ at, action, subjectId, count }) => ({
    at: seconds(at),
    action,
    subject: subjectId,
    count,
  })),
})
