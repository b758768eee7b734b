import { both, byNumber, route } from '#kernel/api/route.ts'
import { explain, playForward } from './actions.ts'
import { ExplanationShape, explanationToWire, PlayBody, PlayedShape, playedToWire, toPlayRequest } from './wire.ts'

const tag = 'Billing automation'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/accounts/:id/explain',
    tag,
    summary: 'Tell why an account is in its state and what happens next',
    params: byNumber('account'),
    replies: both(ExplanationShape),
    handle: async (call, { params }) => explanationToWire(await explain(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/lifecycle/simulate',
    right: 'read',
    tag,
    summary: 'Play the coming months on a copy: who is noticed, due and blocked when',
    description:
      'The code that carries automation out is played forward on a copy. Nothing is written. With ' +
      '`Accept: application/x-ndjson` the answer comes as lines of JSON: `{"progress":{"done":500,"total":10000}}` ' +
      'while it is played, and `{"result":…}` with the answer as the last line (or `{"errors":…}` if it broke off).',
    tellsProgress: true,
    body: PlayBody,
    replies: both(PlayedShape),
    handle: async (call, { body }) => playedToWire(await playForward(call, toPlayRequest(body))),
  }),
]
