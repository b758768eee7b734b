import { both, route } from '#kernel/api/route.ts'
import { readToday } from './actions.ts'
import { TodayShape, toWire } from './wire.ts'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/today',
    tag: 'Today',
    summary: 'Read the state of the business and what needs attention',
    replies: both(TodayShape),
    handle: async (call) => toWire(await readToday(call)),
  }),
]
