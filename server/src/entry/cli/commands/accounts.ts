import { eraseNow } from '#customers/erasure/actions.ts'
import { certificateText, type Erasure } from '#customers/erasure/certificate.ts'
import { operator } from '#kernel/audit/actions.ts'
import { secondsOrNull } from '#kernel/time/clock.ts'
import { command, required } from '../command.ts'
import { id } from '../values.ts'

export const accountCommands = [
  command({
    name: 'accounts erase',
    about: 'Erases a client account at once, with everything stored about it, and prints the certificate.',
    takes: { account: required(id, 'The account.') },
    async run(tool, { account }) {
      const { ctx } = await tool.open()
      const erasure: Erasure = await eraseNow({ ...ctx, actor: operator('accounts erase') }, account)
      return {
        certificate_id: erasure.id,
        erased_at: secondsOrNull(erasure.erasedAt),
        erased: erasure.counts,
        text: certificateText(erasure),
      }
    },
    show: ({ text }) => text,
  }),
]
