import { verifyPaymentInfo } from '#identity/company/actions.ts'
import { createDealer, listDealers, suspendDealer } from '#identity/dealers/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, flag, required } from './command.ts'
import { id, oneOf, text } from './values.ts'

export const dealerCommands = [
  command({
    name: 'dealer create',
    about: 'Makes a dealer and its first access token, which is shown only now and lives 365 days.',
    options: {
      name: required(text('NAME'), 'The name of the dealer and of its company card.'),
      dialect: required(oneOf(dialectNames), 'The dialect of the API that the token speaks.'),
      verified: flag('Approves the company card and verifies the payment information at once.'),
    },
    async run(tool, { name, dialect, verified }) {
      const { ctx } = await tool.open()
      const { dealerId, accessToken } = await createDealer(ctx, { name, dialect, isVerified: verified })
      return { dealer_id: dealerId, access_token: accessToken }
    },
  }),
  command({
    name: 'dealer list',
    about: 'Lists all dealers, the oldest first.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listDealers(ctx)).map((dealer) => ({
        dealer_id: dealer.id,
        name: dealer.name,
        approved: dealer.approved,
        verified: dealer.verified,
        review_waiting: dealer.isReviewWaiting,
        created_at: seconds(dealer.createdAt),
      }))
    },
  }),
  command({
    name: 'dealer verify',
    about: "Verifies a dealer's payment information and records its agreement to the offer.",
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await verifyPaymentInfo({ ...ctx, actor: operator('dealer verify') }, dealer)
      return { dealer_id: dealer, verified: true, agreement: true }
    },
  }),
  command({
    name: 'dealer suspend',
    about: "Shuts out a dealer's programs and people at once. Its clients and their trackers go on as before.",
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await suspendDealer({ ...ctx, actor: operator('dealer suspend') }, dealer, true)
      return { dealer_id: dealer, suspended: true }
    },
  }),
  command({
    name: 'dealer resume',
    about: 'Lets a suspended dealer in again.',
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await suspendDealer({ ...ctx, actor: operator('dealer resume') }, dealer, false)
      return { dealer_id: dealer, suspended: false }
    },
  }),
]
