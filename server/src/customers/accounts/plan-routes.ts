import Type from 'typebox'
import { DueStart } from '#billing/dunning/wire.ts'
import { LifecycleBody, PlanWire, toWire } from '#billing/plans/wire.ts'
import { exact, like } from '#kernel/api/fields.ts'
import { alias, bare, byUuid, route } from '#kernel/api/route.ts'
import { setPlanLifecycle } from './dunning/due-dates.ts'

const lifecycle = route({
  method: 'PATCH',
  path: '/client-plans/:id/payment-lifecycle',
  right: 'manage',
  tag: 'Client plans',
  summary: 'Set the billing automation of a plan',
  description:
    'Clients that have a due date keep it. `due_dates` decides for the others; without it they get no due date.',
  params: byUuid('client plan'),
  body: exact({ ...LifecycleBody.properties, due_dates: like(Type.Optional(DueStart), 'leave') }),
  replies: { provider: bare(PlanWire.provider, 201) },
  handle: async (call, { params, body: { due_dates: start, ...settings } }) =>
    toWire(await setPlanLifecycle(call, params.id, settings, start)),
})

export const dealerRoutes = [lifecycle, alias(lifecycle, 'POST')]
