import { listOffers, offerStatuses, setOfferStatus } from '#billing/plans/actions.ts'
import { operator } from '#kernel/audit/actions.ts'
import { command, required } from './command.ts'
import { oneOf, uuid } from './values.ts'

export const planCommands = [
  command({
    name: 'plan list',
    about: 'Lists the provider plans with how many client plans and accounts stand on each.',
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
    about: 'Archives a provider plan or opens it again. Client plans that stand on it go on in any case.',
    takes: { plan: required(uuid, 'The plan, as plan list shows it.') },
    options: { status: required(oneOf(offerStatuses), 'Only a plan that is new or active can found client plans.') },
    async run(tool, { plan, status }) {
      const { ctx } = await tool.open()
      const saved = await setOfferStatus({ ...ctx, actor: operator('plan set') }, plan, status)
      return { id: saved.id, name: saved.name, status: saved.status }
    },
  }),
]
