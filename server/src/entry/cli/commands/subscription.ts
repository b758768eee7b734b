import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, required } from '../command.ts'
import { id, moment, text } from '../values.ts'

export const subscriptionCommands = [
  command({
    name: 'subscription give',
    about: 'Gives an account of consumer_app or pet_app a subscription.',
    options: {
      account: required(id, 'The account.'),
      plan: required(text('PLAN'), 'Name of the subscription’s plan, for example basic.'),
      until: required(moment, 'When it ends: a day such as 2027-01-31 (in UTC), or unix seconds.'),
    },
    async run(tool, { account, plan, until }) {
      const { ctx } = await tool.open()
      const ids = await giveSubscription(ctx, account, plan, until)
      return { account_id: account, plan, until: seconds(until), subscription_ids: ids }
    },
  }),
]
