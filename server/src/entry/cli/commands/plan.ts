import { listOffers, offerStatuses, setOfferStatus } from '#billing/plans/actions.ts'
import { operator } from '#kernel/audit/actions.ts'
import { command, required } from '../command.ts'
import { oneOf, uuid } from '../values.ts'

export const planCommands = [
  command({
    name: 'plan list',
    about: 'Lists provider plans with the number of client plans and accounts on each.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listOffers(ctx)).map((plan) => ({
        id: plan.id,
        app_id: plan.appId,
        name: plan.name,
        type: plan.type,
        status: plan.status,
        price: plan.price,
        currency: plan.currency,
        client_plans: plan.clientPlans,
        accounts: plan.accounts,
      }))
    },
  }),
  command({
    name: 'plan set',
    about: 'Archives or reopens a provider plan. Client plans based on it are not affected.',
    takes: { plan: required(uuid, 'The plan’s id from plan list.') },
    options: { status: required(oneOf(offerStatuses), 'Only a new or active plan can be the base of client plans.') },
    async run(tool, { plan, status }) {
      const { ctx } = await tool.open()
      const saved = await setOfferStatus({ ...ctx, actor: operator('plan set') }, plan, status)
      return { id: saved.id, name: saved.name, status: saved.status }
    },
  }),
]
