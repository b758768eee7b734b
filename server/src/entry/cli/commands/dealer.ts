import { verifyPaymentInfo } from '#identity/company/actions.ts'
import { createDealer, listDealers, suspendDealer } from '#identity/dealers/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, flag, required } from '../command.ts'
import { id, oneOf, text } from '../values.ts'

export const dealerCommands = [
  command({
    name: 'dealer create',
    about: 'Creates a dealer and its first access token. The token is shown once and is valid for 365 days.',
    options: {
      name: required(text('NAME'), 'Name of the dealer and its company.'),
      dialect: required(oneOf(dialectNames), 'API dialect of the token.'),
      verified: flag('Approves the company profile and verifies the billing details.'),
    },
    async run(tool, { name, dialect, verified }) {
      const { ctx } = await tool.open()
      const { dealerId, accessToken } = await createDealer(ctx, { name, dialect, isVerified: verified })
      return { dealer_id: dealerId, access_token: accessToken }
    },
  }),
  command({
    name: 'dealer list',
    about: 'Lists dealers, oldest first.',
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
    about: "Verifies a dealer's billing details and records its agreement to the offer.",
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await verifyPaymentInfo({ ...ctx, actor: operator('dealer verify') }, dealer)
      return { dealer_id: dealer, verified: true, agreement: true }
    },
  }),
  command({
    name: 'dealer suspend',
    about: "Blocks a dealer's API and staff access. Its clients and their trackers are not affected.",
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await suspendDealer({ ...ctx, actor: operator('dealer suspend') }, dealer, true)
      return { dealer_id: dealer, suspended: true }
    },
  }),
  command({
    name: 'dealer resume',
    about: 'Ends the suspension of a dealer.',
    takes: { dealer: required(id, 'The dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      await suspendDealer({ ...ctx, actor: operator('dealer resume') }, dealer, false)
      return { dealer_id: dealer, suspended: false }
    },
  }),
]
