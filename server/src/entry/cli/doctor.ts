import { command } from './command.ts'
import { examine, type Finding } from './doctor/examine.ts'
import { harmless } from './print.ts'

export const doctorCommands = [
  command({
    name: 'doctor',
    about: 'Checks the installation and says how to fix what it finds.',
    run: (tool) => examine(tool),
    show: (findings) => `${findings.map(show).join('\n')}\n${verdict(findings)}`,
    isTrouble: (findings) => findings.some(({ ok }) => !ok),
  }),
]

const show = ({ check, ok, says }: Finding) => `${ok ? 'ok ' : 'BAD'}  ${check.padEnd(16)}  ${harmless(says)}`

function verdict(findings: readonly Finding[]): string {
  const bad = findings.filter(({ ok }) => !ok).length
  return bad === 0
    ? 'All checks passed.'
    : `${bad} of ${findings.length} checks ${bad === 1 ? 'needs' : 'need'} attention.`
}
