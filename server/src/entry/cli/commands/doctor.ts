import { join } from 'node:path'
import type { Config } from '#kernel/config/config.ts'
import type { Finding } from '#portals/operator/upkeep/upkeep.ts'
import { bad, type Check, good } from '../../doctor/check.ts'
import { examine } from '../../doctor/examine.ts'
import { arePagesBuilt } from '../../http/pages/pages.ts'
import { command, type Tool } from '../command.ts'
import { harmless } from '../print.ts'

const builtPages = join(import.meta.dirname, '../../../../../web/dist')

/** Trackers and the API work without pages, so a start continues when they cannot be built. */
const pagesCheck = (folder: string): Check<Config> => ({
  name: 'pages',
  async run() {
    return arePagesBuilt(folder)
      ? good('The pages are built.')
      : bad(
          'The pages are not built. In a clone, run npm run build; it shows the error. Otherwise, install the package again.',
        )
  },
})

export const examineInstallation = (tool: Pick<Tool, 'config'>, pagesFolder = builtPages): Promise<Finding[]> =>
  examine(tool, [pagesCheck(pagesFolder)])

export const doctorCommands = [
  command({
    name: 'doctor',
    about: 'Checks the installation and says how to fix what it finds.',
    run: (tool) => examineInstallation(tool),
    show: (findings) => `${findings.map(show).join('\n')}\n${verdict(findings)}`,
    isTrouble: (findings) => findings.some(({ ok }) => !ok),
  }),
]

const show = ({ check, ok, says }: Finding) => `${ok ? 'ok ' : 'BAD'}  ${check.padEnd(16)}  ${harmless(says)}`

function verdict(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ ok }) => !ok).length
  return wrong === 0
    ? 'All checks passed.'
    : `${wrong} of ${findings.length} checks ${wrong === 1 ? 'needs' : 'need'} attention.`
}
