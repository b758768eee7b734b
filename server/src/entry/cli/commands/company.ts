import { approveCompany, listWaiting, rejectCompany } from '#identity/company/actions.ts'
import { type Company, differences } from '#identity/company/company.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, required } from '../command.ts'
import { harmless } from '../print.ts'
import { id } from '../values.ts'

const dealer = required(id, 'The dealer.')

const toAnswer = (company: Company) => ({
  dealer_id: company.dealerId,
  name: company.name,
  approved: company.approved,
  updated_at: seconds(company.updatedAt),
  changes: differences(company),
})

export const companyCommands = [
  command({
    name: 'company list',
    about: 'Lists company profiles waiting for review, with their changes.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listWaiting(ctx)).map(toAnswer)
    },
    show: (companies) => companies.map(showCompany).join('\n\n') || 'No company profiles are waiting for review.',
  }),
  command({
    name: 'company approve',
    about: "Approves a dealer's company profile with its pending change.",
    takes: { dealer },
    async run(tool, given) {
      const { ctx } = await tool.open()
      const card = await approveCompany({ ...ctx, actor: operator('company approve') }, given.dealer)
      return { dealer_id: card.dealerId, name: card.name, approved: card.approved }
    },
  }),
  command({
    name: 'company reject',
    about: 'Rejects the pending change; the profile stays as it was.',
    takes: { dealer },
    async run(tool, given) {
      const { ctx } = await tool.open()
      const card = await rejectCompany({ ...ctx, actor: operator('company reject') }, given.dealer)
      return { dealer_id: card.dealerId, name: card.name, approved: card.approved }
    },
  }),
]

function showCompany({ dealer_id, name, changes }: ReturnType<typeof toAnswer>): string {
  const lines = changes.map(
    ({ field, before, after }) =>
      `  ${field}: ${harmless(JSON.stringify(before))} → ${harmless(JSON.stringify(after))}`,
  )
  if (lines.length === 0) lines.push('  A new profile without changes.')
  return [`${dealer_id}  ${harmless(name)}`, ...lines].join('\n')
}
