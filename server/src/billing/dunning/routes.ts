import { bare, byNumber, data, route } from '#kernel/api/route.ts'
import { explain, simulateLifecycle } from './actions.ts'
import {
  ExplanationShape,
  explanationToWire,
  SimulationBody,
  SimulationShape,
  simulationToWire,
  toSimulationRequest,
} from './wire.ts'

const tag = 'Billing automation'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/accounts/:id/explain',
    tag,
    summary: 'Tell why an account is in its state and what happens next',
    params: byNumber('account'),
    replies: { provider: bare(ExplanationShape), partner: data(ExplanationShape) },
    handle: async (call, { params }) => explanationToWire(await explain(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/lifecycle/simulate',
    tag,
    summary: 'Play the coming months on a copy: who is noticed, due and blocked when',
    description:
      'The code that carries automation out is played forward on a copy. Nothing is written. With ' +
      '`Accept: application/x-ndjson` the answer comes as lines of JSON: `{"progress":{"done":500,"total":10000}}` ' +
      'while it is played, and `{"result":…}` with the answer as the last line (or `{"errors":…}` if it broke off).',
    tellsProgress: true,
    body: SimulationBody,
    replies: { provider: bare(SimulationShape), partner: data(SimulationShape) },
    handle: async (call, { body }) => simulationToWire(await simulateLifecycle(call, toSimulationRequest(body))),
  }),
]
