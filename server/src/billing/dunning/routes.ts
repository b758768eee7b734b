import { both, byNumber, route } from '#kernel/api/route.ts'
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
    summary: 'Explain the state of an account and what happens next',
    params: byNumber('account'),
    replies: both(ExplanationShape),
    handle: async (call, { params }) => explanationToWire(await explain(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/lifecycle/simulate',
    right: 'read',
    tag,
    summary: 'Simulate the coming months: notices, due dates and blocks',
    description:
      'Runs the billing automation on a copy of the data. Nothing is written. With ' +
      '`Accept: application/x-ndjson` the response is a stream of JSON lines: `{"progress":{"done":500,"total":10000}}` ' +
      'during the simulation, and `{"result":…}` as the last line (or `{"errors":…}` if it failed).',
    tellsProgress: true,
    body: SimulationBody,
    replies: both(SimulationShape),
    handle: async (call, { body }) => simulationToWire(await simulateLifecycle(call, toSimulationRequest(body))),
  }),
]
