import type { Finding } from '#portals/operator/upkeep/upkeep.ts'
import { BadUsage, command, flag } from '../command.ts'
import { harmless } from '../print.ts'
import { goBack, type WentBack } from '../upgrade/back.ts'
import { goForward, type Upgraded } from '../upgrade/forward.ts'
import type { Losses } from '../upgrade/losses.ts'
import { visit } from '../upgrade/visit.ts'
import { count } from './backup.ts'

/** Without these the installation does not work; other findings are advice that does not concern the upgrade. */
const essential = ['settings', 'key', 'database', 'migrations', 'secrets']

export const upgradeCommands = [
  command({
    name: 'upgrade',
    about: 'Saves, migrates and checks the database. Run it after you install a new version. --back undoes it.',
    options: {
      'dry-run': flag('Lists the migrations that would run, and changes nothing.'),
      back: flag('Restores the database as it was before the upgrade. Without --yes it only says what would be lost.'),
      yes: flag('Confirms --back.'),
    },
    run: (tool, given): Promise<Upgraded | WentBack> => {
      if (given.yes && !given.back) throw new BadUsage('--yes confirms --back. Add --back, or leave out --yes.')
      if (given.back && given['dry-run']) throw new BadUsage('--back without --yes is a dry run. Leave out --dry-run.')
      return visit<Upgraded | WentBack>(tool, (opened) =>
        given.back ? goBack(opened, given.yes) : goForward(opened, given['dry-run']),
      )
    },
    show: (answer) => (answer.action === 'back' ? showBack(answer) : showUpgrade(answer)),
    isTrouble: (answer) =>
      answer.action === 'back' ? !answer.done : answer.checks.some(({ check, ok }) => !ok && essential.includes(check)),
  }),
]

function showUpgrade({ version, backup, migrations, done, checks }: Upgraded): string {
  const list = migrations.map((name) => `  ${name}`).join('\n')
  if (!done) {
    if (migrations.length === 0) return `The database already fits Waymark ${version}. There is nothing to migrate.`
    return `${several(migrations.length, 'migration')} would run, after a backup:\n${list}`
  }
  const wrong = checks.filter(({ ok }) => !ok)
  return [
    migrations.length > 0
      ? `Upgraded the database to Waymark ${version} with ${several(migrations.length, 'migration')}:\n${list}`
      : `The database fits Waymark ${version}.`,
    ...(backup === null
      ? []
      : [`The previous state is saved in ${backup}.\nTo go back to it: npx waymark upgrade --back`]),
    wrong.length === 0
      ? `All ${checks.length} checks passed. Start the server.`
      : `${wrong.length} of ${checks.length} checks ${wrong.length === 1 ? 'needs' : 'need'} attention:\n${wrong.map(showFinding).join('\n')}`,
  ].join('\n')
}

const showFinding = ({ check, says }: Finding) => `  ${check}: ${harmless(says)}`

function showBack({ done, backup, at, losses, older_version_fits: fits, kept }: WentBack): string {
  const list = lossesOf(losses)
    .map((line) => `  ${line}`)
    .join('\n')
  if (done) {
    return [
      `The database is as it was at ${at}. Now install the previous version, and start it.`,
      list === '' ? 'Nothing was lost.' : `Lost with it:\n${list}`,
      `The state before going back is saved in ${kept}. Only the newer version can restore it.`,
    ].join('\n')
  }
  return [
    `This restores the database as it was at ${at}, from ${backup}.`,
    list === ''
      ? 'Nothing was stored since then, so nothing would be lost.'
      : `Everything since then would be lost:\n${list}`,
    ...(fits
      ? [
          'You may not need this: the previous version can use the database as it is now. Install it and start it, and nothing is lost.',
        ]
      : []),
    'To go back, stop the server and run: npx waymark upgrade --back --yes',
  ].join('\n')
}

function lossesOf(losses: Losses): readonly string[] {
  const { messages, changes, emails_sent_again: emails } = losses
  const units = several(losses.units_with_messages, 'unit')
  return [
    messages > 0 ? `${several(messages, 'message')} of ${units}; trackers do not send them again` : '',
    losses.new_clients > 0 ? several(losses.new_clients, 'new client') : '',
    losses.new_units > 0 ? several(losses.new_units, 'new unit') : '',
    losses.new_invoices > 0 ? several(losses.new_invoices, 'client invoice') : '',
    changes > 0
      ? `${several(changes, 'change')} in the audit log, and what ${changes === 1 ? 'it' : 'they'} changed`
      : '',
    emails > 0 ? `${several(emails, 'email')} sent since then would be sent a second time` : '',
  ].filter((line) => line !== '')
}

const several = (number: number, what: string) => `${count(number)} ${what}${number === 1 ? '' : 's'}`
