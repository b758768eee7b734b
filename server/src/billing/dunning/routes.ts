import { bare, both, byNumber, byUuid, route } from '#kernel/api/route.ts'
import { explain, previewDueDates, simulateLifecycle } from './actions.ts'
import {
  DueDatesQuery,
  DueDatesShape,
  dueDatesToWire,
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
    summary: 'Simulate the coming months: reminders, due dates and blocks',
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

/** Under `/console/client-plans`. */
export const consolePlanRoutes = [
  route({
    method: 'GET',
    path: '/:id/due-dates',
    tag,
    summary: 'Preview the due dates that clients of a plan would get',
    description: 'For the field `due_dates` of `PATCH /client-plans/{id}/payment-lifecycle`. Nothing is written.',
    params: byUuid('client plan'),
    query: DueDatesQuery,
    replies: { provider: bare(DueDatesShape), partner: bare(DueDatesShape) },
    handle: async (call, { params, query }) =>
      dueDatesToWire(await previewDueDates(call, params.id, { months: query.payment_period, start: query.due_dates })),
  }),
]
